import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { drawTerminal } from '../../../scripts/picture/draw-terminal.ts';
import { repositoryRoot, testEnvironment } from '../../../scripts/test/environment.ts';

describe('the picture of the README', () => {
  it('shows what the command prints today; run `npm run picture`', async () => {
    const options = { cwd: repositoryRoot, env: testEnvironment() };
    await expect(
      promisify(execFile)(process.execPath, ['scripts/picture.ts', '--check'], options),
    ).resolves.toMatchObject({ stderr: '' });
  });
});

describe('drawTerminal', () => {
  it('draws each colour as a class, and escapes what is markup', () => {
    const picture = drawTerminal('a <b>', 'plain\n\u001b[31mred & bad\u001b[39m rest');
    expect(XMLValidator.validate(picture)).toBe(true);
    expect(picture).toContain('<tspan class="bold">a &lt;b&gt;</tspan>');
    expect(picture).toContain('<tspan class="red">red &amp; bad</tspan> rest');
  });

  it('cuts a line at the width of the terminal', () => {
    const rows = drawTerminal('x', 'y'.repeat(250)).match(/<text /g);
    expect(rows).toHaveLength(4);
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { replaceBetween } from '../../../scripts/architecture/replace-between.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';

const copy = mkdtempSync(join(tmpdir(), 'architecture-'));
afterAll(() => rmSync(copy, { recursive: true }));

function architecture(folder: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, ['scripts/architecture.ts', ...args], { cwd: folder, encoding: 'utf8' });
}

describe('docs/architecture.md', () => {
  it('shows the current imports; run `npm run architecture`', () => {
    const { status, stderr } = architecture(repositoryRoot, '--check');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('is out of date once a room imports another', () => {
    for (const part of [
      'scripts',
      'src/event-stream',
      'src/rig',
      '.dependency-cruiser.mjs',
      'tsconfig.json',
    ]) {
      cpSync(join(repositoryRoot, part), join(copy, part), { recursive: true });
    }
    symlinkSync(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'), 'junction');
    const markers = ['repository', 'conformance'].map(
      (name) => `<!-- ${name}:begin -->\n<!-- ${name}:end -->\n`,
    );
    mkdirSync(join(copy, 'docs'));
    writeFileSync(join(copy, 'docs/architecture.md'), markers.join('\n'));
    expect(architecture(copy).status).toBe(0);
    expect(architecture(copy, '--check').status).toBe(0);

    writeFileSync(join(copy, 'src/event-stream/added.ts'), "export * from '../rig/index.ts';\n");
    const { status, stderr } = architecture(copy, '--check');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'docs/architecture.md does not show the imports of today; run `npm run architecture`\n',
    });
    architecture(copy);
    expect(readFileSync(join(copy, 'docs/architecture.md'), 'utf8')).toContain('events --> rig');
  });

  it('keeps its markers', () => {
    expect(() => replaceBetween('no markers', 'repository', '')).toThrow('<!-- repository:begin -->');
  });
});

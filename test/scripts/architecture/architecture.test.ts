import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPage, findFaults } from '../../../scripts/architecture/page.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';

const PAGE = 'docs/architecture.md';
const folder = mkdtempSync(join(tmpdir(), 'architecture-'));
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
function write(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

beforeAll(() => {
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json']) {
    cpSync(join(repositoryRoot, file), join(folder, file));
  }
  for (const part of ['scripts', 'spec']) mkdirSync(join(folder, part));
  write('src/rig/index.ts', 'export const a = 1;\n');
  write('src/conformance/judge/judge.ts', 'export const a = 1;\n');
  write('src/conformance/run/run.ts', "export type { a } from '../judge/judge.ts';\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('docs/architecture.md', () => {
  it('keeps its markers', async () => {
    write(PAGE, 'no markers');
    await expect(drawPage(folder)).rejects.toThrow('<!-- repository:begin -->');
  });

  it('shows the imports between its markers', async () => {
    const markers = ['repository', 'conformance'].map((name) => `<!-- ${name}:begin --><!-- ${name}:end -->`);
    write(PAGE, ['above', ...markers, 'below'].join('\n'));
    await drawPage(folder);
    const picture = '```mermaid\\nflowchart TD\\n[^>]*  run --> judge\\n```';
    expect(read(PAGE)).toMatch(
      new RegExp(
        `^above\n<!-- repo[^]*<!-- conformance:begin -->\n${picture}\n<!-- conformance:end -->\nbelow$`,
      ),
    );
    expect(await findFaults(folder)).toEqual([]);
  });

  it('is out of date once a room imports another', async () => {
    const before = read(PAGE);
    write('src/cli/added.ts', "export * from '../rig/index.ts';\n");
    expect(await findFaults(folder)).toEqual([
      'docs/architecture.md does not show the imports of today; run `npm run architecture`',
    ]);
    expect(read(PAGE)).toBe(before);
    await drawPage(folder);
    expect(read(PAGE)).toContain('cli --> rig');
  });

  it('names only files that exist', () => {
    const page = readFileSync(join(repositoryRoot, PAGE), 'utf8');
    const named = [...page.matchAll(/`([^`\s]+\.(?:ts|js|mjs|json|yaml))`/g)].map(([, name = '']) => name);
    const files = globSync(['*', '.*', '{spec,scripts,generated,src}/**'], { cwd: repositoryRoot });
    const unknown = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
    expect(named).not.toEqual([]);
    expect(unknown).toEqual([]);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { readCorpus } from './corpus.ts';
import { type Measurements, tableOf, withTable } from './table.ts';
import type { Toolchain } from './toolchain.ts';
import { toolchains } from './toolchains.ts';

const page = readFileSync(resolve(repositoryRoot, 'docs/interop.md'), 'utf8');
const measured = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'measured.json'), 'utf8'),
) as Measurements;

it('the page has the table of the last measurement', () => {
  expect(withTable(page, tableOf(toolchains, measured))).toBe(page);
});

it('the last measurement used the current examples', () => {
  const items = readCorpus();
  const sizes = ['union', 'event', 'answer'].map((kind) => items.filter((item) => item.kind === kind).length);
  for (const { union, event, answer } of Object.values(measured.now)) {
    expect([union.of, event.of, answer.of]).toEqual(sizes);
  }
});

it('a row has no figure for anything that the input of its tool does not describe', () => {
  const count = { kept: 0, of: 1 };
  const figures = { tool: { union: count, event: { kept: 1, of: 1 }, answer: count } };
  const [first] = toolchains;
  const row = { ...first, id: 'tool', undescribed: ['union'] } as Toolchain;
  const table = tableOf([row], { before: figures, now: figures });
  expect(table).toContain('| not in its input | 1 → 1 of 1 | 0 → 0 of 1 |');
});

it('refuses a page without a place for the table', () => {
  expect(() => withTable('# A page', '')).toThrow('the page lacks');
});

describe.each(toolchains)('$id', ({ programs, id, version, install, tool, smallest }) => {
  it('has its programs and a unique name', () => {
    expect(toolchains.filter((other) => other.id === id)).toHaveLength(1);
    for (const name of Object.keys(programs)) {
      expect(existsSync(resolve(import.meta.dirname, 'programs', name)), name).toBe(true);
    }
    const document = smallest?.document ?? '';
    expect(existsSync(resolve(import.meta.dirname, 'smallest', document)), document).toBe(true);
  });

  it('is installed in the version that the page names', () => {
    const manifests = ['../package.json', '../../../package.json'].map((file) =>
      readFileSync(resolve(import.meta.dirname, file), 'utf8'),
    );
    const pins = install.length > 0 ? install.join(' ') : manifests.join('');
    expect(pins).toContain(version);
    if (install.length === 0) expect(pins).toContain(`"${tool}": "${version}"`);
  });
});

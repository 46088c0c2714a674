import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { BREAKAGES } from '../../../src/reference/breakages/index.ts';
import { VARIANTS } from '../../../src/reference/variants/index.ts';

const ledger = readFileSync(new URL('../../../docs/ledger.md', import.meta.url), 'utf8');

/** Ids of one column of a chapter's table, sorted. */
function idsOf(chapter: string, column: number): string[] {
  const [, text = ''] = ledger.split(`## ${chapter}\n`);
  const [table = ''] = text.split('\n## ');
  const rows = [...table.matchAll(/^\| `.*$/gm)].map(([row]) => row.split(' | ')[column] ?? '');
  return rows.map((cell) => cell.replaceAll(/[|` ]/g, '')).sort();
}

it.each([
  ['Breakages', 1, BREAKAGES],
  ['Checks', 0, CHECKS],
  ['Variants', 0, VARIANTS],
] as const)('the ledger lists the %s that there are; run `npm run ledger`', (chapter, column, rows) => {
  expect(idsOf(chapter, column)).toEqual(rows.map(({ id }) => id).sort());
});

import { expect, it } from 'vitest';
import { countFirstFindings } from '../../../scripts/ledger/first-findings.ts';

/** @param reported each block: a requirement, or several that the same findings show, and after a colon those that follow */
const report = (requirement: string, ...reported: readonly string[]) => ({
  breakage: requirement,
  requirement,
  broken: [requirement, `${requirement} in other words`],
  reported: reported.map((block) => {
    const [rows = [], followers = []] = block.split(':').map((ids) => ids.split('+'));
    return { rows, followers };
  }),
});
const many = Array.from({ length: 20 }, (_, index) => `x${index}`);

it.each([
  ['no run', [], { runs: 0, right: 0, inFirstBlock: 0, amongThree: 0, median: 0, ninetieth: 0, most: 0 }],
  [
    'one run',
    [report('a', 'a')],
    { runs: 1, right: 1, inFirstBlock: 1, amongThree: 1, median: 1, ninetieth: 1, most: 1 },
  ],
  [
    'another requirement first',
    [report('a', 'b', 'a'), report('a', 'a', 'b')],
    { runs: 2, right: 1, inFirstBlock: 1, amongThree: 2, median: 2, ninetieth: 2, most: 2 },
  ],
  [
    'another three first',
    [report('a', 'b', 'c', 'd', 'a')],
    { runs: 1, right: 0, inFirstBlock: 0, amongThree: 0, median: 4, ninetieth: 4, most: 4 },
  ],
  [
    'another requirement that the same findings show',
    [report('a', 'b+a', 'c')],
    { runs: 1, right: 1, inFirstBlock: 1, amongThree: 1, median: 3, ninetieth: 3, most: 3 },
  ],
  [
    'another requirement from which it follows',
    [report('a', 'b:c+a')],
    { runs: 1, right: 0, inFirstBlock: 1, amongThree: 1, median: 3, ninetieth: 3, most: 3 },
  ],
  [
    'another requirement that the same behaviour violates',
    [report('a', 'b', 'a in other words', 'c', 'a')],
    { runs: 1, right: 0, inFirstBlock: 0, amongThree: 1, median: 4, ninetieth: 4, most: 4 },
  ],
  [
    'nothing reported',
    [report('a')],
    { runs: 1, right: 0, inFirstBlock: 0, amongThree: 0, median: 0, ninetieth: 0, most: 0 },
  ],
  [
    'one report of ten with many',
    [...Array.from({ length: 9 }, () => report('a', 'a')), report('x0', ...many)],
    {
      runs: 10,

      right: 10,
      inFirstBlock: 10,
      amongThree: 10,
      median: 1,
      ninetieth: 20,
      most: 20,
    },
  ],
])('counts whole runs: %s', (_, sample, expected) => {
  expect(countFirstFindings(sample)).toEqual(expected);
});

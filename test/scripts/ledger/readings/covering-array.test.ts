import { describe, expect, it } from 'vitest';
import { coveringArray, type Model } from '../../../../scripts/ledger/readings/covering-array.ts';

const MODEL: Model<string> = {
  questions: [
    ['a0', 'a1'],
    ['b0', 'b1', 'b2'],
    ['c0', 'c1'],
    ['d0', 'd1', 'd2', 'd3'],
    ['e0', 'e1'],
  ],
  strength: 2,
  excludes: (one, other) => [one, other].includes('a1') && [one, other].includes('b2'),
};

/** Every way to choose some questions and a value for each. */
function choicesOf(questions: readonly (readonly string[])[], size: number): string[][] {
  if (size === 0) return [[]];
  return questions.flatMap((values, index) =>
    values.flatMap((value) =>
      choicesOf(questions.slice(index + 1), size - 1).map((rest) => [value, ...rest]),
    ),
  );
}

function isAllowed(choice: readonly string[]): boolean {
  return !choice.some((one, index) => choice.slice(index + 1).some((other) => MODEL.excludes(one, other)));
}

describe('a covering array', () => {
  const rows = coveringArray(MODEL);
  const has = (choice: readonly string[]) => rows.some((row) => choice.every((value) => row.includes(value)));

  it('answers every question in every row', () => {
    for (const row of rows) {
      expect(row.map((value) => MODEL.questions.findIndex((values) => values.includes(value)))).toEqual([
        0, 1, 2, 3, 4,
      ]);
    }
  });

  it('contains every allowed pair', () => {
    const pairs = choicesOf(MODEL.questions, 2).filter(isAllowed);
    expect(pairs.filter((pair) => !has(pair))).toEqual([]);
  });

  it('contains every allowed triple at strength 3, together with the rows that were there', () => {
    const triples = choicesOf(MODEL.questions, 3).filter(isAllowed);
    const further = coveringArray({ ...MODEL, strength: 3 }, rows);
    const all = [...rows, ...further];
    expect(
      triples.filter((triple) => !all.some((row) => triple.every((value) => row.includes(value)))),
    ).toEqual([]);
    expect(further.length).toBeLessThan(coveringArray({ ...MODEL, strength: 3 }).length);
  });

  it('has no row with values that exclude each other', () => {
    expect(rows.filter((row) => !isAllowed(row))).toEqual([]);
  });

  it('is much shorter than the list of all combinations, and the same every time', () => {
    expect(rows.length).toBeLessThan(20);
    expect(coveringArray(MODEL)).toEqual(rows);
  });
});

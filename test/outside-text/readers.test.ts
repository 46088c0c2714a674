import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { isInProportion, LONGEST, measureGrowth } from './growth.ts';
import { READERS } from './rows.ts';

/** Units that the texts repeat. Each was once slow somewhere, or begins something whose end readers look for. */
const UNITS = [
  'a',
  ' ',
  '\u00a0',
  '\n',
  '\r\n',
  '\t x',
  '…',
  'é',
  '💧',
  '\\',
  '\\u0061',
  '%',
  '%25',
  'hunter2-',
  '"',
  '["',
  '{"a":',
  '{{agent:1',
  '<title',
  '```script\n',
  '[EMAIL_1',
  'a@',
  '0 1',
  '/..',
  ',',
  ';a=',
  'Bearer ',
  '&key=',
  'data: \n',
  'data:x\n\n',
  '- ',
  'a: ',
  '1',
  '=',
] as const;

/** Bytes that may stay in memory for each character of a text. An event or a token has an object and a few strings. */
const KEPT = 256;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const textOf = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

/** A refusal is a valid answer too. */
async function attempt(read: (text: string) => unknown, text: string): Promise<unknown> {
  try {
    return await read(text);
  } catch (error) {
    return error;
  }
}

function memory(): number {
  collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

const rows = Object.entries(READERS).flatMap(([name, read]) =>
  typeof read === 'string' ? [] : [[name, read] as const],
);

describe('every exported reader of outside text', () => {
  // Memory that is only used temporarily takes time to fill.
  it.each(rows)('%s uses processor time and memory in proportion to the text', async (_, read) => {
    const before = memory();
    const kept: unknown[] = [];
    for (const unit of UNITS) {
      const { times, result } = await measureGrowth((size) => attempt(read, textOf(unit, size)));
      expect({ unit, times, isInProportion: isInProportion(times) }).toMatchObject({ isInProportion: true });
      kept.push(result);
    }
    const grown = memory() - before;
    expect(kept).toHaveLength(UNITS.length);
    expect(grown).toBeLessThan(UNITS.length * LONGEST * KEPT);
  });
});

it('the measure accepts a reader that reads each character once, and rejects one that rereads all of them', async () => {
  const sum = (size: number) => {
    let all = 0;
    for (let at = 0; at < size; at += 1) all += at % 7;
    return all;
  };
  const square = (size: number) => {
    let all = 0;
    for (let at = 0; at < size; at += 1) all += sum(size);
    return all;
  };
  expect(isInProportion((await measureGrowth(sum)).times)).toBe(true);
  expect(isInProportion((await measureGrowth(square)).times)).toBe(false);
});

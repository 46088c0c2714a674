import { describe, expect, it } from 'vitest';
import { shardOf, shardOfFile, takeShard } from '../../../src/conformance/files/shard.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const plan = {
  checks: CHECKS.slice(0, 100),
  leftOut: CHECKS.slice(100).map((check) => ({ check, reason: 'not selected' })),
  unmet: [],
};

it('puts each check into exactly one part, and keeps the parts about equal', () => {
  const parts = [1, 2, 3, 4].map((index) => takeShard(plan, { index, count: 4 }));
  const ids = parts.flatMap(({ checks, leftOut }) => [...checks, ...leftOut.map(({ check }) => check)]);
  expect(ids.map(({ id }) => id).sort()).toEqual(CHECKS.map(({ id }) => id).sort());
  for (const { checks } of parts) expect(checks.length).toBeGreaterThan(10);
});

it('never moves a check to another part', () => {
  expect(['chats.list.order', 'stream.start.first', ''].map((id) => shardOf(id, 7))).toEqual([4, 1, 3]);
});

it('selects everything when there is one part', () => {
  expect(takeShard(plan, { index: 1, count: 1 })).toEqual(plan);
});

describe('the part of a file', () => {
  it.each([
    ['that count up', (index: number) => `recordings/turn-${index}.sse`],
    // The low bit of FNV-1a is the same for all of these names.
    [
      'of even digits only',
      (index: number) => `${[...index.toString(5)].map((digit) => 2 * Number(digit)).join('')}.jsonl`,
    ],
    ['that differ in their folders', (index: number) => `${index}/stream.har`],
  ])('spreads names %s about evenly', (_, nameOf) => {
    for (const count of [2, 4, 7, 64]) {
      const files = Array.from({ length: 6400 }, (_, index) => nameOf(index));
      const parts = files.map((file) => shardOfFile(file, count));
      for (let part = 1; part <= count; part += 1) {
        const share = parts.filter((one) => one === part).length / (files.length / count);
        expect({ count, part, isFair: share > 0.6 && share < 1.5 }).toEqual({ count, part, isFair: true });
      }
    }
  });

  it('never changes', () => {
    expect(['a.sse', 'recordings/1.jsonl', ''].map((path) => shardOfFile(path, 7))).toEqual([2, 3, 5]);
  });
});

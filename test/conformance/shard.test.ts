import { expect, it } from 'vitest';
import { CHECKS } from '../../src/conformance/checks/index.ts';
import { shardOf, takeShard } from '../../src/conformance/shard.ts';

const plan = {
  checks: CHECKS.slice(0, 100),
  leftOut: CHECKS.slice(100).map((check) => ({ check, reason: 'not selected' })),
  unmet: [],
};

it('puts each check into one part, and about as many into each', () => {
  const parts = [1, 2, 3, 4].map((index) => takeShard(plan, { index, count: 4 }));
  const ids = parts.flatMap(({ checks, leftOut }) => [...checks, ...leftOut.map(({ check }) => check)]);
  expect(ids.map(({ id }) => id).sort()).toEqual(CHECKS.map(({ id }) => id).sort());
  for (const { checks } of parts) expect(checks.length).toBeGreaterThan(10);
});

it('never moves a check', () => {
  expect(['chats.list.order', 'stream.start.first', ''].map((id) => shardOf(id, 7))).toEqual([4, 1, 3]);
});

it('is everything when there is one part', () => {
  expect(takeShard(plan, { index: 1, count: 1 })).toEqual(plan);
});

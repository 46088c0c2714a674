import { expect, it } from 'vitest';
import { JOURNEYS } from '../../../src/conformance/journeys/catalogue/index.ts';
import { readWorld } from '../../../src/conformance/journeys/worlds.ts';
import { judgeOwnClient, violatedIn } from './judge.ts';
import { MISTAKES } from './mistakes.ts';

it.each(MISTAKES.map((made) => [made.journey, made.what, made] as const))(
  '%s names a client in which %s',
  async (journey, _, { row, world, mistake, tell }) => {
    const report = await judgeOwnClient({
      journeys: [journey],
      ...(world !== undefined && { worlds: [readWorld(world)] }),
      ...(mistake && { mistake }),
      ...(tell && { tell }),
    });
    expect(violatedIn(report)).toContain(row);
  },
);

it('shows a mistake of each journey', () => {
  const shown = new Set(MISTAKES.map(({ journey }) => journey));
  expect(JOURNEYS.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
});

import { expect, it } from 'vitest';
import { sampled } from '../../../scripts/test/tiers.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { JOURNEYS } from '../../../src/conformance/journeys/catalogue/index.ts';
import { SOUND, worldsOf } from '../../../src/conformance/journeys/worlds.ts';
import { judgeOwnClient, violatedIn } from './judge.ts';

it('the client of this package does every journey on the plain server', async () => {
  const report = await judgeOwnClient();
  expect(report.incomplete).toEqual([]);
  expect(violatedIn(report)).toEqual([]);
  expect(report.checks.map(({ id }) => id)).toEqual(JOURNEYS.map(({ name }) => name).sort());
  expect(report.checks.filter(({ status }) => status !== 'passed')).toEqual([]);
});

const variants = VARIANTS.map(({ id }) => id);
/** The journeys that run in each world but the plain one. */
const worlds = Map.groupBy(
  JOURNEYS.flatMap(({ name, ...journey }) =>
    worldsOf({ name, ...journey }, variants).map((world) => ({ name, world })),
  ),
  ({ world }) => world.name,
);
worlds.delete('sound');

it.each(sampled([...worlds], 40))('the client of this package is right in the world %s', async (_, runs) => {
  const [{ world } = { world: SOUND }] = runs;
  const report = await judgeOwnClient({ journeys: runs.map(({ name }) => name), worlds: [world] });
  expect(violatedIn(report)).toEqual([]);
});

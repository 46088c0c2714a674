import { expect, it } from 'vitest';
import { sampled } from '../../../scripts/test/tiers.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { JOURNEYS } from '../../../src/conformance/journeys/catalogue/index.ts';
import { worldsOf } from '../../../src/conformance/journeys/worlds.ts';
import { judgeOwnClient, violatedIn } from './judge.ts';

/** The fetch of Node gives up on the head of an answer after five minutes, unless it gets a dispatcher with another limit. */
const LIMIT_OF_NODE = ['turns.send.client-timeout'];

it('the client of this package does every journey on the plain server', async () => {
  const report = await judgeOwnClient();
  expect(report.incomplete).toEqual([]);
  expect(violatedIn(report)).toEqual(LIMIT_OF_NODE);
  expect(report.checks.filter(({ status }) => status !== 'passed').map(({ id }) => id)).toEqual([
    'send.long',
  ]);
});

const variants = VARIANTS.map(({ id }) => id);
const worlds = [
  ...new Map(
    JOURNEYS.flatMap((journey) => worldsOf(journey, variants).map((world) => [world.name, world] as const)),
  ).values(),
].slice(1);

it.each(sampled(worlds, 40).map((world) => [world.name, world] as const))(
  'the client of this package does every journey in the world %s',
  async (_, world) => {
    const journeys = JOURNEYS.filter(({ name }) => name !== 'send.long').map(({ name }) => name);
    expect(violatedIn(await judgeOwnClient({ journeys, worlds: [world] }))).toEqual([]);
  },
);

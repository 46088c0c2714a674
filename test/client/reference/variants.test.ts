import { expect, it } from 'vitest';
import { combinationsOf } from '../../../scripts/ledger/readings/combinations.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { JOURNEYS } from './journeys.ts';
import { travel } from './travel.ts';

forbidUnhandledRejections();

/** The largest combinations. */
const combinations = combinationsOf()
  .toSorted((a, b) => b.variants.length - a.variants.length)
  .slice(0, 8)
  .map(({ variants }) => [variants.map(({ id }) => id).join(', '), variants] as const);

/** The client works with every reading of every open point. */
it.each([
  ['the sound server', []] as const,
  ...sampled(VARIANTS, 24).map((variant) => [variant.id, [variant]] as const),
  ...sampled(combinations, 4),
])('every journey ends without a failure: %s', async (_, decorators) => {
  const arrivals = await travel(decorators);
  expect(arrivals.map(({ journey }) => journey)).toEqual(Object.keys(JOURNEYS));
  expect(arrivals.filter(({ failure, crash, wrong }) => failure ?? crash ?? wrong[0])).toEqual([]);
});

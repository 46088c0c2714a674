import { describe, expect, it } from 'vitest';
import { groupVariants } from '../../../scripts/ledger/group-variants.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { JOURNEYS } from './journeys.ts';
import { travel } from './travel.ts';

forbidUnhandledRejections();

const groups = groupVariants(VARIANTS).map((group) => [group.map(({ id }) => id).join(', '), group] as const);

/** The client works with every reading of every open point. */
describe('every journey ends without a failure:', () => {
  it.each([
    ['the sound server', []] as const,
    ...VARIANTS.map((variant) => [variant.id, [variant]] as const),
    ...groups,
  ])('%s', async (_, decorators) => {
    const arrivals = await travel(decorators);
    expect(arrivals.map(({ journey }) => journey)).toEqual(Object.keys(JOURNEYS));
    expect(arrivals.filter(({ failure, crash, wrong }) => failure ?? crash ?? wrong[0])).toEqual([]);
  });
});

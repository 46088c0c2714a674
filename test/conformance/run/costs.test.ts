import { expect, it } from 'vitest';
import costs from '../../../generated/check-costs.json' with { type: 'json' };
import { costOf, describePrice } from '../../../src/conformance/run/costs.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** The figures themselves are checked in suite.test.ts, against a run of the full suite. */
it('lists only existing checks; run `npm run costs`', () => {
  const existing = new Set(CHECKS.map(({ id }) => id));
  expect(Object.keys(costs).filter((id) => !existing.has(id))).toEqual([]);
});

it('takes the usual cost for a check that was not measured yet', () => {
  expect(costOf('no.such.check')).toEqual({ turns: 1, chats: 1, skills: 0, requests: 6, modelTurns: 1 });
});

it('says what the turns of a run cost', () => {
  const cost = { ...costOf('no.such.check'), modelTurns: 1298 };
  expect(describePrice(cost, { turn: 0.0125, currency: 'EUR' })).toBe('about 16.2 EUR');
});

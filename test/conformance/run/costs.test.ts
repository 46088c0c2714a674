import { expect, it } from 'vitest';
import costs from '../../../generated/check-costs.json' with { type: 'json' };
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** The figures themselves are checked in suite.test.ts, against a run of the full suite. */
it('lists the existing checks; run `npm run costs`', () => {
  expect(Object.keys(costs)).toEqual(CHECKS.map(({ id }) => id).sort());
});

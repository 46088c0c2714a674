import { expect, it } from 'vitest';
import costs from '../../../generated/check-costs.json' with { type: 'json' };
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** The figures themselves are held to a run of the whole suite, in suite.test.ts. */
it('lists the checks that there are; run `npm run costs`', () => {
  expect(Object.keys(costs)).toEqual(CHECKS.map(({ id }) => id).sort());
});

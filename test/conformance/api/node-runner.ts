/** The guide's example for node:test, against the server in TARGET. Started by conformance-tests.test.ts. */
import { test } from 'node:test';
import { basicProfile, conformanceTests, planRun } from '../../../src/conformance/index.ts';

const profile = basicProfile(process.env.TARGET ?? '', 'harbor-main');
const plan = planRun(profile, { only: (process.env.ONLY ?? '').split(',') });

for (const { name, skip, timeout, run } of conformanceTests({ profile, plan })) {
  test(name, { timeout, skip: skip ?? false }, async (t) => {
    const { skipped } = await run();
    if (skipped !== undefined) t.skip(skipped);
  });
}

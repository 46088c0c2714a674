import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReferenceServer } from '../../../src/alterations/index.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { judgeTarget } from '../../../src/conformance/run/judge-target.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { check } from '../../../src/conformance/suite/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

let server: Awaited<ReturnType<typeof startReferenceServer>>;
beforeAll(async () => {
  server = await startReferenceServer();
});
afterAll(() => server.close());

/** A check with the kind of mistake that an answer of another shape reveals. */
const slip = check({
  id: 'chats.create',
  requirements: ['chats.create.exists'],
  async run(t) {
    const { data } = t.requireSuccess(await t.main.get('/chats?size=1'));
    (data.payload as { tools: unknown[] }).tools.at(0);
  },
});

it('an exception inside a check makes only that check incomplete, and is called a defect of the suite', async () => {
  const other = CHECKS.filter(({ id }) => id === 'catalog.get');
  const profile = referenceProfileOf(server.url, 1);
  const report = await judgeTarget({
    profile,
    plan: planChecks([slip, ...other], profile, { only: [], skip: [], isFast: true, isLong: false }),
    concurrency: 1,
    signal: new AbortController().signal,
  });

  expect(report.verdict).toBe('incomplete');
  expect(report.checks.map(({ id, status }) => [id, status])).toEqual([
    ['catalog.get', 'passed'],
    ['chats.create', 'incomplete'],
  ]);
  expect(report.incomplete).toEqual([
    expect.stringMatching(
      /^chats\.create did not reach its end: .*a defect of the suite, not of the target \(TypeError: .*report/,
    ),
  ]);
});

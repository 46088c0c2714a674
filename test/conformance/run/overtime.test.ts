import { expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { TransportFailure } from '../../../src/conformance/drive/wire.ts';
import { type Check, check, R } from '../../../src/conformance/suite/check-kit/check.ts';
import type { CheckContext } from '../../../src/conformance/suite/check-kit/context.ts';

const WAITS = 110_000;

function waiting(run: (t: CheckContext) => Promise<void>): Check {
  return check({
    id: 'interactions.expiry.too-late',
    requirements: [R['interactions.expiry.not-found']],
    waits: WAITS,
    run,
  });
}

it('a waiting check is ended four minutes after its wait, and judges nothing', async () => {
  const { report, outcomes } = await judgeReference({ checks: [waiting((t) => t.wait(100 * WAITS))] });
  expect(outcomes).toMatchObject([
    {
      status: 'incomplete',
      reason: 'it was still not over 240 s after its wait of 110 s',
      duration: 350_000,
    },
  ]);
  expect(report.verdict).toBe('incomplete');
});

it('a waiting check may run for a while after its wait', async () => {
  const late = waiting(async (t) => {
    await t.wait(WAITS + 200_000);
    t.expect('interactions.expiry.not-found').isTrue(await t.main.get('/chats'), true, 'chats', 'none');
  });
  const { outcomes } = await judgeReference({ checks: [late] });
  expect(outcomes).toMatchObject([{ status: 'passed' }]);
});

it.each([
  ['during its wait', 1000, 2],
  ['after its wait', WAITS + 1000, 1],
])('a check whose connection breaks %s gets %i ms and then %i attempts', async (_, breaksAfter, attempts) => {
  let begun = 0;
  const broken = waiting(async (t) => {
    begun += 1;
    await t.wait(breaksAfter);
    throw new TransportFailure('timeout', 'the exchange was not over');
  });
  const { outcomes } = await judgeReference({ checks: [broken] });
  expect(outcomes).toMatchObject([{ status: 'incomplete', reason: 'the exchange was not over' }]);
  expect(begun).toBe(attempts);
});

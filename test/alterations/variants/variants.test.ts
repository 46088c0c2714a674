import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstReadings, groupVariants } from '../../../scripts/ledger/group-variants.ts';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

/** Checks that wait for minutes run against the sound server only. */
const checks = CHECKS.filter(({ waits = 0 }) => waits < 100_000);
const [samples = []] = fc.sample(
  fc.array(fc.subarray([...VARIANTS], { minLength: 2, maxLength: 12 }), { minLength: 50, maxLength: 50 }),
  {
    numRuns: 1,
    seed: 20,
  },
);

describe('a server with other readings of open points', () => {
  it.each(
    [...groupVariants(VARIANTS), ...samples.map(firstReadings)].map(
      (variants) => [variants.map(({ id }) => id).join(', '), variants] as const,
    ),
  )('is never nonconformant: %s', async (_, decorators) => {
    const { report } = await judgeReference({ checks, decorators });
    expect(alarmsIn(report)).toEqual([]);
  });
});

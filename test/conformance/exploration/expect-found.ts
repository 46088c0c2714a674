import { expect } from 'vitest';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { sequenceChecks } from '../../../src/conformance/exploration/sequence.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { Decorator } from '../../../src/reference/ports.ts';

const profile = referenceProfileOf('http://127.0.0.1:1', 1);

/** Expects that a sequence, taken whole, violates a requirement at a server with a defect, and none at the sound one. */
export async function expectFound(
  defect: Decorator,
  requirement: string,
  steps: readonly Step[],
): Promise<void> {
  const violated = async (decorators: readonly Decorator[]) => {
    const checks = sequenceChecks([steps], profile);
    const { report } = await judgeReference({ checks, decorators });
    expect(checks.flatMap(({ taken }) => taken)).toEqual(steps);
    return alarmsIn(report).map((alarm) => alarm.split(':')[0]);
  };
  expect(await violated([])).toEqual([]);
  expect(await violated([defect])).toContain(requirement);
}

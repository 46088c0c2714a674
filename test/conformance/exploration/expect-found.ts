import { expect } from 'vitest';
import { alarmsIn, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { sequenceChecks } from '../../../src/conformance/exploration/sequence.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { Decorator } from '../../../src/reference/ports.ts';

const profile = referenceProfileOf('http://127.0.0.1:1', 1);

/** What a sequence finds at a server, as far as its steps are possible. */
export async function violatedBy(
  decorators: readonly Decorator[],
  steps: readonly Step[],
): Promise<readonly (string | undefined)[]> {
  const { report } = await judgeReference({ checks: sequenceChecks([steps], profile), decorators });
  return alarmsIn(report).map((alarm) => alarm.split(':')[0]);
}

/** Expects that a sequence, taken whole, violates a requirement at a server with a defect, and none at the sound one. */
export async function expectFound(
  defect: Decorator,
  requirement: string,
  steps: readonly Step[],
): Promise<void> {
  expect(await stepsTaken(steps)).toEqual(steps);
  expect(await violatedBy([defect], steps)).toContain(requirement);
}

/** Expects that the sound server raises no alarm. @returns the steps that were taken */
export async function stepsTaken(steps: readonly Step[]): Promise<readonly Step[]> {
  const checks = sequenceChecks([steps], profile);
  const { report } = await judgeReference({ checks });
  expect(alarmsIn(report)).toEqual([]);
  return checks.flatMap(({ taken }) => taken);
}

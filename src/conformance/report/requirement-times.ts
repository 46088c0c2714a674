import type { CheckReport } from './model.ts';

/**
 * How long each requirement took, in milliseconds. Checks are timed, and a check often verifies several requirements. Each of them gets an
 * equal share, so that the sum over all requirements is the sum over all checks. A requirement without a check that ran has no time.
 */
export function timesOfRequirements(checks: readonly CheckReport[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { duration, requirements } of checks) {
    // A report that was read from a file may have anything here.
    if (typeof duration !== 'number' || !Array.isArray(requirements)) continue;
    const verified = new Set<string>(requirements);
    for (const id of verified) times.set(id, (times.get(id) ?? 0) + duration / verified.size);
  }
  return times;
}

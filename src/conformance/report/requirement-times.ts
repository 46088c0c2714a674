import type { CheckReport } from './model.ts';

/**
 * How long each requirement took, in milliseconds. Only checks are timed, and a check often verifies several requirements. Each of them
 * gets an equal share, so that the requirements and the checks add up to the same total. A requirement whose checks did not run has no
 * time.
 */
export function timesOfRequirements(checks: readonly CheckReport[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { duration, requirements } of checks) {
    // A report read from a file may contain anything here.
    if (typeof duration !== 'number' || !Array.isArray(requirements)) continue;
    const verified = new Set<string>(requirements);
    for (const id of verified) times.set(id, (times.get(id) ?? 0) + duration / verified.size);
  }
  return times;
}

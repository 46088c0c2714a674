import { UnusableValue } from '../../drive/unusable-value.ts';

/** Ends a check after a violation that makes its remaining steps meaningless. The violation is already in the ledger. */
export class CheckOver extends Error {
  readonly code = 'check-over';
}

/**
 * Ends a check that cannot show anything: the target reads an open point in a way that leaves nothing to test, or a long standstill of this
 * machine or the target makes a measured time meaningless. The check is left out, and its requirements are not judged. Neither the target
 * nor the run is at fault, so the run is still complete.
 */
export class NothingToSee extends Error {
  readonly code = 'nothing-to-see';
}

/**
 * Ends a check that cannot get as far as its own claims, for example because the turn that should prepare it failed. The check is then
 * incomplete, not failed. Another check covers what went wrong.
 */
export class CannotGoOn extends Error {
  readonly code = 'cannot-go-on';
}

/** Whether a check ended on purpose, and not because of a defect. */
export function isInterruption(error: unknown): boolean {
  const kinds = [CheckOver, NothingToSee, CannotGoOn, UnusableValue];
  return kinds.some((kind) => error instanceof kind);
}

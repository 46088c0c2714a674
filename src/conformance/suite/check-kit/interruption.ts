import { UnusableValue } from '../../drive/unusable-value.ts';

/** Ends a check whose rest would be meaningless after a violation. The violation is already in the ledger. */
export class CheckOver extends Error {
  readonly code = 'check-over';
}

/**
 * Ends a check that cannot show anything: the target follows a reading of an open point under which there is nothing to see, or a measured
 * time says nothing because this machine or the target stood still for too long. The check is left out, and its requirements are not judged.
 * Nothing is wrong with the target or the run, so the run is not incomplete.
 */
export class NothingToSee extends Error {
  readonly code = 'nothing-to-see';
}

/**
 * Ends a check that cannot reach its own claims, for example because the turn that was to prepare it failed. The
 * check is then incomplete, not failed: another check covers what went wrong.
 */
export class CannotGoOn extends Error {
  readonly code = 'cannot-go-on';
}

/** Whether a check ended by itself, and not by a defect. */
export function isInterruption(error: unknown): boolean {
  const kinds = [CheckOver, NothingToSee, CannotGoOn, UnusableValue];
  return kinds.some((kind) => error instanceof kind);
}

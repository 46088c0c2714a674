/** Ends a check whose rest would be meaningless after a violation. The violation is already in the ledger. */
export class CheckOver extends Error {
  readonly code = 'check-over';
}

/**
 * Ends a check that cannot tell what a measured time shows, because this machine or the target stood still for too long. Its requirements are
 * then not judged. Nothing is wrong with the target or the run, so the run is not incomplete.
 */
export class CannotTell extends Error {
  readonly code = 'cannot-tell';
}

/**
 * Ends a check that cannot reach its own claims, for example because the turn that was to prepare it failed. The
 * check is then incomplete, not failed: another check covers what went wrong.
 */
export class CannotGoOn extends Error {
  readonly code = 'cannot-go-on';
}

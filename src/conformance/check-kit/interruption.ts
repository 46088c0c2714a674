/** Ends a check whose rest would be meaningless after a violation. The violation is already in the ledger. */
export class CheckOver extends Error {
  readonly code = 'check-over';
}

/**
 * Ends a check that cannot reach its own claims, for example because the turn that was to prepare it failed. The
 * check is then incomplete, not failed: another check covers what went wrong.
 */
export class CannotGoOn extends Error {
  readonly code = 'cannot-go-on';
}

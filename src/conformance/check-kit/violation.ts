/** Ends a check: what was found makes the rest of it meaningless. It is noted already. */
export class CheckOver extends Error {
  readonly code = 'check-over';
}

/**
 * What came does not let the check go on, and is the matter of another check: a turn that should only prepare something
 * failed, for example.
 */
export class CannotGoOn extends Error {
  readonly code = 'cannot-go-on';
}

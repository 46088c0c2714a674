/** A requirement that the registry no longer has. */
export interface RemovedRow {
  /** The version of the package that no longer has it. */
  readonly since: string;
  /** The requirement that took its place. */
  readonly instead: string;
  /** Whether that requirement asks for nothing more, so that what was said of the old name holds for the new one. */
  readonly isRenamed?: true;
}

/** Requirements that were removed, by id. Lists of known failures, command lines and older reports may still name them. */
export const REMOVED_ROWS: Readonly<Record<string, RemovedRow>> = {
  'interactions.pause.pings': { since: '0.1.0', instead: 'stream.ping.cadence' },
  'usage.counters.snake-case-integers': {
    since: '0.1.0',
    instead: 'usage.counters.not-negative',
    isRenamed: true,
  },
};

export function removedRow(id: string): RemovedRow | undefined {
  return Object.hasOwn(REMOVED_ROWS, id) ? REMOVED_ROWS[id] : undefined;
}

/** The present name of a requirement that was renamed, and the id itself of any other. */
export function presentName(id: string): string {
  const removed = removedRow(id);
  return removed?.isRenamed ? removed.instead : id;
}

/** A requirement that the registry no longer has. */
export interface RemovedRow {
  /** The version of the package that no longer has it. */
  readonly since: string;
  /** The requirement that took its place. */
  readonly instead: string;
}

/** Requirements that were removed, by id. Lists of known failures, command lines and older reports may still name them. */
export const REMOVED_ROWS: Readonly<Record<string, RemovedRow>> = {
  'interactions.pause.pings': { since: '0.1.0', instead: 'stream.ping.cadence' },
  'usage.counters.snake-case-integers': { since: '0.1.0', instead: 'usage.counters.not-negative' },
};

export function removedRow(id: string): RemovedRow | undefined {
  return Object.hasOwn(REMOVED_ROWS, id) ? REMOVED_ROWS[id] : undefined;
}

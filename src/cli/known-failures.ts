import { loadRows } from '../conformance/registry/registry.ts';
import type { EarlierRuns, KnownFailure } from '../conformance/verdict/known-failures-report.ts';
import { readKnownFailures } from '../conformance/verdict/read-known-failures.ts';
import { readUserFile } from './read-user-file.ts';

/** A list of known failures, and the day on which it is compared with a report: `YYYY-MM-DD`, in UTC. */
export interface DatedList {
  readonly entries: readonly KnownFailure[];
  readonly today: string;
  /** The runs of a history; none if absent. */
  readonly earlier?: EarlierRuns;
}

/**
 * Reads the list of `--known-failures` before anything runs.
 *
 * @throws UsageError when the file cannot be read, KnownFailuresError when it is not a list
 */
export function readKnownFailuresFile(file: string): DatedList {
  const ids = loadRows().requirements.map(({ id }) => id);
  const entries = readKnownFailures(readUserFile(file, '--known-failures'), file, ids);
  return { entries, today: new Date().toISOString().slice(0, 10) };
}

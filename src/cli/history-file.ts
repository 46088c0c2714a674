import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { resolveTarget } from '../conformance/recordings/resolve-target.ts';
import { updateFile } from '../conformance/recordings/update-file.ts';
import { addRun, type History, NO_HISTORY } from '../conformance/report/history/history.ts';
import { readHistory } from '../conformance/report/history/read-history.ts';
import { summariseHistory } from '../conformance/report/history/trends.ts';
import type { SingleReport } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import type { KnownFailure } from '../conformance/verdict/known-failures-report.ts';
import type { Io } from './io.ts';
import { readUserFile } from './read-user-file.ts';

/** The file of `--remember`, and the known failures of the run. */
export interface Remembering {
  readonly file: string;
  readonly entries: readonly KnownFailure[];
}

/**
 * Reads the history of `--remember`, which a first run does not have.
 *
 * @throws UsageError when the file cannot be read, HistoryError when it is not a history
 */
export function readHistoryFile(file: string): History {
  return existsSync(resolveTarget(file)) ? readHistory(readUserFile(file, '--remember'), file) : NO_HISTORY;
}

/**
 * Adds a run to the history, and prints what it changed.
 *
 * @throws LostReport when the file cannot be written
 */
export async function rememberRun(
  report: SingleReport,
  { file, entries }: Remembering,
  io: Io,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Promise<void> {
  let history = NO_HISTORY;
  const update = () => {
    history = addRun(readHistoryFile(file), report, entries, new Date().toISOString());
    return `${JSON.stringify(history, null, 1)}\n`;
  };
  await updateFile(file, update, wait);
  io.stderr.write(`history in ${sanitize(file)}: ${summariseHistory(history)}\n`);
}

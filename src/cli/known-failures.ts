import { readFileSync } from 'node:fs';
import { loadRows } from '../conformance/registry.ts';
import type { Report, TargetReport } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import {
  compareKnownFailures,
  describeKnownFailures,
  exitCodeWith,
  type KnownFailure,
  readKnownFailures,
} from '../conformance/verdict/known-failures.ts';
import { EXIT, type Io } from './io.ts';
import { UsageError } from './usage-error.ts';

/** Reads the list before anything runs. @throws UsageError, KnownFailuresError */
export function readKnownFailuresFile(file: string): KnownFailure[] {
  const ids = loadRows().requirements.map(({ id }) => id);
  return readKnownFailures(readText(file), file, ids);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--known-failures ${file} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Holds a report against the list, and tells on stderr what there is to do about it. */
export function applyKnownFailures<R extends Extract<Report, TargetReport>>(
  report: R,
  entries: readonly KnownFailure[],
  failsOnWarning: boolean,
  io: Io,
): { readonly report: R; readonly exitCode: number } {
  const { requirements, verdict, incomplete } = report;
  const today = new Date().toISOString().slice(0, 10);
  const knownFailures = compareKnownFailures(entries, requirements, today);
  for (const line of describeKnownFailures(knownFailures)) io.stderr.write(`${sanitize(line, 1000)}\n`);
  const isKnown = (id: string) => knownFailures.known.some((entry) => entry.id === id);
  const warns = failsOnWarning && requirements.some(({ id, status }) => status === 'warned' && !isKnown(id));
  const exitCode = exitCodeWith(knownFailures, verdict, incomplete);
  return {
    report: { ...report, knownFailures },
    exitCode: exitCode === EXIT.ok && warns ? EXIT.violations : exitCode,
  };
}

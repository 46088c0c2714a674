import type { History } from '../../../../generated/input-files.js';
import { nameEntry, violates, wasMet } from '../../verdict/known-failures.ts';
import type { EarlierRuns, KnownFailure, Tally } from '../../verdict/known-failures-report.ts';
import type { RowStatus } from '../../verdict/verdict.ts';
import type { RequirementReport, SingleReport } from '../model.ts';

export type { History } from '../../../../generated/input-files.js';

/** The most runs that a history keeps. It has about 150 kB with them. */
export const MOST_RUNS = 100;

export const NO_HISTORY: History = { history: 1, runs: [], outcomes: {} };

const LONGEST_TARGET = 500;
/** Entries of the known failures that have outcomes of their own. */
const MOST_ENTRIES = 1000;

/** The outcome of a requirement in one run: failed, warned, passed, or not judged. */
export type Letter = 'f' | 'w' | 'p' | '.';

const LETTERS: Partial<Record<RowStatus, Letter>> = { failed: 'f', warned: 'w', passed: 'p' };
const NOT_JUDGED: Letter = '.';

type Outcomes = History['outcomes'];

/**
 * Adds a run to a history, which forgets the oldest run beyond the limit.
 *
 * @param entries the list of known failures; those that are flaky at one place get outcomes of their own
 * @param now ISO 8601, in UTC, for a report that does not say when it was made
 */
export function addRun(
  { runs, outcomes }: History,
  report: SingleReport,
  entries: readonly KnownFailure[],
  now: string,
): History {
  const { started = now, target, verdict, summary } = report;
  const { failed, warned } = summary;
  const run = { started, target: target.slice(0, LONGEST_TARGET), verdict, failed, warned };
  const rows = new Map(report.requirements.map((row) => [row.id, row]));
  const everywhere = report.requirements.map(
    ({ id, status }) => [id, LETTERS[status] ?? NOT_JUDGED] as const,
  );
  const atPlaces = entries
    .filter(({ flaky, place }) => flaky && place !== undefined)
    .slice(0, MOST_ENTRIES)
    .map((entry) => [nameEntry(entry), letterAt(rows.get(entry.id), entry)] as const);
  return {
    history: 1,
    runs: [...runs, run].slice(-MOST_RUNS),
    outcomes: append(outcomes, [...everywhere, ...atPlaces], runs.length),
  };
}

function letterAt(row: RequirementReport | undefined, entry: KnownFailure): Letter {
  if (row && violates(row, entry)) return LETTERS[row.status] ?? NOT_JUDGED;
  return row && wasMet(row, entry) ? 'p' : NOT_JUDGED;
}

/** Appends a letter to each series, and drops the series without an outcome. */
function append(series: Outcomes, letters: readonly (readonly [string, Letter])[], runs: number): Outcomes {
  const added = new Map(letters);
  const names = new Set([...Object.keys(series), ...added.keys()]);
  return Object.fromEntries(
    [...names].sort().flatMap((name) => {
      const before = Object.hasOwn(series, name) ? series[name] : NOT_JUDGED.repeat(runs);
      const all = `${before}${added.get(name) ?? NOT_JUDGED}`.slice(-MOST_RUNS);
      return /[fwp]/.test(all) ? [[name, all]] : [];
    }),
  );
}

/** How often the runs of a history looked at an entry, and how often they found it violated. */
export function earlierRuns({ outcomes }: History): EarlierRuns {
  return (entry) => {
    const name = nameEntry(entry);
    return countOutcomes((Object.hasOwn(outcomes, name) && outcomes[name]) || '');
  };
}

/** Counts the letters of judged runs. */
export function countOutcomes(letters: string): Tally {
  return {
    seen: letters.replaceAll(NOT_JUDGED, '').length,
    violated: [...letters].filter(isViolated).length,
  };
}

export function isViolated(letter: string): boolean {
  return letter === 'f' || letter === 'w';
}

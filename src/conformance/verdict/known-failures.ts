import { LineCounter, parseDocument } from 'yaml';
import { explainKnownFailures, type KnownFailures } from '../../../generated/input-files.js';
import { findNearest } from '../nearest.ts';
import type { RowStatus } from './verdict.ts';

/** An entry of the list: a requirement that the target is known to violate. */
export type KnownFailure = KnownFailures['known_failures'][number];

/** The list of known failures compared with the result of a run. */
export interface KnownFailuresReport {
  /** Entries whose requirement is violated, as listed. */
  readonly known: readonly KnownFailure[];
  /** Entries whose requirement the target met. */
  readonly stale: readonly KnownFailure[];
  readonly expired: readonly KnownFailure[];
  /** Entries whose requirement was not exercised. */
  readonly unseen: readonly KnownFailure[];
  /** Ids of must-requirements that are violated but not listed. */
  readonly unlisted: readonly string[];
}

/** Thrown when the list cannot be used. The message has one line for each problem. */
class KnownFailuresError extends Error {
  readonly code = 'invalid-known-failures';
}

const LARGEST = 1024 * 1024;
const SHOWN = 10;

/**
 * Reads a list of known failures, in YAML or JSON, in the format of spec/formats/known-failures.schema.json.
 *
 * @param name name of the list in messages, usually the path of its file
 * @param ids the ids of all requirements
 * @throws KnownFailuresError
 */
export function readKnownFailures(text: string, name: string, ids: readonly string[]): KnownFailure[] {
  if (text.length > LARGEST)
    throw new KnownFailuresError(`${name} is too large for a list of known failures`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const [syntax] = document.errors;
  if (syntax) throw new KnownFailuresError(`${name}:${lines.linePos(syntax.pos[0]).line}: ${syntax.message}`);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const problems = explainKnownFailures(value).map(
    ({ pointer, message }) => `${name}: ${pointer.slice(1).replaceAll('/', '.') || 'the list'} ${message}`,
  );
  if (problems.length > 0) throw new KnownFailuresError(problems.slice(0, SHOWN).join('\n'));
  const { known_failures: entries } = value as KnownFailures;
  const wrong = entries.flatMap((entry, index) => problemsOf(entry, entries.slice(0, index), ids));
  if (wrong.length === 0) return [...entries];
  throw new KnownFailuresError(
    wrong
      .slice(0, SHOWN)
      .map((line) => `${name}: ${line}`)
      .join('\n'),
  );
}

function problemsOf({ id }: KnownFailure, before: readonly KnownFailure[], ids: readonly string[]): string[] {
  if (before.some((other) => other.id === id)) return [`${id} is listed twice; list it once`];
  if (ids.includes(id)) return [];
  const [nearest] = findNearest(id, ids);
  return [`there is no requirement ${id}${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`];
}

interface Row {
  readonly id: string;
  readonly status: RowStatus;
}

/**
 * Compares the list with the rows of a report.
 *
 * @param today `YYYY-MM-DD`, in UTC
 */
export function compareKnownFailures(
  entries: readonly KnownFailure[],
  rows: readonly Row[],
  today: string,
): KnownFailuresReport {
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const isExpired = ({ expires }: KnownFailure) => expires < today;
  const valid = entries.filter((entry) => !isExpired(entry));
  const isViolated = ({ id }: KnownFailure) => ['failed', 'warned'].includes(statuses.get(id) ?? '');
  const isMet = ({ id }: KnownFailure) => statuses.get(id) === 'passed';
  return {
    known: valid.filter(isViolated),
    stale: valid.filter(isMet),
    expired: entries.filter(isExpired),
    unseen: valid.filter((entry) => !isViolated(entry) && !isMet(entry)),
    unlisted: rows
      .filter(({ id, status }) => status === 'failed' && !entries.some((entry) => entry.id === id))
      .map(({ id }) => id),
  };
}

/** Summarizes the comparison for a person: one line with the counts, then one for each entry that needs attention. */
export function describeKnownFailures({
  known,
  stale,
  expired,
  unseen,
  unlisted,
}: KnownFailuresReport): string[] {
  return [
    `known failures: ${known.length} as listed, ${unlisted.length} not listed, ${unseen.length} not exercised`,
    ...stale.map(({ id }) => `stale: ${id} is listed and was met; take it off the list`),
    ...expired.map(
      ({ id, expires }) => `expired: ${id} was listed until ${expires}; mend it, or renew the entry`,
    ),
    ...unlisted.map((id) => `not listed: ${id}`),
  ];
}

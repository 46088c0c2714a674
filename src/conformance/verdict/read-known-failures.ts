import { explainKnownFailures, type KnownFailures } from '../../../generated/input-files.js';
import { readYaml, YamlProblem } from '../profile/read-yaml.ts';
import { findNearest } from '../registry/nearest.ts';
import { presentName, removedRow } from '../registry/removed-rows.ts';
import { nameEntry } from './known-failures.ts';
import type { KnownFailure } from './known-failures-report.ts';

/** Thrown when the list is invalid. The message has one line per problem. */
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
  const value = readValue(text, name);
  const problems = explainKnownFailures(value).map(
    ({ pointer, message }) => `${name}: ${pointer.slice(1).replaceAll('/', '.') || 'the list'} ${message}`,
  );
  if (problems.length > 0) throw new KnownFailuresError(problems.slice(0, SHOWN).join('\n'));
  const entries = (value as KnownFailures).known_failures.map(renameEntry);
  const wrong = entries.flatMap((entry, index) => problemsOf(entry, entries.slice(0, index), ids));
  if (wrong.length === 0) return entries;
  throw new KnownFailuresError(
    wrong
      .slice(0, SHOWN)
      .map((line) => `${name}: ${line}`)
      .join('\n'),
  );
}

function readValue(text: string, name: string): unknown {
  try {
    return readYaml(text).value;
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    throw new KnownFailuresError(`${name}:${error.line}: ${error.message}`, { cause: error });
  }
}

/** An entry for a requirement that was renamed is one for its present name. */
function renameEntry(entry: KnownFailure): KnownFailure {
  const id = presentName(entry.id);
  return id === entry.id ? entry : { ...entry, id, formerId: entry.id };
}

function problemsOf(entry: KnownFailure, before: readonly KnownFailure[], ids: readonly string[]): string[] {
  const { id, place, expires, flaky, highest_rate: rate } = entry;
  if (!isDay(expires)) return [`${id} expires on ${expires}, and there is no such day`];
  if (rate !== undefined && !flaky) return [`${id} has a highest_rate, which needs \`flaky: true\``];
  if (before.some((other) => other.id === id && other.place === place))
    return [`${nameEntry(entry)} is listed twice; list it once`];
  if (ids.includes(id)) return [];
  const removed = removedRow(id);
  if (removed) return [`${id} was removed in ${removed.since}; list ${removed.instead} if it is violated`];
  const [nearest] = findNearest(id, ids);
  return [`there is no requirement ${id}${nearest === undefined ? '' : ` (did you mean ${nearest}?)`}`];
}

/** Whether a well-formed date exists in the calendar. */
function isDay(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

import type { Level } from '../registry/registry.ts';
import { isUnder } from '../registry/selection.ts';
import { describeMissing, type PlacesSeen } from './places.ts';
import { type RowStatus, type Verdict, verdictOver } from './verdict.ts';

interface Demanded {
  readonly verdict: Verdict;
  readonly incomplete: readonly string[];
  readonly requirements: readonly {
    readonly id: string;
    readonly level: Level;
    readonly status: RowStatus;
    readonly reason?: string;
    readonly places?: PlacesSeen;
  }[];
}

/** After a prefix: all places of its requirements are required. */
const PLACES = '/places';

/** The beginning of ids in what `--require` names, with or without `/places`. */
export function prefixOfRequired(required: string): string {
  return required.endsWith(PLACES) ? required.slice(0, -PLACES.length) : required;
}

/**
 * Makes a report incomplete for each requirement that was required (`--require`) and not exercised.
 *
 * @param prefixes ids of requirements, or beginnings of ids. Followed by `/places`, they require every place of the requirements
 */
export function requireExercised<Report extends Demanded>(
  report: Report,
  prefixes: readonly string[],
): Report {
  const missing = report.requirements.filter(
    ({ id, status }) =>
      (status === 'not-judged' || status === 'not-exercised') &&
      prefixes.some((prefix) => isUnder(id, prefixOfRequired(prefix))),
  );
  const partly = report.requirements.filter(
    ({ id, places }) =>
      places !== undefined &&
      places.missing.length > 0 &&
      !missing.some((row) => row.id === id) &&
      prefixes.some((prefix) => prefix.endsWith(PLACES) && isUnder(id, prefixOfRequired(prefix))),
  );
  if (missing.length + partly.length === 0) return report;
  const incomplete = [
    ...report.incomplete,
    ...missing.map(
      ({ id, reason }) => `${id} is required and was not exercised: ${reason ?? 'nothing showed it'}`,
    ),
    ...partly.map(
      ({ id, places }) =>
        `${id} is required at every place; not exercised: ${describeMissing(places?.missing ?? [])}`,
    ),
  ];
  return { ...report, incomplete, verdict: verdictOver(report.requirements, incomplete) };
}

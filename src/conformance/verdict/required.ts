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

/** Suffix that requires every place of a requirement. */
const PLACES = '/places';

/** The requirement id or id prefix in a value of `--require`, without `/places`. */
export function prefixOfRequired(required: string): string {
  return required.endsWith(PLACES) ? required.slice(0, -PLACES.length) : required;
}

/**
 * Makes a report incomplete for each requirement that is required (`--require`) but was not exercised.
 *
 * @param prefixes ids of requirements, or id prefixes; with the suffix `/places`, they require every place
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

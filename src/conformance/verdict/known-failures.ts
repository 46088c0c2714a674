import type { Place } from '../judge/place.ts';
import { removedRow } from '../registry/removed-rows.ts';
import type { EarlierRuns, KnownFailure, KnownFailuresReport, Tally } from './known-failures-report.ts';
import type { PlacesSeen } from './places.ts';
import { type LocatedRow, placesOfRow } from './places-of-finding.ts';
import { CONFIDENCE, shareBounds } from './share-bounds.ts';
import type { RowStatus } from './verdict.ts';

interface Row extends LocatedRow {
  readonly id: string;
  readonly status: RowStatus;
  readonly rounds?: Tally;
  readonly places?: PlacesSeen;
}

const NO_RUNS: EarlierRuns = () => ({ seen: 0, violated: 0 });

/**
 * Compares the list with the rows of a report.
 *
 * @param today `YYYY-MM-DD`, in UTC
 */
export function compareKnownFailures(
  entries: readonly KnownFailure[],
  rows: readonly Row[],
  today: string,
  earlier: EarlierRuns = NO_RUNS,
): KnownFailuresReport {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kinds = Map.groupBy(entries, (entry) => kindOf(entry, byId.get(entry.id), today, earlier));
  const those = (kind: Kind) => kinds.get(kind) ?? [];
  const uncovered = rows.flatMap((row) => {
    const own = entries.filter(({ id }) => id === row.id);
    const places = own.length > 0 && isViolated(row) ? firstUncovered(row, own) : undefined;
    return places ? [{ id: row.id, places }] : [];
  });
  const listed = new Set(entries.map(({ id }) => id));
  const isUncovered = (searched: string) => uncovered.some(({ id }) => id === searched);
  const frequent = those('frequent').map((entry) => ({ ...entry, ...count(entry, byId, earlier) }));
  return {
    known: those('known'),
    stale: those('stale'),
    expired: those('expired'),
    unseen: those('unseen'),
    unlisted: rows
      .filter(({ id, status }) => status === 'failed' && (!listed.has(id) || isUncovered(id)))
      .map(({ id }) => id),
    ...(kinds.has('quiet') && { quiet: those('quiet') }),
    ...(frequent.length > 0 && { frequent }),
    ...(uncovered.length > 0 && { uncovered }),
  };
}

type Kind = 'known' | 'stale' | 'expired' | 'unseen' | 'quiet' | 'frequent';

function kindOf(entry: KnownFailure, row: Row | undefined, today: string, earlier: EarlierRuns): Kind {
  if (entry.expires < today) return 'expired';
  if (row && violates(row, entry)) return isFrequent(entry, row, earlier) ? 'frequent' : 'known';
  if (!row || !wasMet(row, entry)) return 'unseen';
  return entry.flaky ? 'quiet' : 'stale';
}

function isViolated({ status }: Row): boolean {
  return status === 'failed' || status === 'warned';
}

/** Whether a run violated the requirement of an entry, at its place. */
export function violates(row: Row, { place }: Pick<KnownFailure, 'place'>): boolean {
  return (
    isViolated(row) && (place === undefined || placesOfRow(row).some((places) => places.includes(place)))
  );
}

/** Whether a run that did not violate the requirement of an entry looked at it, at its place. */
export function wasMet({ status, places }: Row, { place }: Pick<KnownFailure, 'place'>): boolean {
  if (place === undefined || !places) return status === 'passed';
  const missing = places.missing.flatMap((group) => group.places);
  return (status === 'passed' || status === 'failed' || status === 'warned') && !missing.includes(place);
}

/** The places of the first violation of which no entry speaks; undefined if there is none. */
function firstUncovered(row: Row, entries: readonly KnownFailure[]): readonly Place[] | undefined {
  if (entries.some(({ place }) => place === undefined)) return undefined;
  const covered = new Set(entries.map(({ place }) => place));
  const all = placesOfRow(row);
  return all.length === 0 ? [] : all.find((places) => !places.some((place) => covered.has(place)));
}

/** Whether more violations were seen than the highest rate of an entry explains. Few violations never show that. */
function isFrequent(entry: KnownFailure, row: Row, earlier: EarlierRuns): boolean {
  if (!entry.flaky || entry.highest_rate === undefined) return false;
  const { violated, seen } = countOf(entry, row, earlier);
  return shareBounds(violated, seen).low > entry.highest_rate;
}

/** Counts the rounds of a run that repeats an entry's requirement, and otherwise the earlier runs and this one, which violated it. */
function countOf(entry: KnownFailure, { rounds }: Row, earlier: EarlierRuns): Tally {
  if (rounds && rounds.violated > 0 && entry.place === undefined) return rounds;
  const { seen, violated } = earlier(entry);
  return { seen: seen + 1, violated: violated + 1 };
}

function count(entry: KnownFailure, rows: ReadonlyMap<string, Row>, earlier: EarlierRuns): Tally {
  const row = rows.get(entry.id);
  return row ? countOf(entry, row, earlier) : earlier(entry);
}

/** The listed violations that change nothing, by the id of the requirement. */
export function listedViolations({
  known,
  unlisted,
  frequent = [],
  uncovered = [],
}: KnownFailuresReport): Map<string, KnownFailure> {
  const more = new Set([...unlisted, ...[...frequent, ...uncovered].map(({ id }) => id)]);
  return new Map(known.flatMap((entry) => (more.has(entry.id) ? [] : [[entry.id, entry]])));
}

/** Whether the list does not match the target: a violation is not listed or too frequent, or an entry is stale or expired. */
export function isOutOfDate({ stale, expired, unlisted, frequent = [] }: KnownFailuresReport): boolean {
  return stale.length + expired.length + unlisted.length + frequent.length > 0;
}

/** Summarizes the comparison: one line with the counts, then one line for each entry that needs attention. */
export function describeKnownFailures(report: KnownFailuresReport): string[] {
  const { known, unseen, unlisted, quiet = [], uncovered = [] } = report;
  const flaky = quiet.length > 0 ? `, ${quiet.length} flaky and met` : '';
  return [
    `known failures: ${known.length} as listed, ${unlisted.length} not listed, ${unseen.length} not exercised${flaky}`,
    ...describeOutdated(report),
    ...describeRenamed(report),
    ...unlisted.map((id) => {
      const at = uncovered.find((one) => one.id === id)?.places;
      return at
        ? `not listed: ${id}${at.length > 0 ? ` at ${at.join(', ')}` : ' at an unknown place'}`
        : `not listed: ${id}`;
    }),
  ];
}

/** One line for each entry that no longer counts. */
export function describeOutdated({ stale, expired, frequent = [] }: KnownFailuresReport): string[] {
  return [
    ...stale.map((entry) => `stale: ${nameEntry(entry)} is listed and was met; take it off the list`),
    ...expired.map(
      (entry) => `expired: ${nameEntry(entry)} was listed until ${entry.expires}; fix it, or renew the entry`,
    ),
    ...frequent.map(
      (entry) =>
        `too often: ${nameEntry(entry)} in ${entry.violated} of ${entry.seen}, which is above the highest rate of ${entry.highest_rate} at ${CONFIDENCE * 100} % confidence`,
    ),
  ];
}

function describeRenamed(report: KnownFailuresReport): string[] {
  const { known, stale, expired, unseen, quiet = [], frequent = [] } = report;
  return [...known, ...stale, ...expired, ...unseen, ...quiet, ...frequent].flatMap(({ id, formerId }) =>
    formerId === undefined
      ? []
      : `renamed: ${formerId} is ${id} since ${removedRow(formerId)?.since}; write the new name in the list`,
  );
}

/** The name of an entry in messages: its requirement, and its place if it has one. */
export function nameEntry({ id, place }: Pick<KnownFailure, 'id' | 'place'>): string {
  return place === undefined ? id : `${id} at ${place}`;
}

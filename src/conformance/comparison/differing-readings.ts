import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { questionOf } from '../readings/read-readings.ts';
import { Seen } from '../readings/seen.ts';
import type { SeenReading } from '../readings/seen-reading.ts';
import type { Difference } from './difference.ts';

/** A run with the readings that it showed. */
export interface ReadRun {
  readonly exchanges: readonly LoggedExchange[];
  readonly seen: readonly SeenReading[];
}

/**
 * The questions of open points that two servers answer in different ways. Such a difference need not show between two answers: a listing that
 * leaves out failed turns looks like any other.
 *
 * @param again another run of the first server: a reading that only one of its runs shows is chance
 */
export function differingReadings(one: ReadRun, other: ReadRun, again: ReadRun): readonly Difference[] {
  const [ones, others, agains] = [one, other, again].map(byQuestion);
  return [...(ones ?? [])].flatMap(([question, firsts]) => {
    const seconds = others?.get(question);
    const repeated = keysOf(agains?.get(question));
    if (!seconds || repeated.size === 0) return [];
    const [shown, here] = [keysOf(firsts), keysOf(seconds)];
    const lost = firsts.filter(({ reading }) => repeated.has(reading) && !here.has(reading));
    const gained = seconds.filter(({ reading }) => !shown.has(reading) && !repeated.has(reading));
    const [left = firsts[0], right = seconds[0]] = [lost[0], gained[0]];
    const examples = [exampleOf(one, left), exampleOf(other, right)] as const;
    if (lost.length + gained.length === 0 || !left || !examples[0] || !examples[1]) return [];
    const values = { one: nameAll(shown), other: nameAll(here) };
    return [
      {
        operation: new Seen(examples[0]).operation ?? '',
        place: `reading of ${left.point}`,
        ...values,
        elsewhere: [],
        count: Math.max(...[...lost, ...gained].map(({ count }) => count)),
        example: { check: examples[0].check, one: examples[0], other: examples[1] },
        violations: [],
        readings: [{ point: left.point, ...values }],
      },
    ];
  });
}

function byQuestion({ seen }: ReadRun) {
  return Map.groupBy(seen, (reading) => questionOf(reading));
}

function keysOf(readings: readonly SeenReading[] = []): ReadonlySet<string> {
  return new Set(readings.map(({ reading }) => reading));
}

/** How several readings are named as one value. */
export function nameAll(keys: Iterable<string>): string {
  return [...keys].sort().join(' and ');
}

function exampleOf({ exchanges }: ReadRun, reading: SeenReading | undefined): LoggedExchange | undefined {
  return exchanges[reading?.evidence[0]?.exchange ?? -1];
}

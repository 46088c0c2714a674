import type { Finding } from '../judge/finding.ts';
import { wrapperIn } from '../judge/shape/missing-member.ts';
import { readReadings } from '../readings/read-readings.ts';
import { Seen } from '../readings/seen.ts';
import type { SeenReading } from '../readings/seen-reading.ts';
import type { SuiteResult } from '../verdict/outcome.ts';
import type { Difference } from './difference.ts';
import { differingPlaces, findWrappers, PAYLOAD, type Values } from './differing-places.ts';
import { differingReadings, nameAll } from './differing-readings.ts';
import { EVENTS, STATUS, TYPE } from './outline.ts';
import { byRequest, type Pair, pairUp } from './pair-answers.ts';

/** What the checks saw of one server. */
export type ComparedRun = Pick<SuiteResult, 'exchanges' | 'judgement'>;

export interface Comparison {
  readonly pairs: number;
  /** Requests that only one of the servers was asked, since an earlier answer led a check elsewhere. */
  readonly unpaired: number;
  /** Most frequent first. */
  readonly differences: readonly Difference[];
}

/**
 * Compares what the same checks saw of two servers. It knows no right answer: a difference may be a violation, another reading of an open
 * point, or something that nobody has a rule for.
 *
 * @param again what the same checks saw of the first server in another run: where its own answers differ, it is chance
 * @param timeScale how many times faster than real time the timers of both servers ran
 */
export function compareRuns(
  one: ComparedRun,
  other: ComparedRun,
  again: ComparedRun,
  timeScale: number,
): Comparison {
  const first = byRequest(one.exchanges);
  const chance = new Set(
    pairUp(first, byRequest(again.exchanges)).pairs.flatMap((pair) =>
      differingPlaces(pair).map(({ place }) => `${pair.request} ${place}`),
    ),
  );
  const { pairs, equal } = pairUp(first, byRequest(other.exchanges));
  const read = ({ exchanges }: ComparedRun) => ({
    exchanges,
    seen: readReadings(exchanges, timeScale, exchanges.length),
  });
  const [reads, otherReads] = [read(one), read(other)];
  const facts = [
    { violated: violationsByExchange(one), readings: readingsByExchange(reads.seen) },
    { violated: violationsByExchange(other), readings: readingsByExchange(otherReads.seen) },
  ];
  // A reading that differs where two answers show the same does not show in them, and explains no difference: the form of times, for example.
  const unshown = new Set(equal.flatMap((pair) => readingsAt(pair, facts).map(({ point }) => point)));
  const wrappers = findWrappers(pairs);
  // Of two requests that a check sends at once, either may be refused.
  const statuses = new Set(pairs.map((pair) => nameOfStatuses(pair)));
  const found = new Map<string, Difference>();
  for (const pair of pairs) {
    for (const { place, values } of differingPlaces(pair, wrappers)) {
      if (chance.has(`${pair.request} ${place}`)) continue;
      if (place === STATUS && statuses.has(nameOfStatuses(pair, true))) continue;
      const difference = explain(pair, place, values, facts, wrappers.length > 0 ? undefined : unshown);
      const name = JSON.stringify([difference.operation, place, values]);
      const before = found.get(name);
      if (before || found.size < MOST_DIFFERENCES)
        found.set(name, before ? join(before, difference) : difference);
    }
  }
  const explained = new Set(
    [...found.values()].flatMap(({ readings }) => readings.map(({ point }) => point)),
  );
  // What a wrapped payload says about an open point cannot be read.
  const readings = wrappers.length > 0 ? [] : differingReadings(reads, otherReads, read(again));
  const further = readings.filter((each) => each.readings.every(({ point }) => !explained.has(point)));
  const compared = pairs.length + equal.length;
  return {
    pairs: compared,
    unpaired: one.exchanges.length + other.exchanges.length - 2 * compared,
    differences: foldAlike([...found.values(), ...further]).map((each) =>
      wrappers.length > 0 && each.place !== PAYLOAD ? { ...each, mayFollow: true } : each,
    ),
  };
}

/** Differences that are listed. A server whose members have names of their own would have any number. */
const MOST_DIFFERENCES = 1000;

function nameOfStatuses({ check, one, other }: Pair, isSwapped = false): string {
  const statuses = [one.exchange.status, other.exchange.status];
  return [check, ...(isSwapped ? statuses.reverse() : statuses)].join(' ');
}

/** The same difference in more pairs. A report keeps only some findings of a requirement, so not every pair shows what explains it. */
function join(before: Difference, again: Difference): Difference {
  return {
    ...before,
    count: before.count + again.count,
    violations: distinct([...before.violations, ...again.violations]),
    readings: distinct([...before.readings, ...again.readings]),
  };
}

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** Makes one difference of those that are the same in several operations or events. What explains it at one place explains it at all. */
function foldAlike(differences: readonly Difference[]): readonly Difference[] {
  const folded = [...Map.groupBy(differences, nameOfKind).values()].flatMap((alike) => {
    const [first, ...rest] = alike.sort((a, b) => b.count - a.count);
    if (!first) return [];
    const elsewhere = rest.map(({ operation, place }) => `${operation} ${place}`);
    return [{ ...rest.reduce(join, first), elsewhere: [...new Set(elsewhere)] }];
  });
  return folded.sort((a, b) => b.count - a.count);
}

/** A member has the same meaning in each answer. A status has not: what explains it counts too. */
function nameOfKind({ place, one, other, violations, readings }: Difference): string {
  const explanation = WHOLE.has(place) ? [violations.length > 0, readings] : [];
  return JSON.stringify([place.replace(/^.*!|^data(?:\[\])?\./, ''), one, other, ...explanation]);
}

const WHOLE: ReadonlySet<string> = new Set([STATUS, TYPE, EVENTS]);

function explain(
  pair: Pair,
  place: string,
  values: Values,
  facts: readonly RunFacts[],
  unshown: ReadonlySet<string> | undefined,
): Difference {
  const { one, other } = pair;
  const violations = [one, other].flatMap(({ exchange }, server) =>
    (facts[server]?.violated.get(exchange.number) ?? [])
      .filter((finding) => (place === PAYLOAD ? isAboutWrapper(finding) : isAbout(finding, place)))
      .map(({ requirement }) => ({ requirement, server: server as 0 | 1 })),
  );
  const { method, path } = one.exchange.request;
  return {
    operation: new Seen(one.exchange).operation ?? `${method} ${path.split('?')[0]}`,
    place,
    ...values,
    elsewhere: [],
    count: 1,
    example: { check: pair.check, one: one.exchange, other: other.exchange },
    violations,
    readings: unshown ? readingsAt(pair, facts).filter(({ point }) => !unshown.has(point)) : [],
  };
}

/** The open points that two servers read in different ways in the same exchange. */
function readingsAt({ one, other }: Pair, facts: readonly RunFacts[]): Difference['readings'] {
  const [first, second] = [one, other].map(({ exchange }, server) =>
    facts[server]?.readings.get(exchange.number),
  );
  return [...(first ?? [])].flatMap(([point, reading]) => {
    const another = second?.get(point);
    return another === undefined || another === reading ? [] : [{ point, one: reading, other: another }];
  });
}

/** What is known of the exchanges of a run, by their numbers. */
interface RunFacts {
  readonly violated: ReadonlyMap<number, readonly Finding[]>;
  readonly readings: ReadonlyMap<number, ReadonlyMap<string, string>>;
}

function violationsByExchange({ judgement }: ComparedRun): RunFacts['violated'] {
  const findings = [...judgement.rows.values()].flatMap((row) => row.findings);
  return Map.groupBy(findings, ({ exchange = -1 }) => exchange);
}

function isAboutWrapper({ hint = '' }: Finding): boolean {
  return wrapperIn(hint) !== undefined;
}

/** Whether a finding may be about a place: it names none, or a place within it, or one around it. */
function isAbout({ pointer = '', eventType }: Finding, place: string): boolean {
  const [member = '', event] = place.split('!').reverse();
  if (event !== undefined && eventType !== undefined && eventType !== event) return false;
  const parts = pointer.split('/').slice(1);
  const path = parts
    .map((part) => (/^\d+$/.test(part) ? '[]' : `.${part}`))
    .join('')
    .slice(1);
  return isWithin(member, path) || isWithin(path, member);
}

function isWithin(inner: string, outer: string): boolean {
  return outer === '' || inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

function readingsByExchange(seen: readonly SeenReading[]): RunFacts['readings'] {
  const shown = seen.flatMap(({ point, reading, evidence }) =>
    evidence.map(({ exchange }) => ({ exchange, point, reading })),
  );
  const byExchange = Map.groupBy(shown, ({ exchange }) => exchange);
  return new Map(Array.from(byExchange, ([exchange, all]) => [exchange, byPoint(all)]));
}

/** By open point, the keys of the readings that an exchange shows. */
function byPoint(all: readonly Pick<SeenReading, 'point' | 'reading'>[]): ReadonlyMap<string, string> {
  const points = Map.groupBy(all, ({ point }) => point);
  return new Map(
    Array.from(points, ([point, same]) => {
      return [point, nameAll(new Set(same.map(({ reading }) => reading)))];
    }),
  );
}

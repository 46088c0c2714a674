import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { type Question, readingsIn } from './question.ts';
import { QUESTIONS } from './questions/index.ts';
import { RunFacts } from './run-facts.ts';
import { Seen } from './seen.ts';
import type { ReadingEvidence, SeenReading } from './seen-reading.ts';

/** Exchanges that are named as evidence of one reading. */
const NAMED = 3;

/**
 * Which readings of the open points a run shows, by its exchanges alone. It sends nothing and judges nothing, since a server may follow any
 * reading.
 *
 * @param exchanges all exchanges of the run, in the order of their numbers
 * @param timeScale how many times faster than real time the target's timers ran
 * @param named how many exchanges are named as evidence of one reading
 */
export function readReadings(
  exchanges: readonly LoggedExchange[],
  timeScale: number,
  named: number = NAMED,
): readonly SeenReading[] {
  return mergeReadings(readEach(exchanges, new RunFacts(exchanges, timeScale)), named);
}

function* readEach(exchanges: readonly LoggedExchange[], run: RunFacts): Iterable<readonly SeenReading[]> {
  for (const exchange of exchanges) {
    const seen = new Seen(exchange);
    const evidence = [describe(seen)];
    yield QUESTIONS.flatMap((question) =>
      readingsIn(question, seen, run).map((reading) => ({
        point: question.point,
        reading,
        count: 1,
        evidence,
      })),
    );
  }
}

/** Adds up the readings of several exchanges, or of several parts of a run, and drops those that others have refuted. */
export function mergeReadings<Reading extends SeenReading>(
  parts: Iterable<readonly Reading[]>,
  named: number = NAMED,
): readonly Reading[] {
  const shown = new Map<
    string,
    { readonly seen: Reading; count: number; readonly evidence: ReadingEvidence[] }
  >();
  for (const part of parts) {
    for (const seen of part) {
      const name = `${seen.point} ${seen.reading}`;
      const entry = shown.get(name) ?? { seen, count: 0, evidence: [] };
      shown.set(name, entry);
      entry.count += seen.count;
      entry.evidence.push(...seen.evidence.slice(0, named - entry.evidence.length));
    }
  }
  const readings = [...shown.values()].map(({ seen, ...rest }) => ({ ...seen, ...rest }));
  return readings
    .filter((seen) => isUnrefuted(seen, readings))
    .sort((a, b) => Number(a.point.slice(2)) - Number(b.point.slice(2)));
}

/** The question of a point that a reading answers. */
export function questionOf({ point, reading }: Pick<SeenReading, 'point' | 'reading'>): Question | undefined {
  return QUESTIONS.find((question) => question.point === point && reading in question.readings);
}

/** Whether no stronger reading of the same question was shown, if the reading speaks of all exchanges. */
function isUnrefuted(seen: SeenReading, all: readonly SeenReading[]): boolean {
  const question = questionOf(seen);
  const rank = question?.unless?.indexOf(seen.reading) ?? -1;
  if (rank < 0) return true;
  const weaker = question?.unless?.slice(0, rank + 1) ?? [];
  return all.every((other) => questionOf(other) !== question || weaker.includes(other.reading));
}

function describe({ exchange, status, code, end, isSuccess }: Seen): ReadingEvidence {
  const { number, check, request } = exchange;
  const detail = end?.type ?? (isSuccess ? undefined : code);
  return {
    exchange: number,
    check,
    request: `${request.method} ${request.path}`,
    answer: detail === undefined ? String(status) : `${status} ${detail}`,
  };
}

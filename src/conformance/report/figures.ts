import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { operationOf } from '../drive/strangers.ts';
import { isSuccessStatus } from '../judge/status.ts';
import { count } from './describe.ts';
import type { Latency, OperationFigures } from './model.ts';

/** With 8 buckets for each doubling of the duration, a bucket is 9 % wide. */
const PER_DOUBLING = 8;
/** The last bucket begins at 4 hours, and contains all that took longer. */
const MOST_BUCKETS = 24 * PER_DOUBLING;

/** The title of the list of figures in reports for people. */
export const FIGURES_TITLE = 'Latency and failed requests';

const COUNTS = ['requests', 'serverErrors', 'broken'] as const;
const LATENCIES = ['firstEvents', 'answers'] as const;

type Histogram = { max: number; readonly buckets: Record<string, number> };
type Tally = Record<(typeof COUNTS)[number], number> &
  Readonly<Record<(typeof LATENCIES)[number], Histogram>>;

/** Measures the exchanges of a run, by operation. The size of the result does not grow with their number. */
export function measureExchanges(exchanges: readonly LoggedExchange[]): readonly OperationFigures[] {
  const tallies = new Map<string, Tally>();
  for (const { request, sentAt, status = 0, end, firstEventAt, endedAt = sentAt, isDelayed } of exchanges) {
    const tally = tallyOf(tallies, operationOf(request));
    tally.requests += 1;
    if (status >= 500) tally.serverErrors += 1;
    else if (end === 'error') tally.broken += 1;
    if (firstEventAt !== undefined) note(tally.firstEvents, firstEventAt - sentAt);
    else if (end === 'server' && isSuccessStatus(status) && !isDelayed) note(tally.answers, endedAt - sentAt);
  }
  return finish(tallies);
}

/** Adds up the figures of several runs. The result is that of one run with the exchanges of all. */
export function addFigures(lists: readonly (readonly OperationFigures[])[]): readonly OperationFigures[] {
  const tallies = new Map<string, Tally>();
  for (const figure of lists.flat()) {
    const tally = tallyOf(tallies, figure.operation);
    for (const name of COUNTS) tally[name] += figure[name];
    for (const name of LATENCIES) add(tally[name], figure[name]);
  }
  return finish(tallies);
}

/** Each operation with its figures in words, and then all of them. */
export function listFigures(
  figures: readonly OperationFigures[] = [],
): readonly (readonly [string, string])[] {
  if (figures.length === 0) return [];
  const sum = (name: (typeof COUNTS)[number]) => figures.reduce((total, figure) => total + figure[name], 0);
  const all = {
    operation: 'all',
    requests: sum('requests'),
    serverErrors: sum('serverErrors'),
    broken: sum('broken'),
  };
  return [...figures, all].map((figure) => [figure.operation, describeFigures(figure)]);
}

function describeFigures({ requests, serverErrors, broken, firstEvents, answers }: OperationFigures): string {
  const failed = serverErrors + broken;
  const share = failed === 0 ? '' : ` (${Number(((failed / requests) * 100).toPrecision(2))} %)`;
  const describe = (name: string, latency: Latency | undefined) =>
    latency ? [`${name} p50 ${latency.p50} ms, p99 ${latency.p99} ms`] : [];
  return [
    `${count(requests, 'request')}, ${failed} failed${share}`,
    ...describe('first event', firstEvents),
    ...describe('answer', answers),
  ].join('; ');
}

function tallyOf(tallies: Map<string, Tally>, operation: string): Tally {
  const none = (): Histogram => ({ max: 0, buckets: {} });
  const tally = tallies.get(operation) ?? {
    requests: 0,
    serverErrors: 0,
    broken: 0,
    firstEvents: none(),
    answers: none(),
  };
  tallies.set(operation, tally);
  return tally;
}

function note(histogram: Histogram, duration: number): void {
  const bucket = Math.floor(Math.log2(Math.max(1, duration)) * PER_DOUBLING);
  add(histogram, { max: Math.ceil(duration), buckets: { [Math.min(bucket, MOST_BUCKETS - 1)]: 1 } });
}

function add(
  histogram: Histogram,
  { max, buckets }: Pick<Latency, 'max' | 'buckets'> = { max: 0, buckets: {} },
): void {
  histogram.max = Math.max(histogram.max, max);
  for (const [bucket, seen] of Object.entries(buckets))
    histogram.buckets[bucket] = (histogram.buckets[bucket] ?? 0) + seen;
}

function finish(tallies: ReadonlyMap<string, Tally>): readonly OperationFigures[] {
  return [...tallies]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([operation, { firstEvents, answers, ...counts }]) => ({
      operation,
      ...counts,
      ...summarise('firstEvents', firstEvents),
      ...summarise('answers', answers),
    }));
}

function summarise(
  name: (typeof LATENCIES)[number],
  { max, buckets }: Histogram,
): { readonly [name: string]: Latency } {
  const all = Object.values(buckets).reduce((sum, each) => sum + each, 0);
  const percentile = (share: number) => {
    let seen = 0;
    // The keys are integers, which objects have in ascending order.
    const last = Object.keys(buckets).find((bucket) => {
      seen += buckets[bucket] ?? 0;
      return seen >= all * share;
    });
    return Math.min(max, Math.ceil(2 ** ((Number(last) + 1) / PER_DOUBLING)));
  };
  return all === 0
    ? {}
    : { [name]: { count: all, p50: percentile(0.5), p99: percentile(0.99), max, buckets } };
}

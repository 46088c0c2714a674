import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { isEventStream } from '../judge/headers.ts';
import { SILENCE } from '../judge/timing.ts';
import { listExchanges, type Symptom } from './symptom.ts';

/** A faster stream may arrive in one piece for good reasons, in milliseconds of the real clock. */
const SLOW = 1000;
/** If the first piece of a stream arrives after this share of its duration, something held the stream back. */
const LATE = 0.95;
/** The number of such streams that is enough for the remark. A single one may have had nothing to send before its end. */
const ENOUGH = 3;

/**
 * Reports when every slow stream of a run arrived in one piece at its end. This is no violation, since the streams may have had nothing to
 * send earlier.
 */
export function describeDelivery(exchanges: readonly LoggedExchange[], timeScale: number): readonly string[] {
  const flushed = findFlushedByPings(exchanges, timeScale);
  if (flushed) return [`${flushed.text} (${listExchanges(flushed.exchanges ?? [])})`];
  const slow = exchanges.filter(
    (exchange) => isEventStream(exchange.headers) && exchange.end === 'server' && timeOf(exchange) >= SLOW,
  );
  const late = slow.filter((exchange) => {
    const first = exchange.chunks[0]?.at ?? exchange.sentAt;
    return first - exchange.sentAt >= LATE * timeOf(exchange);
  });
  if (late.length < ENOUGH || late.length < slow.length) return [];
  return [
    `each of the ${late.length} streams that took longer than ${SLOW / 1000} s came in one piece at its end: something may buffer them, the service or a proxy in front of it; a scenario \`long_turn\` in the profile would show it in seconds`,
  ];
}

function timeOf({ sentAt, chunks }: LoggedExchange): number {
  return (chunks.at(-1)?.at ?? sentAt) - sentAt;
}

/** A ping in a stream, at the beginning of a line. */
const PING = /^event: ?ping\r?$/m;
/** Pieces that arrive within so many milliseconds belong together. */
const TOGETHER = 20;

/**
 * Finds out whether each stream with a ping began with it, about 15 seconds after its request. A ping is due only after a silence, long after
 * the event before, so something holds the events back until a ping or the end. A service may also send a ping at once.
 */
export function findFlushedByPings(
  exchanges: readonly LoggedExchange[],
  timeScale: number,
): Symptom | undefined {
  const streams = exchanges.filter(({ headers }) => isEventStream(headers));
  const begun = streams.flatMap((exchange) => {
    const { chunks, number, sentAt } = exchange;
    const ping = chunks.find(({ bytes }) => PING.test(Buffer.from(bytes).toString()));
    const [first] = chunks;
    if (!ping || !first) return [];
    const isLate = (first.at - sentAt) * timeScale >= LATE * SILENCE;
    return [{ number, isHeld: isLate && ping.at - first.at <= TOGETHER }];
  });
  if (begun.length < ENOUGH || begun.some(({ isHeld }) => !isHeld)) return undefined;
  const numbers = new Set(begun.map(({ number }) => number));
  return {
    text: `each of the ${begun.length} streams with a ping began with it: events are held back until a ping or the end flushes them, by the service or a proxy in front of it`,
    exchanges: [...numbers],
    explains: ({ requirement, exchange = -1 }) =>
      requirement.startsWith('stream.ping.') && numbers.has(exchange),
  };
}

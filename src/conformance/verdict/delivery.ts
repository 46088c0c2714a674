import type { LoggedExchange } from '../drive/exchange-log.ts';
import { isEventStream } from '../judge/headers.ts';

/** A stream that took less time may well come in one piece, in milliseconds of the real clock. */
const SLOW = 1000;
/** The part of its time after which the first piece of a stream came that something held back. */
const LATE = 0.95;
/** Streams that show it. One may have had nothing to send before. */
const ENOUGH = 3;

/** Says that every slow stream of a run came in one piece at its end. Nothing decides that none of them had an event to send before. */
export function describeDelivery(exchanges: readonly LoggedExchange[]): readonly string[] {
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

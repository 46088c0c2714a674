import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { isEventStream } from '../judge/headers.ts';
import { listExchanges } from './symptom.ts';

/** Cut streams that are enough for the remark. */
const ENOUGH = 3;
/** A shorter silence says nothing, in milliseconds of the real clock. */
const SHORTEST = 100;
/** How far a silence may be from the usual one: the run may read the last piece late. */
const SPREAD = 0.2;
/** The share of the cut streams that must show the same silence. */
const MOST = 0.75;

/**
 * Reports when nearly all streams that broke off did so after the same silence. A timeout between the suite and the service does that, and it
 * says nothing about the service.
 */
export function describeCutStreams(exchanges: readonly LoggedExchange[]): readonly string[] {
  const cut = exchanges
    .filter(({ headers, end, failure }) => isEventStream(headers) && end === 'error' && failure === 'broken')
    .map((exchange) => ({ number: exchange.number, silence: silenceOf(exchange) }));
  const silences = cut.map(({ silence }) => silence).toSorted((one, other) => one - other);
  const usual = silences[Math.floor(silences.length / 2)] ?? 0;
  const alike = cut.filter(({ silence }) => Math.abs(silence - usual) <= SPREAD * usual);
  if (alike.length < Math.max(ENOUGH, MOST * cut.length) || usual < SHORTEST) return [];
  return [
    `${alike.length} streams broke off after ${(usual / 1000).toFixed(2)} s without an event: something between the suite and the service may close silent connections (nginx: proxy_read_timeout; HAProxy: timeout server); its limit must be longer than the time between pings (${listExchanges(alike.map(({ number }) => number))})`,
  ];
}

/** Milliseconds from the last piece of a stream, or its request, to its end. */
function silenceOf({ chunks, sentAt, endedAt = sentAt }: LoggedExchange): number {
  return endedAt - (chunks.at(-1)?.at ?? sentAt);
}

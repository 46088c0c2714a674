import { EventStreamReader } from '../../event-stream/index.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { requestIdIn, timeAfter } from '../judge/exchange-trace.ts';
import { isEventStream } from '../judge/headers.ts';
import { isObject } from '../judge/json.ts';
import { renderCurl } from './curl.ts';
import type { ExchangeReport, Moment } from './exchange-report.ts';

const LONGEST_REQUEST = 4000;
/** Method and path of a request. */
const LONGEST_LINE = 300;
const LONGEST_BODY = 4000;
const LONGEST_DATA = 400;
const LONGEST_HEADER = 1000;
const MOST_HEADERS = 60;
/** The timeline shows the first and last moments, and those around each event that a finding names. */
const MOST_MOMENTS = 60;
const FIRST = 15;
const LAST = 10;
const AROUND = 3;

/**
 * Cuts a redacted exchange to the part that a report shows.
 *
 * @param named indexes of the events that findings name
 */
export function reportExchange(
  exchange: LoggedExchange,
  baseUrl: string,
  named: readonly number[],
): ExchangeReport {
  const { number, check, actor, request, status, headers, length, end, problem } = exchange;
  const moments = readMoments(exchange);
  const shown = selectMoments(moments, named);
  return {
    exchange: number,
    check,
    actor,
    request: {
      method: request.method,
      path: request.path,
      headers: boundHeaders(request.headers),
      ...(request.body && { body: cut(decode(request.body), LONGEST_REQUEST) }),
    },
    ...(status !== undefined && {
      response: { status, headers: boundHeaders(headers ?? {}), body: readBody(exchange), bytes: length },
    }),
    ...(end !== undefined && { end }),
    ...(problem !== undefined && { problem: cut(problem, LONGEST_DATA) }),
    timeline: shown,
    omitted: moments.length - shown.length,
    curl: renderCurl(request, baseUrl),
  };
}

/** What finds the request of a redacted exchange in the logs of the service. @param started when the run started */
export function identifyRequest(exchange: LoggedExchange, started: Date) {
  const { request, sentAt } = exchange;
  const time = timeAfter(started.toISOString(), sentAt);
  const requestId = readRequestId(exchange);
  return {
    request: `${request.method} ${request.path}`.slice(0, LONGEST_LINE),
    ...(time !== undefined && { time }),
    ...(requestId !== undefined && { requestId }),
  };
}

/** The `request_id` of a redacted exchange, as far as the kept part of its response says it. */
function readRequestId(exchange: LoggedExchange): string | undefined {
  const { chunks, headers } = exchange;
  if (!isEventStream(headers)) {
    const body = readJson(decode(Buffer.concat(chunks.map(({ bytes }) => bytes))));
    return requestIdIn(isObject(body) ? body.meta : undefined);
  }
  const reader = new EventStreamReader();
  for (const { bytes } of chunks) {
    reader.push(bytes);
    for (let event = reader.next(); event; event = reader.next())
      if (event.type === 'message.start') return requestIdIn(readJson(event.data));
  }
  return undefined;
}

/** Parses JSON of the service. @returns undefined if it is not JSON */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readBody({ chunks }: LoggedExchange): string {
  const pieces: Uint8Array[] = [];
  let read = 0;
  for (const { bytes } of chunks) {
    if (read > LONGEST_BODY * 4) break;
    pieces.push(bytes);
    read += bytes.length;
  }
  return cut(decode(Buffer.concat(pieces)), LONGEST_BODY);
}

function readMoments({ chunks, headers, sentAt }: LoggedExchange): Moment[] {
  if (!isEventStream(headers)) {
    return chunks.map(({ at, bytes }) => ({ at: Math.round(at - sentAt), text: `${bytes.length} bytes` }));
  }
  const reader = new EventStreamReader();
  const moments: Moment[] = [];
  for (const { at, bytes } of chunks) {
    reader.push(bytes);
    for (let event = reader.next(); event; event = reader.next()) {
      moments.push({
        at: Math.round(at - sentAt),
        event: moments.length,
        type: cut(event.type, LONGEST_HEADER),
        text: cut(event.data, LONGEST_DATA),
      });
    }
  }
  return moments;
}

function selectMoments(moments: readonly Moment[], named: readonly number[]): Moment[] {
  if (moments.length <= MOST_MOMENTS) return [...moments];
  const kept = new Set<number>();
  const keep = (from: number, to: number) => {
    for (let index = from; index <= to && kept.size < MOST_MOMENTS; index += 1) {
      if (index in moments) kept.add(index);
    }
  };
  keep(0, FIRST - 1);
  keep(moments.length - LAST, moments.length - 1);
  for (const index of named) keep(index - AROUND, index + AROUND);
  return moments.filter((_, index) => kept.has(index));
}

function boundHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => [cut(name, LONGEST_HEADER), cut(value, LONGEST_HEADER)]),
  );
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

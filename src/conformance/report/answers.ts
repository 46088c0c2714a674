import { EventStreamReader } from '../../event-stream/index.ts';
import type { LoggedExchange } from '../drive/exchange-log.ts';
import { excerpt } from '../judge/excerpt.ts';
import { timeAfter } from '../judge/exchange-trace.ts';
import type { Finding } from '../judge/finding.ts';
import { isEventStream } from '../judge/headers.ts';
import { isObject, unescapePointer } from '../judge/json.ts';
import { isSuccessStatus } from '../judge/status.ts';
import type { SuiteResult } from '../verdict/outcome.ts';
import { readRequestId } from './evidence.ts';
import type { AnswerReport, ReportedFinding } from './model.ts';

const LONGEST_REQUEST = 300;
const LONGEST_EVENT = 200;

/** Returns a function that lists the answers of a finding that rests on several, from a redacted result. */
export function reportAnswers({ exchanges, started }: Pick<SuiteResult, 'exchanges' | 'started'>) {
  const sent = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  return ({ exchange, others = [], pointer }: Finding): Pick<ReportedFinding, 'answers'> => {
    const numbers = [...new Set([exchange ?? [], others].flat())].sort((one, other) => one - other);
    if (numbers.length < 2) return {};
    const known = numbers.flatMap((number) => sent.get(number) ?? []);
    return { answers: known.map((each) => reportAnswer(each, started, pointer)) };
  };
}

function reportAnswer(exchange: LoggedExchange, started: Date, pointer: string | undefined): AnswerReport {
  const { number, request, status, sentAt } = exchange;
  const time = timeAfter(started.toISOString(), sentAt);
  const requestId = readRequestId(exchange);
  const shows = isEventStream(exchange.headers) ? lastEvent(exchange) : decisivePart(exchange, pointer);
  return {
    exchange: number,
    request: `${request.method} ${request.path}`.slice(0, LONGEST_REQUEST),
    ...(status !== undefined && { status }),
    ...(time !== undefined && { time }),
    ...(requestId !== undefined && { requestId }),
    ...(shows !== undefined && { shows }),
  };
}

/** The code of a failure, and the value at the finding's place. If there is neither, the `data`. */
function decisivePart(
  { chunks, status = 0, problem }: LoggedExchange,
  pointer: string | undefined,
): string | undefined {
  const body = parse(textOf(chunks));
  if (!isObject(body)) return problem === undefined ? undefined : excerpt(problem);
  const code = isSuccessStatus(status) ? undefined : body.message_code;
  const value = pointer === undefined || pointer === '' ? undefined : valueAt(body, pointer);
  const parts = [...new Set([code, value])].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.map(excerpt).join(', ') : excerpt(body.data ?? body);
}

function lastEvent({ chunks }: LoggedExchange): string | undefined {
  const reader = new EventStreamReader();
  let last: string | undefined;
  for (const { bytes } of chunks) {
    reader.push(bytes);
    for (let event = reader.next(); event; event = reader.next())
      last = `${event.type} ${event.data}`.slice(0, LONGEST_EVENT);
  }
  return last;
}

function valueAt(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, token) =>
        isObject(value) || Array.isArray(value)
          ? (value as Readonly<Record<string, unknown>>)[unescapePointer(token)]
          : undefined,
      body,
    );
}

function textOf(chunks: LoggedExchange['chunks']): string {
  return Buffer.concat(chunks.map(({ bytes }) => bytes)).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An answer in one line: the number of its exchange, the request, the status, and what finds it in the logs of the service. */
export function describeAnswer({ exchange, request, status, time, requestId, shows }: AnswerReport): string {
  const parts = [
    `exchange ${exchange} (${request}) → ${status ?? 'no answer'}`,
    ...(time === undefined ? [] : [`sent ${time}`]),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
  ];
  return `${parts.join(', ')}${shows === undefined ? '' : `: ${shows}`}`;
}

import { EventStreamReader } from '../../event-stream/index.ts';
import { textOf } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { excerpt } from '../judge/excerpt.ts';
import type { Finding } from '../judge/finding.ts';
import { isEventStream } from '../judge/headers.ts';
import { isObject, unescapePointer, valueAt } from '../judge/json.ts';
import { isSuccessStatus } from '../judge/status.ts';
import type { SuiteResult } from '../verdict/outcome.ts';
import { identifyRequest, readJson } from './evidence.ts';
import type { AnswerReport, ReportedFinding } from './model.ts';

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
  const { number, status } = exchange;
  const shows = isEventStream(exchange.headers) ? lastEvent(exchange) : decisivePart(exchange, pointer);
  return {
    exchange: number,
    ...identifyRequest(exchange, started),
    ...(status !== undefined && { status }),
    ...(shows !== undefined && { shows }),
  };
}

/** The code of a failure, and the value at the finding's place. If there is neither, the `data`. */
function decisivePart(exchange: LoggedExchange, pointer: string | undefined): string | undefined {
  const { status = 0, problem } = exchange;
  const body = readJson(textOf(exchange));
  if (!isObject(body)) return problem === undefined ? undefined : excerpt(problem);
  const code = isSuccessStatus(status) ? undefined : body.message_code;
  const value = pointer ? valueAt(body, pointer.split('/').slice(1).map(unescapePointer)) : undefined;
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

/** An answer in one line: the number of its exchange, the request, the status, and what finds it in the logs of the service. */
export function describeAnswer({ exchange, request, status, time, requestId, shows }: AnswerReport): string {
  const parts = [
    `exchange ${exchange} (${request}) → ${status ?? 'no answer'}`,
    ...(time === undefined ? [] : [`sent ${time}`]),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
  ];
  return `${parts.join(', ')}${shows === undefined ? '' : `: ${shows}`}`;
}

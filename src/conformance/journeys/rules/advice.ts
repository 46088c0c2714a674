import { isObject } from '../../judge/json.ts';
import type { Seen } from '../seen.ts';
import { isSend } from './keys.ts';
import type { Advice, Course } from './rule.ts';

/** Timers of a client may fire a little early. */
const EARLY = 0.9;

/** What is good to know about a client, and decided by no statement. */
export function adviseOn(course: Course): readonly Advice[] {
  return [
    ...pauses(course),
    ...givingUp(course),
    ...repeatedRefusals(course),
    ...openStreams(course),
    ...unknownPaths(course),
  ];
}

/** A client that stops although the service said when to come back. */
function* givingUp({ seen }: Course): Iterable<Advice> {
  const last = seen.at(-1);
  if (last?.exchange.headers?.['retry-after'] !== undefined)
    yield { at: last, text: `gives up after ${last.exchange.status} with Retry-After` };
}

/** A pause shorter than Retry-After. */
function* pauses({ seen, timeScale }: Course): Iterable<Advice> {
  for (const [at, { exchange, operation }] of seen.entries()) {
    const asked = secondsOf(exchange.headers?.['retry-after'], exchange.headers?.date);
    const next = seen.slice(at + 1).find((later) => later.operation === operation);
    if (asked === undefined || !next) continue;
    const waited = next.exchange.sentAt - (exchange.endedAt ?? exchange.sentAt);
    if (waited < (asked * 1000 * EARLY) / timeScale)
      yield {
        at: next,
        text: `waits ${Math.round(waited)} ms after Retry-After: ${exchange.headers?.['retry-after']}`,
      };
  }
}

/** The seconds of a Retry-After, as a number or as a date (RFC 9110, 10.2.3). */
function secondsOf(value: string | undefined, date: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const until = Date.parse(value) - Date.parse(date ?? '');
  return Number.isNaN(until) ? undefined : until / 1000;
}

/** A rejected token does not get better by repeating. */
function* repeatedRefusals({ seen }: Course): Iterable<Advice> {
  const refused = new Set<string>();
  for (const request of seen) {
    const { status = 0, request: sent } = request.exchange;
    const name = `${sent.method} ${sent.path}`;
    if (refused.has(name))
      yield { at: request, text: 'repeats a request that got 401, 403 or retry_action none' };
    if (status === 401 || status === 403 || retryActionOf(request) === 'none') refused.add(name);
  }
}

function retryActionOf({ answer: { meta } }: Seen): unknown {
  const details = isObject(meta) ? meta.error_details : undefined;
  return isObject(details) ? details.retry_action : undefined;
}

/** A stream that the client has left stays open. */
function* openStreams({ seen, journey }: Course): Iterable<Advice> {
  if (journey.task !== 'leave') return;
  // What is sent later under the same key is read to its end.
  const left = seen.find(isSend);
  const listed = seen.findLast(({ operation }) => operation === 'listMessages');
  if (left && isOpenAt(left, listed))
    yield { at: left, text: 'leaves its connection open after it has left a stream' };
}

function isOpenAt({ exchange: { end, endedAt } }: Seen, later: Seen | undefined): boolean {
  return end !== 'client' || (later !== undefined && (endedAt ?? 0) > later.exchange.sentAt);
}

/** A request for something that the contract does not have. */
function* unknownPaths({ seen }: Course): Iterable<Advice> {
  for (const request of seen) {
    const { method, path } = request.exchange.request;
    if (request.operation === undefined)
      yield { at: request, text: `requests ${method} ${path.slice(0, 200)}, which is not in the contract` };
  }
}

import { readRetryAfter } from '../../drive/polite-transport.ts';
import { isObject } from '../../judge/json.ts';
import { SILENCE } from '../../judge/timing.ts';
import { isLeft, type Seen } from '../seen.ts';
import { isSend } from './keys.ts';
import type { Course } from './rule.ts';

/** Timers of a client may fire a little early. */
const EARLY = 0.9;

/** What is good to know about a client, and decided by no statement. */
export function adviseOn(course: Course): readonly string[] {
  return [
    ...pauses(course),
    ...givingUp(course),
    ...repeatedRefusals(course),
    ...openStreams(course),
    ...impatience(course),
    ...unknownPaths(course),
  ];
}

/** A client that stops although the service said when to come back. */
function* givingUp({ seen }: Course): Iterable<string> {
  const last = seen.at(-1);
  if (last?.exchange.headers?.['retry-after'] !== undefined)
    yield `gives up after ${last.exchange.status} with Retry-After`;
}

/** A pause shorter than Retry-After. */
function* pauses({ seen, timeScale }: Course): Iterable<string> {
  for (const [at, { exchange, operation }] of seen.entries()) {
    const { 'retry-after': after, date = '' } = exchange.headers ?? {};
    const asked = readRetryAfter(after, Date.parse(date));
    const next = seen.slice(at + 1).find((later) => later.operation === operation);
    if (asked === undefined || !next) continue;
    const waited = next.exchange.sentAt - (exchange.endedAt ?? exchange.sentAt);
    if (waited < (asked * EARLY) / timeScale)
      yield `waits ${Math.round(waited)} ms after Retry-After: ${after}`;
  }
}

/** A rejected token does not get better by repeating. */
function* repeatedRefusals({ seen }: Course): Iterable<string> {
  const refused = new Set<string>();
  for (const request of seen) {
    const { status = 0, request: sent } = request.exchange;
    const name = `${sent.method} ${sent.path}`;
    if (refused.has(name)) yield 'repeats a request that got 401, 403 or retry_action none';
    if (status === 401 || status === 403 || retryActionOf(request) === 'none') refused.add(name);
  }
}

function retryActionOf({ answer: { meta } }: Seen): unknown {
  const details = isObject(meta) ? meta.error_details : undefined;
  return isObject(details) ? details.retry_action : undefined;
}

/** A stream that the client has left stays open. */
function* openStreams({ seen, journey }: Course): Iterable<string> {
  if (journey.task !== 'leave') return;
  // What is sent later under the same key is read to its end.
  const left = seen.find(isSend);
  const lists = seen.filter(({ operation }) => operation === 'listMessages');
  // The service may see the end of a connection after it gets the next request.
  const list = left?.exchange.end === 'client' ? lists.at(-1) : lists.at(0);
  if (left && list && (left.exchange.endedAt ?? 0) > list.exchange.sentAt)
    yield 'leaves its connection open after it has left a stream';
}

/** A watchdog that does not wait for a ping. */
function* impatience({ seen, journey, timeScale }: Course): Iterable<string> {
  if (journey.task !== 'stream') return;
  for (const stream of seen.filter((each) => isSend(each) && isLeft(each))) {
    const last = stream.events.at(-1)?.at;
    const { endedAt } = stream.exchange;
    if (last === undefined || endedAt === undefined) continue;
    if ((endedAt - last) * timeScale < SILENCE * EARLY)
      yield 'closes a stream before a ping is due, 15 s after the last event';
  }
}

/** A request for something that the contract does not have. */
function* unknownPaths({ seen }: Course): Iterable<string> {
  for (const request of seen) {
    const { method, path } = request.exchange.request;
    if (request.operation === undefined)
      yield `requests ${method} ${path.slice(0, 200)}, which is not in the contract`;
  }
}

import { randomUUID } from 'node:crypto';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import type { RunClock } from '../drive/run-clock.ts';
import { isObject, type JsonObject, objectsIn } from '../judge/json.ts';
import type { Driver, DriverEnd } from './driver.ts';
import { type Journey, timeScaleIn, type World } from './journey.ts';
import { adviseOn } from './rules/advice.ts';
import { RULES } from './rules/index.ts';
import type { ClientClaim, Course } from './rules/rule.ts';
import { readSeen, type Seen } from './seen.ts';
import type { Serve } from './serve.ts';
import { type JourneyInput, TASKS } from './task.ts';
import { judgeTold } from './understanding.ts';
import { layPath } from './wire/path.ts';
import { Tap } from './wire/tap.ts';
import type { Wire } from './wire/wire.ts';

export interface JourneyParts {
  readonly serve: Serve;
  readonly driver: Driver;
  /** How many times faster than in the service document the server's timers run. */
  readonly timeScale: number;
  /** Ends the journey early. */
  readonly signal: AbortSignal;
  readonly clock: RunClock;
}

/** What came of one journey in one world. */
export interface JourneyResult {
  readonly journey: Journey;
  readonly world: World;
  readonly claims: readonly ClientClaim[];
  /** What is good to know about the client, and fails it for nothing. */
  readonly advice: readonly string[];
  readonly exchanges: readonly LoggedExchange[];
  /** How many events of streams the client got. */
  readonly events: number;
  /** Why the driver left the journey out. */
  readonly unsupported?: string;
  /** Why the driver told nothing. */
  readonly problem?: string;
  /** In milliseconds. */
  readonly duration: number;
}

/** The main credential of the default seed. */
const TOKEN = 'harbor-main';
/** Marks the requests that are not the driver's. */
const OTHER = 'x-conversation-api-other';
const ATTEMPTS = 10;
/** How long a driver may take besides the waits of the service, in milliseconds. */
const PATIENCE = 60_000;

/** Lets a driver do one journey against a server of its own, and judges what it did. */
export async function runJourney(
  journey: Journey,
  world: World,
  parts: JourneyParts,
): Promise<JourneyResult> {
  const { serve, clock } = parts;
  const timeScale = timeScaleIn(journey, parts.timeScale);
  const tap = new Tap(journey.name, () => clock.now());
  let url = '';
  const path = layPath({
    happenings: journey.happenings ?? [],
    tap,
    clock,
    deleteOldestChat: () => deleteOldestChat(url),
  });
  const { name: _, variants = [], ...difference } = { ...journey.served, ...world };
  const wire: Wire = (listener) => {
    const watched = tap.wire(path(listener));
    return (request, response) =>
      (request.headers[OTHER] === undefined ? watched : listener)(request, response);
  };
  const server = await serve({
    ...difference,
    variants: [...new Set([...variants, ...(journey.served?.variants ?? [])])],
    timeScale,
    faults: true,
    wire,
  });
  try {
    url = server.url;
    for (let made = 0; made < (journey.chats ?? 0); made += 1)
      await call(url, 'POST', '/chats', { name: `Chat ${made}` });
    const input = inputOf(journey, timeScale);
    for (let sent = 0; sent < (journey.earlierTurns ?? 0); sent += 1)
      await call(url, 'POST', `/chats/${input.chat_id}/messages`, {
        content: `Turn ${sent}`,
        permission_mode: 'auto',
      });
    const began = clock.now();
    const end = await drive(journey, input, url, parts);
    return { ...judge(journey, world, tap, timeScale, end), duration: Math.round(clock.now() - began) };
  } finally {
    await server.close();
  }
}

function inputOf(journey: Journey, timeScale: number): JourneyInput {
  return {
    task: journey.task,
    does: TASKS[journey.task],
    ...(journey.body && { chat_id: randomUUID(), body: journey.body }),
    ...(journey.answers && { answers: journey.answers }),
    ...(journey.triesAgain && { try_again: true }),
    time_scale: timeScale,
  };
}

async function drive(
  journey: Journey,
  input: JourneyInput,
  url: string,
  { driver, signal, clock }: JourneyParts,
): Promise<DriverEnd> {
  const late = new AbortController();
  const cancel = clock.after((journey.waits ?? 0) / input.time_scale + PATIENCE, () => late.abort());
  try {
    return await driver({
      url,
      token: TOKEN,
      journey: journey.name,
      input,
      signal: AbortSignal.any([late.signal, signal]),
    });
  } finally {
    cancel();
  }
}

function judge(
  journey: Journey,
  world: World,
  { exchanges, omitted }: Tap,
  timeScale: number,
  end: DriverEnd,
): Omit<JourneyResult, 'duration'> {
  const seen = exchanges.map(readSeen);
  const course: Course = { journey, seen, token: TOKEN, timeScale };
  const events = seen.reduce((sum, each) => sum + each.events.length, 0);
  const found = { journey, world, exchanges, events, advice: adviseOn(course) };
  if (omitted > 0) return { ...found, claims: [endless(journey, seen)] };
  if ('told' in end && end.told.unsupported !== undefined)
    return { ...found, claims: [], advice: [], unsupported: String(end.told.unsupported).slice(0, 300) };
  if (exchanges.length === 0 && !('problem' in end))
    return { ...found, claims: [], problem: 'it sent no request to CONVERSATION_API_URL' };
  const claims = RULES.flatMap((rule) => rule.look(course));
  if ('problem' in end) return { ...found, claims, problem: end.problem };
  const { told } = end;
  // Behind a gateway that fails, a client may say that it failed.
  const hasGivenUp =
    world.front !== undefined && (told.status === 'failed' || typeof told.failure === 'string');
  return { ...found, claims: [...claims, ...(hasGivenUp ? [] : judgeTold(course, told))] };
}

/** A client that does not stop, such as one that never finds the end of a list. */
function endless({ rows }: Journey, seen: readonly Seen[]): ClientClaim {
  const actual = `it sent more than ${seen.length} requests`;
  return { row: rows[0], isMet: false, at: seen.at(-1), expected: 'the client ends the journey', actual };
}

/** Sends a request that is not the driver's, until the service answers it: something before the service may fail. */
async function call(url: string, method: string, path: string, body?: object): Promise<JsonObject> {
  const key = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          'content-type': 'application/json',
          'idempotency-key': key,
          [OTHER]: 'yes',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (isObject(answer) && answer.data !== undefined) return answer;
      throw new Error(`${method} ${path} got ${response.status}`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Deletes the last chat of the last page. */
async function deleteOldestChat(url: string): Promise<void> {
  const { meta } = await call(url, 'GET', '/chats?size=1');
  const { data } = await call(url, 'GET', `/chats?size=1&page=${isObject(meta) ? meta.total : 1}`);
  const [oldest] = objectsIn(data);
  await call(url, 'DELETE', `/chats/${oldest?.id}`);
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { writeJson } from '../../exact-json/exact-number.ts';
import type { RunClock } from '../drive/run-clock.ts';
import { isObject, parseServiceJson } from '../judge/json.ts';
import type { Assignment, Driver, DriverEnd } from './driver.ts';

/** Bytes of an outcome that are read. */
const MOST_BYTES = 1024 * 1024;
/** How long a driver has to ask once more, in milliseconds. */
const LAST_QUESTION = 2000;
/** Browsers of any page may ask: the server has nothing but journeys. */
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };

interface Waiting {
  readonly assignment: Assignment;
  readonly end: (how: DriverEnd) => void;
}

/** A driver that is not a process: it asks for journeys over HTTP, and posts what it understood. */
export interface HttpDriver {
  readonly driver: Driver;
  /** `GET /next` and `POST /outcome/{journey}`; a page about them at any other path. */
  readonly server: Server;
  /** Says at `GET /next` that there are no more journeys, and waits a little until the driver has asked. */
  finish(clock: RunClock): Promise<void>;
}

export function httpDriver(): HttpDriver {
  const waiting = new Set<Waiting>();
  const taken = new Map<string, Waiting>();
  const asking = new Set<ServerResponse>();
  let isOver = false;
  let onDismissed: (() => void) | undefined;
  const assign = () => {
    for (const response of asking) {
      const [next] = waiting;
      if (!next && !isOver) return;
      asking.delete(response);
      if (!next) {
        response.once('finish', () => onDismissed?.());
        reply(response, 204);
        continue;
      }
      waiting.delete(next);
      taken.set(next.assignment.journey, next);
      const { signal: _, ...assignment } = next.assignment;
      reply(response, 200, writeJson(assignment));
    }
  };
  const takeOutcome = async (journey: string, request: IncomingMessage, response: ServerResponse) => {
    const told = readTold(await readBody(request));
    const whose = taken.get(journey);
    taken.delete(journey);
    if (!whose) return reply(response, 404, JSON.stringify({ problem: `nobody waits for ${journey}` }));
    whose.end(told ? { told } : { problem: 'its outcome is no JSON object' });
    reply(response, told ? 204 : 400);
  };
  const server = createServer((request, response) => {
    const { method, url = '/' } = request;
    const [, journey] = /^\/outcome\/([\w.-]+)$/.exec(url) ?? [];
    if (method === 'OPTIONS') reply(response, 204);
    else if (method === 'GET' && url === '/next') {
      asking.add(response);
      response.once('close', () => asking.delete(response));
      assign();
    } else if (method === 'POST' && journey !== undefined) {
      // A request that breaks off tells nothing.
      takeOutcome(journey, request, response).catch(() => response.destroy());
    } else reply(response, 200, JSON.stringify(PAGE));
  });
  return {
    server,
    driver: (assignment) =>
      new Promise((end) => {
        const entry = { assignment, end };
        waiting.add(entry);
        const giveUp = () => {
          waiting.delete(entry);
          end({ problem: 'nobody posted an outcome in time' });
        };
        assignment.signal.addEventListener('abort', giveUp, { once: true });
        assign();
      }),
    finish: (clock) =>
      new Promise((resolve) => {
        const cancel = clock.after(LAST_QUESTION, resolve);
        onDismissed = () => {
          cancel();
          resolve();
        };
        isOver = true;
        assign();
      }),
  };
}

const PAGE = {
  next: 'GET /next answers with one journey: journey, url, token and input. It waits until there is one, and answers 204 at the end.',
  outcome: 'POST /outcome/{journey} takes what the client understood, as a JSON object.',
};

function reply(response: ServerResponse, status: number, text?: string): void {
  response.writeHead(status, { ...CORS, ...(text !== undefined && { 'content-type': 'application/json' }) });
  response.end(text);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length <= MOST_BYTES) pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function readTold(text: string) {
  try {
    const told = parseServiceJson(text);
    return isObject(told) ? told : undefined;
  } catch {
    return undefined;
  }
}

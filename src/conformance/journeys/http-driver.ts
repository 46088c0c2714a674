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
  const waiting: Waiting[] = [];
  const taken = new Map<string, Waiting>();
  const asking: ServerResponse[] = [];
  let isOver = false;
  let onDismissed: (() => void) | undefined;
  const assign = () => {
    while (asking.length > 0 && (waiting.length > 0 || isOver)) {
      const response = asking.shift();
      const next = waiting.shift();
      if (next) taken.set(next.assignment.journey, next);
      const { signal: _, ...assignment } = next?.assignment ?? {};
      if (!response) return;
      reply(response, next ? 200 : 204, next && writeJson(assignment));
      if (!next) response.once('finish', () => onDismissed?.());
    }
  };
  const server = createServer((request, response) => {
    const { method, url = '/' } = request;
    if (method === 'OPTIONS') return reply(response, 204);
    if (method === 'GET' && url === '/next') {
      asking.push(response);
      response.once('close', () => asking.splice(asking.indexOf(response) >>> 0, 1));
      return assign();
    }
    const [, journey] = /^\/outcome\/([\w.-]+)$/.exec(url) ?? [];
    if (method !== 'POST' || journey === undefined) return reply(response, 200, JSON.stringify(PAGE));
    void readBody(request).then((text) => {
      const told = readTold(text);
      const whose = taken.get(journey);
      taken.delete(journey);
      if (!whose) return reply(response, 404, JSON.stringify({ problem: `nobody waits for ${journey}` }));
      whose.end(told ? { told } : { problem: 'its outcome is no JSON object' });
      reply(response, told ? 204 : 400);
    });
  });
  return {
    server,
    driver: (assignment) =>
      new Promise((end) => {
        waiting.push({ assignment, end });
        assignment.signal.addEventListener(
          'abort',
          () => end({ problem: 'nobody posted an outcome in time' }),
          {
            once: true,
          },
        );
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '../../../../generated/ids.d.ts';
import type { RunClock } from '../../drive/run-clock.ts';
import { ANSWERS, matchOperation, SENDS } from '../../judge/operations.ts';
import type { Happening } from '../journey.ts';
import { addStrangers } from './strangers.ts';
import type { Tap } from './tap.ts';
import { intercept, type Wire, type Written } from './wire.ts';

/** The last event of a stream, in the piece that the server writes. */
const TERMINAL = /(?:^|\n)event: ?message\.(?:completed|cancelled|error)\r?\n/;

export interface PathParts {
  readonly happenings: readonly Happening[];
  readonly tap: Tap;
  readonly clock: RunClock;
  /** Sends what somebody else sends. */
  send(request: NonNullable<Happening['before']>): Promise<void>;
}

/** How long the connection stands after a request has arrived and before it breaks, in milliseconds. */
const ARRIVAL = 100;

/** Makes happen to the requests of a client what its journey says. */
export function layPath({ happenings, tap, clock, send }: PathParts): Wire {
  const counts = new Map<Happening['to'], number>();
  const countUp = (to: Happening['to']) => {
    const count = (counts.get(to) ?? 0) + 1;
    counts.set(to, count);
    return count;
  };
  return (listener) => (request, response) => {
    const operation = matchOperation(request.method ?? '', request.url ?? '')?.operation.operationId;
    const kinds = kindsOf(operation);
    const numbers = new Map(kinds.map((kind) => [kind, countUp(kind)]));
    const happening = happenings.find(
      ({ to, nth }) => numbers.has(to) && (nth ?? numbers.get(to)) === numbers.get(to),
    );
    if (!happening) return listener(request, response);
    const { fault, cut, answer, strange, before } = happening;
    if (answer) return reply(request, response, answer, clock.wall());
    if (fault !== undefined) request.headers['x-reference-fault'] = fault;
    if (strange) intercept(response, addStrangers());
    if (cut === 'arrival') clock.after(ARRIVAL, () => breakOff(response, tap));
    else if (cut) cutAnswer(response, cut, tap);
    if (!before) return listener(request, response);
    void send(before).finally(() => listener(request, response));
  };
}

function kindsOf(operation: OperationId | undefined): readonly Happening['to'][] {
  if (operation === undefined) return [];
  return [
    operation,
    ...(SENDS.includes(operation) ? (['turn'] as const) : []),
    ...(ANSWERS.includes(operation) ? (['answer'] as const) : []),
  ];
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body }: NonNullable<Happening['answer']>,
  now: number,
): void {
  request.resume();
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    date: dateOf(now),
    ...headers,
    // A date of HTTP has no fractions.
    ...(headers['retry-after'] === 'date' && { 'retry-after': dateOf(now + 2999) }),
  });
  response.end(text);
}

/** @param wall milliseconds since the epoch */
function dateOf(wall: number): string {
  return new Date(wall).toUTCString();
}

/** Breaks the connection at a place of the answer. */
function cutAnswer(
  response: ServerResponse,
  cut: Exclude<Happening['cut'], 'arrival' | undefined>,
  tap: Tap,
): void {
  let events = 0;
  const isHere = (piece: string) => {
    if (cut === 'head') return true;
    if (cut === 'last') return TERMINAL.test(piece);
    return typeof cut === 'object' && events === cut.events;
  };
  intercept(response, {
    head(status, headers, next: Written['writeHead']) {
      if (cut === 'head') breakOff(response, tap);
      else next(status, headers);
    },
    piece(bytes, next) {
      const text = bytes.toString();
      if (response.destroyed) return true;
      if (isHere(text)) {
        breakOff(response, tap);
        return true;
      }
      events += 1;
      return next(bytes);
    },
    end(next) {
      if (cut === 'end') breakOff(response, tap);
      else if (!response.destroyed) next();
    },
  });
}

function breakOff(response: ServerResponse, tap: Tap): void {
  if (tap.isCut(response)) return;
  tap.noteCut(response);
  // What was written still arrives.
  response.socket?.destroySoon();
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RunClock } from '../../drive/run-clock.ts';
import { matchOperation, SENDS } from '../../judge/operations.ts';
import type { Happening } from '../journey.ts';
import { CHANGES, lengthBeforeEnd } from './changes.ts';
import type { Tap } from './tap.ts';
import { intercept, type Wire } from './wire.ts';

export interface PathParts {
  readonly happenings: readonly Happening[];
  readonly tap: Tap;
  readonly clock: RunClock;
  /** Deletes the oldest chat of the credential, as somebody else does. */
  deleteOldestChat(): Promise<void>;
}

/** How long the connection stands after a request has arrived and before it breaks, in milliseconds. */
const ARRIVAL = 100;

/** Makes happen to the requests of a client what its journey says. */
export function layPath({ happenings, tap, clock, deleteOldestChat }: PathParts): Wire {
  const counts = new Map<Happening['to'], number>();
  return (listener) => (request, response) => {
    const kinds = kindsOf(request);
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const happening = happenings.find(
      ({ to, nth }) => kinds.includes(to) && (nth === undefined || nth === counts.get(to)),
    );
    const goOn = () => listener(request, response);
    if (!happening) return goOn();
    const { fault, cut, answer, changed, deletesOldestChat } = happening;
    if (answer) return reply(request, response, answer, clock.wall());
    if (fault !== undefined) request.headers['x-reference-fault'] = fault;
    if (changed) intercept(response, CHANGES[changed](clock));
    if (cut === 'arrival') clock.after(ARRIVAL, () => breakOff(response, tap));
    else if (cut) cutAnswer(response, cut, tap);
    if (!deletesOldestChat) return goOn();
    // A client gets its answer even if there was nothing to delete.
    void deleteOldestChat().then(goOn, goOn);
  };
}

function kindsOf({ method = '', url = '' }: IncomingMessage): readonly Happening['to'][] {
  const operation = matchOperation(method, url)?.operation.operationId;
  if (operation === undefined) return [];
  return SENDS.includes(operation) ? [operation, 'turn'] : [operation];
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
  let left = typeof cut === 'object' ? cut.events : Number.POSITIVE_INFINITY;
  /** How many bytes of a piece still arrive. */
  const before = (piece: Buffer) => {
    if (cut === 'last') return lengthBeforeEnd(piece);
    const events = piece.toString('latin1').split(/(?<=\n\n)/);
    left -= events.length;
    return left < 0 ? events.slice(0, left).join('').length : piece.length;
  };
  intercept(response, {
    head(status, headers, next) {
      if (cut === 'head') breakOff(response, tap);
      else next(status, headers);
    },
    piece(bytes, next) {
      if (tap.isCut(response)) return true;
      const length = before(bytes);
      if (length === bytes.length) return next(bytes);
      if (length > 0) next(bytes.subarray(0, length));
      breakOff(response, tap);
      return true;
    },
    end(next) {
      if (cut === 'end') breakOff(response, tap);
      else if (!tap.isCut(response)) next();
    },
  });
}

function breakOff(response: ServerResponse, tap: Tap): void {
  if (tap.isCut(response)) return;
  tap.noteCut(response);
  // What was written still arrives.
  response.socket?.destroySoon();
}

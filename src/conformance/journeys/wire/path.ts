import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationId } from '../../../../generated/ids.d.ts';
import type { RunClock } from '../../drive/run-clock.ts';
import { ANSWERS, matchOperation, SENDS } from '../../judge/operations.ts';
import type { Happening } from '../journey.ts';
import { addStrangers } from './strangers.ts';
import type { Tap } from './tap.ts';
import { type Interception, intercept, type Wire, type Written } from './wire.ts';

/** Where the last event of a stream begins. */
const TERMINAL = /(?<=^|\n)event: ?message\.(?:completed|cancelled|error)\r?\n/;

/** How many bytes of a piece come before the last event; all of them if it has none. */
function lengthBeforeEnd(piece: Uint8Array): number {
  const at = Buffer.from(piece).toString('latin1').search(TERMINAL);
  return at < 0 ? piece.length : at;
}

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
    const { fault, cut, answer, strange, split, short, late, unused, before } = happening;
    if (answer) return reply(request, response, answer, clock.wall());
    if (fault !== undefined) request.headers['x-reference-fault'] = fault;
    if (strange) intercept(response, addStrangers());
    if (split) intercept(response, splitPieces(clock));
    if (short) intercept(response, endEarly());
    if (late) intercept(response, endLate(clock));
    if (unused) intercept(response, withoutUsage());
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
  let left = typeof cut === 'object' ? cut.events : Number.POSITIVE_INFINITY;
  /** How many bytes of a piece still arrive. */
  const before = (piece: Buffer) => {
    if (cut === 'last') return lengthBeforeEnd(piece);
    const events = piece.toString('latin1').split(/(?<=\n\n)/);
    left -= events.length;
    return left < 0 ? events.slice(0, left).join('').length : piece.length;
  };
  intercept(response, {
    head(status, headers, next: Written['writeHead']) {
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

/** Ends the answer in order, without its last event and what follows. */
function endEarly(): Interception {
  return {
    head: (status, headers, next) => void next(status, headers),
    piece(bytes, next) {
      const length = lengthBeforeEnd(bytes);
      return length === 0 || next(bytes.subarray(0, length));
    },
    end: (next) => void next(),
  };
}

/** Says that the turn consumed nothing. */
function withoutUsage(): Interception {
  return {
    head: (status, { 'content-length': _, ...headers }, next) => void next(status, headers),
    piece: (bytes, next) =>
      next(Buffer.from(bytes.toString('latin1').replace(/"usage":\{[^{}]*\}/, '"usage":null'), 'latin1')),
    end: (next) => void next(),
  };
}

/** How long the last event is on its way, in milliseconds. */
const LATE = 300;

/** Sends the last event of a stream some time after the others. */
function endLate(clock: RunClock): Interception {
  const held: (() => void)[] = [];
  const hold = (step: () => void) => {
    held.push(step);
    if (held.length === 1) clock.after(LATE, () => held.splice(0).forEach((each) => void each()));
  };
  return {
    head: (status, headers, next) => void next(status, headers),
    piece(bytes, next) {
      const rest = held.length > 0 ? 0 : lengthBeforeEnd(bytes);
      if (rest === bytes.length) return next(bytes);
      if (rest > 0) next(bytes.subarray(0, rest));
      hold(() => next(bytes.subarray(rest)));
      return true;
    },
    end(next) {
      if (held.length > 0) hold(() => next());
      else next();
    },
  };
}

/** Milliseconds between two pieces, so that neither the system nor a library joins them. */
const PACE = 2;
/** Inside a character of several bytes, and between CR and LF. */
const CUTS = /(?<=[\x80-\xff])(?=[\x80-\xbf])|(?<=\r)(?=\n)/;

/** Cuts the bytes of an answer where clients break, and sends each piece on its own. */
function splitPieces(clock: RunClock): Interception {
  const waiting: (() => void)[] = [];
  const drain = () => {
    waiting[0]?.();
    waiting.shift();
    if (waiting.length > 0) clock.after(PACE, drain);
  };
  const queue = (step: () => void) => {
    waiting.push(step);
    if (waiting.length === 1) clock.after(PACE, drain);
  };
  return {
    head(status, { 'content-length': _, 'content-type': type, ...headers }, next) {
      // The names of media types and parameters have no case.
      const isStream = String(type).startsWith('text/event-stream');
      next(status, { ...headers, 'content-type': isStream ? 'Text/Event-Stream;Charset="UTF-8"' : type });
    },
    piece(bytes, next) {
      for (const part of bytes.toString('latin1').split(CUTS)) queue(() => next(Buffer.from(part, 'latin1')));
      return true;
    },
    end: (next) => queue(() => next()),
  };
}

function breakOff(response: ServerResponse, tap: Tap): void {
  if (tap.isCut(response)) return;
  tap.noteCut(response);
  // What was written still arrives.
  response.socket?.destroySoon();
}

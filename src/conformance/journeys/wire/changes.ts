import type { RunClock } from '../../drive/run-clock.ts';
import { type Interception, withoutLength } from './wire.ts';

/** Ways in which an answer reaches the client that the service did not choose. */
export const CHANGES = {
  /** It ends before its last event as if it were whole, as behind a gateway with a time limit. */
  short: endEarly,
  /** Its last event arrives some time after the others. */
  late: endLate,
  /** It arrives in pieces that end inside of characters and lines. */
  split: splitPieces,
  /** Its turn consumes nothing, so that its usage is null. */
  unused: withoutUsage,
  /** It has events and members that nobody knows. */
  strange: addStrangers,
} as const satisfies Readonly<Record<string, (clock: RunClock) => Interception>>;

/** Where the last event of a stream begins. */
const TERMINAL = /(?<=^|\n)event: ?message\.(?:completed|cancelled|error)\r?\n/;

/** How many bytes of a piece come before the last event; all of them if it has none. */
export function lengthBeforeEnd(piece: Uint8Array): number {
  const at = Buffer.from(piece).toString('latin1').search(TERMINAL);
  return at < 0 ? piece.length : at;
}

function endEarly(): Interception {
  return {
    piece(bytes, next) {
      const length = lengthBeforeEnd(bytes);
      return length === 0 || next(bytes.subarray(0, length));
    },
  };
}

/** How long the last event is on its way, in milliseconds. */
const LATE = 300;

function endLate(clock: RunClock): Interception {
  const held: (() => void)[] = [];
  const hold = (step: () => void) => {
    held.push(step);
    if (held.length === 1) clock.after(LATE, () => held.splice(0).forEach((each) => void each()));
  };
  return {
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
    head(status, headers, next) {
      const changed = Object.entries(withoutLength(headers)).map(([name, value]) => {
        const isStream = /^text\/event-stream/i.test(String(value));
        // The names of media types and parameters have no case.
        return [name, isStream ? 'Text/Event-Stream;Charset="UTF-8"' : value];
      });
      next(status, Object.fromEntries(changed));
    },
    piece(bytes, next) {
      for (const part of bytes.toString('latin1').split(CUTS)) queue(() => next(Buffer.from(part, 'latin1')));
      return true;
    },
    end: (next) => queue(() => next()),
  };
}

const USAGE = /"usage":\{[^{}]*\}/;

function withoutUsage(): Interception {
  return {
    head: (status, headers, next) => void next(status, withoutLength(headers)),
    piece: (bytes, next) =>
      next(Buffer.from(bytes.toString('latin1').replace(USAGE, '"usage":null'), 'latin1')),
  };
}

/** The first member of a JSON object: of the data of an event, of a step, or of a body. */
const FIRST_MEMBER = /(\ndata: |"steps":\[|^)\{(?=")/g;
const UNKNOWN_MEMBER = '$1{"unknown_member":{"nested":[1,null,"?"]},';
/** The place between two events. */
const BETWEEN = /(?<=\n\n)(?=event: )/g;
const UNKNOWN_EVENT = 'event: message.unknown\ndata: {"text":"Nobody knows this event.","replace":true}\n\n';

function addStrangers(): Interception {
  let last = '';
  return {
    head: (status, headers, next) => void next(status, withoutLength(headers)),
    piece(bytes, next) {
      // A piece may begin in the middle of a character.
      const text = bytes.toString('latin1');
      const isBetween = last.endsWith('\n\n') && text.startsWith('event: ');
      last = text;
      const changed = text.replaceAll(FIRST_MEMBER, UNKNOWN_MEMBER).replaceAll(BETWEEN, UNKNOWN_EVENT);
      return next(Buffer.from(isBetween ? UNKNOWN_EVENT + changed : changed, 'latin1'));
    },
  };
}

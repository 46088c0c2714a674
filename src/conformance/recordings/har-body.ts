import { formatEvent } from '../../event-stream/index.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import { join, map, problemIn, readHarText } from './har-text.ts';
import { KeptText } from './json/kept-text.ts';

/** A part of a body, with the time of its arrival in milliseconds. */
export interface HarChunk {
  readonly bytes: Uint8Array;
  readonly at?: number;
}

/** The body of a response in an HTTP Archive. */
export interface HarBody {
  /** The body in pieces. They are decoded while they are read. */
  readonly chunks: () => Iterable<HarChunk>;
  /** Whether each chunk has its time. */
  readonly isTimed: boolean;
  /** Why the archive does not show the body. */
  readonly lack: string | undefined;
}

interface HarHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Largest body that is unpacked, in bytes. */
  readonly most: number;
}

const LF = 0x0a;
const CR = 0x0d;
const DATA_NAME = 'data: '.length;
/** Statuses whose responses have no body. A browser writes the body of its cache for a 304. */
const NO_BODY: ReadonlySet<number> = new Set([204, 304]);

export function lacking(lack: string | undefined): HarBody {
  return { chunks: () => [], isTimed: false, lack };
}

/** A number that an archive should have as a number. Some tools write it as a text. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** The body by its text, unless the archive itself denies that the text is the whole body. */
export function readText(
  { text, encoding, size, compression, _isBinary }: JsonObject,
  { status, headers, most }: HarHead,
): HarBody {
  if (NO_BODY.has(status)) return lacking(undefined);
  const sizes = { size: readNumber(size), compression: readNumber(compression) };
  if (!(text instanceof KeptText) || (text.isEmpty && !mayBeEmpty(sizes.size, status, headers)))
    return lacking('the archive does not have its body');
  const packing = headers?.['content-encoding'];
  const pieces = readHarText({ text, encoding, isBinary: _isBinary === true, sizes, packing, most });
  if (typeof pieces === 'string') return lacking(`its body ${pieces}`);
  return { chunks: () => map(pieces(), (bytes) => ({ bytes })), isTimed: false, lack: undefined };
}

/** Tools also write an empty text for a body that they did not keep, so it proves nothing about a success. */
function mayBeEmpty(size: number | undefined, status: number, headers: HarHead['headers']): boolean {
  if (size !== undefined && size !== 0) return false;
  return status < 200 || status >= 300 || headers?.['content-length']?.trim() === '0';
}

interface Message extends JsonObject {
  readonly data: KeptText;
}

/**
 * The body by the events that a browser lists instead of it.
 *
 * @param duration of the whole exchange, in milliseconds
 */
export function readMessages(messages: readonly unknown[], most: number, duration?: number): HarBody {
  const sound = messages.filter(isMessage);
  if (sound.length < messages.length) return lacking('an event in its _eventSourceMessages has no data');
  for (const { data } of sound) {
    const problem =
      problemIn(data.pieces()) ?? (isLarger(data, most) ? `larger than ${most} bytes` : undefined);
    if (problem !== undefined)
      return lacking(`the data of an event in its _eventSourceMessages is ${problem}`);
  }
  return {
    chunks: () => map(sound, readMessage),
    isTimed: haveTimes(sound, duration),
    lack: undefined,
  };
}

/** Times that take much longer than the exchange are not in seconds, as some tools write them. */
function haveTimes(messages: readonly Message[], duration = 0): boolean {
  const times = messages.flatMap(({ time }) => (typeof time === 'number' ? [time] : []));
  const span = ((times.at(-1) ?? 0) - (times[0] ?? 0)) * 1000;
  return times.length === messages.length && (duration <= 0 || span <= 2 * duration + 1000);
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && value.data instanceof KeptText;
}

/** Chromium writes each event with its time in seconds. */
function readMessage({ eventName, data, time }: Message): HarChunk {
  const type = typeof eventName === 'string' ? eventName.replaceAll(/[\r\n]/g, ' ') : '';
  const bytes = Buffer.from(formatEvent({ type, data: join(data.pieces()).toString() }));
  return typeof time === 'number' ? { bytes, at: time * 1000 } : { bytes };
}

/** Whether a text takes more bytes than `most` as the data of an event, where each line gets a name. */
function isLarger(data: KeptText, most: number): boolean {
  let length = 0;
  for (const piece of data.pieces()) {
    length += piece.length;
    for (const byte of piece) if (byte === CR || byte === LF) length += DATA_NAME;
    if (length > most) return true;
  }
  return false;
}

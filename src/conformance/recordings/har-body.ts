import { formatEvent } from '../../event-stream/index.ts';
import { excerpt } from '../judge/excerpt.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import { decodeBase64Pieces, NoBase64Error } from './base64.ts';
import { DamagedTextError, KeptText } from './json/kept-text.ts';
import { TextClaims, undoMisreading } from './text-claims.ts';
import { unpackBody } from './unpack-body.ts';

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

export function readPost(
  text: unknown,
  most: number,
): { readonly body: Uint8Array | undefined; readonly bodyLack: string | undefined } {
  if (!(text instanceof KeptText)) return { body: undefined, bodyLack: undefined };
  const problem = problemIn(text.pieces(), new TextClaims());
  if (problem !== undefined) return { body: undefined, bodyLack: `the body of its request is ${problem}` };
  if (isLarger(text, most))
    return { body: undefined, bodyLack: `the body of its request is larger than ${most} bytes` };
  return { body: join(text.pieces()), bodyLack: undefined };
}

/** The body by its text, unless the archive itself denies that the text is the whole body. */
export function readText(
  { text, encoding, size, compression, _isBinary }: JsonObject,
  head: HarHead,
): HarBody {
  if (NO_BODY.has(head.status)) return lacking(undefined);
  const claimed = { size: readNumber(size), compression: readNumber(compression) };
  if (!(text instanceof KeptText) || (text.isEmpty && !mayBeEmpty(claimed.size, head)))
    return lacking('the archive does not have its body');
  if (_isBinary === true) return lacking('its body is encoded in a way of the tool that wrote the archive');
  const isPlain = typeof encoding !== 'string' || encoding === '';
  if (!isPlain && encoding.toLowerCase() !== 'base64')
    return lacking(`its body has the unknown encoding ${excerpt(encoding)}`);
  const decode = () => (isPlain ? text.pieces() : decodeBase64Pieces(text.pieces()));
  const packing = isPlain ? undefined : head.headers?.['content-encoding'];
  const unpacked = packing === undefined ? undefined : unpack(decode(), packing, head.most);
  if (typeof unpacked === 'string') return lacking(`its body is ${unpacked}`);
  // Read twice, since nothing of a damaged body is judged: the first half of it may already be wrong.
  const pieces = () => (unpacked ? [unpacked] : decode());
  const claims = new TextClaims(claimed, isPlain);
  const problem = problemIn(pieces(), claims);
  if (problem !== undefined) return lacking(`its body is ${problem}`);
  const toBytes = claims.isMisread ? undoMisreading : (bytes: Uint8Array) => bytes;
  return {
    chunks: () => map(pieces(), (piece) => ({ bytes: toBytes(piece) })),
    isTimed: false,
    lack: undefined,
  };
}

/** Tools also write an empty text for a body that they did not keep, so it proves nothing about a success. */
function mayBeEmpty(size: number | undefined, { status, headers }: HarHead): boolean {
  if (size !== undefined && size !== 0) return false;
  return status < 200 || status >= 300 || headers?.['content-length']?.trim() === '0';
}

/** The bytes that a tool kept as they were sent. @returns a text if they cannot be unpacked */
function unpack(pieces: Iterable<Uint8Array>, encoding: string, most: number): Uint8Array | string {
  try {
    return unpackBody(join(pieces), encoding, most);
  } catch (error) {
    return problemOf(error);
  }
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

function* map<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To> {
  for (const item of items) yield change(item);
}

function join(pieces: Iterable<Uint8Array>): Buffer {
  return Buffer.concat([...pieces]);
}

/** What is wrong with pieces that cannot be decoded, or are not the body; undefined if nothing is. */
function problemIn(pieces: Iterable<Uint8Array>, claims?: TextClaims): string | undefined {
  try {
    for (const piece of pieces) claims?.push(piece);
    claims?.end();
    return claims?.problem;
  } catch (error) {
    return problemOf(error);
  }
}

function problemOf(error: unknown): string {
  if (error instanceof NoBase64Error) return 'not base64';
  if (error instanceof DamagedTextError) return 'not a JSON string in UTF-8';
  throw error;
}

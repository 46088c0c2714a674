import { formatEvent } from '../../event-stream/index.ts';
import { excerpt } from '../judge/excerpt.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import { decodeBase64Pieces, NoBase64Error } from './base64.ts';
import { MalformedInput } from './format-judge.ts';
import { DamagedTextError, KeptText } from './json/kept-text.ts';
import type { Shape } from './json/pruner.ts';

/** A part of a body, with the time of its arrival in milliseconds. */
export interface HarChunk {
  readonly bytes: Uint8Array;
  readonly at?: number;
}

/** The parts of an entry of an HTTP Archive that are judged. */
export interface HarExchange {
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array | undefined;
  /** Why the body of the request is not there. */
  readonly bodyLack: string | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in pieces. They are decoded while they are read. */
  readonly chunks: () => Iterable<HarChunk>;
  /** Whether each chunk has its time. */
  readonly isTimed: boolean;
  /** Why the archive does not show the body. */
  readonly lack: string | undefined;
  /** How the response ended. An archive says it only if the connection broke. */
  readonly end: 'server' | 'error';
  /** False if the archive has the events of a stream instead of its bytes, as Chromium writes it. */
  readonly hasFraming: boolean;
}

/** The archive does not follow the HAR format. */
export class HarError extends MalformedInput {
  readonly code = 'malformed-har';

  /** @param place JSON Pointer into the archive; empty for the whole archive */
  constructor(place: string, expected: string) {
    super(`${place === '' ? 'the archive' : `${place} of the archive`} is not ${expected}`);
    this.name = 'HarError';
  }
}

const LF = 0x0a;
const CR = 0x0d;
const DATA_NAME = 'data: '.length;

const MESSAGES: Shape = { items: { members: { eventName: 'scalar', data: 'text', time: 'scalar' } } };

const ENTRY: Shape = {
  members: {
    request: {
      members: { method: 'scalar', url: 'scalar', postData: { members: { text: 'text' } } },
    },
    response: {
      members: {
        status: 'scalar',
        headers: { items: { members: { name: 'scalar', value: 'scalar' } } },
        content: { members: { size: 'scalar', mimeType: 'scalar', encoding: 'scalar', text: 'text' } },
        _error: 'scalar',
        _eventSourceMessages: MESSAGES,
      },
    },
    _eventSourceMessages: MESSAGES,
  },
};

/** What is read of an HTTP Archive (HAR 1.2). Its entries are passed on one by one. */
export const ARCHIVE: Shape = {
  members: { log: { members: { entries: { items: ENTRY, isPassedOn: true } } } },
};

/** @throws HarError if the archive has no list of entries */
export function requireEntries(archive: unknown): void {
  if (!Array.isArray(asObject(asObject(archive, '').log, '/log').entries))
    throw new HarError('/log/entries', 'a list');
}

/**
 * Reads an entry in the shape above.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 * @param most largest body of a request and largest event, in bytes
 * @throws HarError with the wrong place
 */
export function readEntry(value: unknown, index: number, most: number): HarExchange {
  const place = `/log/entries/${index}`;
  const entry = asObject(value, place);
  const request = asObject(entry.request, `${place}/request`);
  const response = asObject(entry.response, `${place}/response`);
  const content = isObject(response.content) ? response.content : {};
  const headers = readHeaders(response.headers);
  if (typeof content.mimeType === 'string') headers['content-type'] ??= content.mimeType;
  const listed = entry._eventSourceMessages ?? response._eventSourceMessages;
  // A browser may list no events and still write the text.
  const messages = Array.isArray(listed) && listed.length > 0 ? listed : undefined;
  return {
    method: asString(request.method, `${place}/request/method`),
    path: asString(request.url, `${place}/request/url`),
    ...readPost(isObject(request.postData) ? request.postData.text : undefined, most),
    status: typeof response.status === 'number' ? response.status : 0,
    headers,
    hasFraming: messages === undefined,
    end: typeof response._error === 'string' && response._error !== '' ? 'error' : 'server',
    ...(messages ? readMessages(messages, most) : readText(content, response.status)),
  };
}

function readPost(text: unknown, most: number): Pick<HarExchange, 'body' | 'bodyLack'> {
  if (!(text instanceof KeptText)) return { body: undefined, bodyLack: undefined };
  const problem = problemIn(text.pieces());
  if (problem !== undefined) return { body: undefined, bodyLack: `the body of its request is ${problem}` };
  if (isLarger(text, most))
    return { body: undefined, bodyLack: `the body of its request is larger than ${most} bytes` };
  return { body: join(text), bodyLack: undefined };
}

type HarBody = Pick<HarExchange, 'chunks' | 'isTimed' | 'lack'>;

const NO_BODY: ReadonlySet<unknown> = new Set([0, 204, 304]);

function lacking(lack: string | undefined): HarBody {
  return { chunks: () => [], isTimed: false, lack };
}

/** Browsers leave out the bodies that they did not keep, or write an empty text beside another size. */
function readText({ text, encoding, size }: JsonObject, status: unknown): HarBody {
  const isKept = text instanceof KeptText && (!text.isEmpty || typeof size !== 'number' || size === 0);
  if (!isKept) return lacking(NO_BODY.has(status) ? undefined : 'the archive does not have its body');
  const isPlain = typeof encoding !== 'string' || encoding === '';
  if (!isPlain && encoding.toLowerCase() !== 'base64')
    return lacking(`its body has the unknown encoding ${excerpt(encoding)}`);
  const decode = () => (isPlain ? text.pieces() : decodeBase64Pieces(text.pieces()));
  // Read twice, since nothing of a damaged body is judged: the first half of it may already be wrong.
  const problem = problemIn(decode());
  if (problem !== undefined) return lacking(`its body is ${problem}`);
  return { chunks: () => map(decode(), (bytes) => ({ bytes })), isTimed: false, lack: undefined };
}

interface Message extends JsonObject {
  readonly data: KeptText;
}

function readMessages(messages: readonly unknown[], most: number): HarBody {
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
    isTimed: sound.every(({ time }) => typeof time === 'number'),
    lack: undefined,
  };
}

function isMessage(value: unknown): value is Message {
  return isObject(value) && value.data instanceof KeptText;
}

/** Chromium writes each event with its time in seconds. */
function readMessage({ eventName, data, time }: Message): HarChunk {
  const type = typeof eventName === 'string' ? eventName.replaceAll(/[\r\n]/g, ' ') : '';
  const bytes = Buffer.from(formatEvent({ type, data: join(data).toString() }));
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

function join(text: KeptText): Buffer {
  return Buffer.concat([...text.pieces()]);
}

/** What is wrong with pieces that cannot be decoded; undefined if they can. */
function problemIn(pieces: Iterable<Uint8Array>): string | undefined {
  try {
    for (const _ of pieces);
    return undefined;
  } catch (error) {
    if (error instanceof NoBase64Error) return 'not base64';
    if (error instanceof DamagedTextError) return 'not a JSON string in UTF-8';
    throw error;
  }
}

/** Only the headers that are judged, since an archive may list very many. */
function readHeaders(list: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of Array.isArray(list) ? list : []) {
    if (!isObject(header) || typeof header.name !== 'string' || typeof header.value !== 'string') continue;
    const name = header.name.toLowerCase();
    if (name === 'content-type') headers[name] = header.value;
  }
  return headers;
}

function asObject(value: unknown, place: string): JsonObject {
  if (!isObject(value)) throw new HarError(place, 'an object');
  return value;
}

function asString(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new HarError(place, 'a string');
  return value;
}

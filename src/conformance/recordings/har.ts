import { formatEvent } from '../../event-stream/index.ts';
import { excerpt } from '../judge/excerpt.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import { decodeBase64 } from './base64.ts';

/** The parts of an entry of an HTTP Archive that are judged. */
export interface HarExchange {
  readonly method: string;
  readonly path: string;
  readonly body: Uint8Array | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly { readonly bytes: Uint8Array; readonly at?: number }[];
  /** Why the archive does not show the body. */
  readonly lacks: string | undefined;
  /** How the response ended. An archive says it only if the connection broke. */
  readonly end: 'server' | 'error';
  /** False if the archive has the events of a stream instead of its bytes, as Chromium writes it. */
  readonly hasFraming: boolean;
}

/** The archive does not follow the HAR format. */
export class HarError extends Error {
  readonly code = 'malformed-har';

  /** @param place JSON Pointer into the archive; empty for the whole archive */
  constructor(place: string, expected: string) {
    super(`${place === '' ? 'the archive' : `${place} of the archive`} is not ${expected}`);
    this.name = 'HarError';
  }
}

/**
 * Reads the exchanges of an HTTP Archive (HAR 1.2).
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 * @throws HarError with the wrong place
 */
export function parseHar(text: string): HarExchange[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new HarError('', `JSON (${(error as Error).message})`);
  }
  const entries = asObject(asObject(document, '').log, '/log').entries;
  if (!Array.isArray(entries)) throw new HarError('/log/entries', 'a list');
  return entries.map((entry, index) =>
    readEntry(asObject(entry, `/log/entries/${index}`), `/log/entries/${index}`),
  );
}

function readEntry(entry: JsonObject, place: string): HarExchange {
  const request = asObject(entry.request, `${place}/request`);
  const response = asObject(entry.response, `${place}/response`);
  const content = isObject(response.content) ? response.content : {};
  const post = isObject(request.postData) ? request.postData.text : undefined;
  const headers = readHeaders(response.headers);
  if (typeof content.mimeType === 'string') headers['content-type'] ??= content.mimeType;
  const listed = entry._eventSourceMessages ?? response._eventSourceMessages;
  // A browser may list no events and still write the text.
  const messages = Array.isArray(listed) && listed.length > 0 ? listed : undefined;
  return {
    method: asString(request.method, `${place}/request/method`),
    path: asString(request.url, `${place}/request/url`),
    body: typeof post === 'string' ? Buffer.from(post) : undefined,
    status: typeof response.status === 'number' ? response.status : 0,
    headers,
    hasFraming: messages === undefined,
    end: typeof response._error === 'string' && response._error !== '' ? 'error' : 'server',
    ...(messages ? readMessages(messages) : readText(content, response.status)),
  };
}

type HarBody = Pick<HarExchange, 'chunks' | 'lacks'>;

const NO_BODY: ReadonlySet<unknown> = new Set([0, 204, 304]);

/** Browsers leave out the bodies that they did not keep, or write an empty text beside another size. */
function readText({ text, encoding, size }: JsonObject, status: unknown): HarBody {
  const isKept = typeof text === 'string' && (text !== '' || typeof size !== 'number' || size === 0);
  if (!isKept)
    return { chunks: [], lacks: NO_BODY.has(status) ? undefined : 'the archive does not have its body' };
  if (typeof encoding !== 'string' || encoding === '')
    return { chunks: [{ bytes: Buffer.from(text) }], lacks: undefined };
  if (encoding.toLowerCase() !== 'base64')
    return { chunks: [], lacks: `its body has the unknown encoding ${excerpt(encoding)}` };
  const bytes = decodeBase64(text);
  return bytes ? { chunks: [{ bytes }], lacks: undefined } : { chunks: [], lacks: 'its body is not base64' };
}

function readMessages(messages: readonly unknown[]): HarBody {
  const sound = messages.filter(isObject).filter(({ data }) => typeof data === 'string');
  const lacks =
    sound.length < messages.length ? 'an event in its _eventSourceMessages has no data' : undefined;
  return { chunks: sound.map(readMessage), lacks };
}

/** Chromium writes each event with its time in seconds. */
function readMessage({ eventName, data, time }: JsonObject): HarExchange['chunks'][number] {
  const type = typeof eventName === 'string' ? eventName.replaceAll(/[\r\n]/g, ' ') : '';
  const bytes = Buffer.from(formatEvent({ type, data: typeof data === 'string' ? data : '' }));
  return typeof time === 'number' ? { bytes, at: time * 1000 } : { bytes };
}

function readHeaders(list: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of Array.isArray(list) ? list.filter(isObject) : []) {
    if (typeof header.name === 'string' && typeof header.value === 'string') {
      headers[header.name.toLowerCase()] = header.value;
    }
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

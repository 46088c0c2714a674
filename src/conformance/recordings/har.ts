import { timeAfter } from '../judge/exchange-trace.ts';
import { isEventStream, isStatus, joined } from '../judge/headers.ts';
import { isObject, type JsonObject } from '../judge/json.ts';
import { MalformedInput } from './format-judge.ts';
import { type HarBody, lacking, readMessages, readNumber, readText } from './har-body.ts';
import { type HarRequestBody, readRequestBody } from './har-request-body.ts';
import type { Shape } from './json/pruner.ts';

/** The parts of an entry of an HTTP Archive that are judged. */
export interface HarExchange extends HarBody, HarRequestBody {
  readonly method: string;
  readonly path: string;
  /** When the request was sent. Absent if the archive does not say it. */
  readonly time: string | undefined;
  /** Absent if the archive does not show that there was a response. */
  readonly status: number | undefined;
  /** Absent if the archive does not have them. */
  readonly headers: Readonly<Record<string, string>> | undefined;
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

/** Times the largest event that an unpacked body may have. */
const UNPACKED = 4;

const MESSAGES: Shape = { items: { members: { eventName: 'scalar', data: 'text', time: 'scalar' } } };

const HEADERS: Shape = { items: { members: { name: 'scalar', value: 'scalar' } } };

const ENTRY: Shape = {
  members: {
    request: {
      members: {
        method: 'scalar',
        url: 'scalar',
        headers: HEADERS,
        bodySize: 'scalar',
        postData: { members: { encoding: 'scalar', _isBinary: 'scalar', text: 'text' } },
      },
    },
    response: {
      members: {
        status: 'scalar',
        headers: HEADERS,
        content: {
          members: {
            size: 'scalar',
            compression: 'scalar',
            mimeType: 'scalar',
            encoding: 'scalar',
            _isBinary: 'scalar',
            text: 'text',
          },
        },
        _error: 'scalar',
        _eventSourceMessages: MESSAGES,
      },
    },
    _eventSourceMessages: MESSAGES,
    startedDateTime: 'scalar',
    time: 'scalar',
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
  // Tools leave out, or write 0 for, what they did not get.
  const response = isObject(entry.response) ? entry.response : {};
  const status = readStatus(response.status);
  const content = isObject(response.content) ? response.content : {};
  const headers = readHeaders(response.headers);
  const listed = entry._eventSourceMessages ?? response._eventSourceMessages;
  // A browser may list no events and still write the text.
  const messages = Array.isArray(listed) && listed.length > 0 ? listed : undefined;
  return {
    method: asString(request.method, `${place}/request/method`),
    path: asString(request.url, `${place}/request/url`),
    time: typeof entry.startedDateTime === 'string' ? timeAfter(entry.startedDateTime, 0) : undefined,
    ...readRequestBody(request, { headers: readHeaders(request.headers), most }),
    status,
    headers: completeHeaders(headers, content.mimeType),
    hasFraming: messages === undefined,
    end: typeof response._error === 'string' && response._error !== '' ? 'error' : 'server',
    ...(status === undefined
      ? lacking('the archive does not have the status of a response')
      : messages
        ? readMessages(messages, most, readNumber(entry.time))
        : readText(content, { status, headers, most: UNPACKED * most })),
  };
}

/** The statuses that HTTP has room for. */
function readStatus(value: unknown): number | undefined {
  const status = readNumber(value);
  return status !== undefined && isStatus(status) ? status : undefined;
}

/** The headers that are judged or describe the body, since an archive may list very many. */
const READ: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-length']);

/** @returns undefined if the archive lists no header */
function readHeaders(list: unknown): Record<string, string> | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return joined(
    list.flatMap((header): [string, string][] => {
      if (!isObject(header)) return [];
      const { name, value } = header;
      if (typeof name !== 'string' || typeof value !== 'string' || !READ.has(name.toLowerCase())) return [];
      return [[name, value]];
    }),
  );
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+/;

/** An archive has to name a media type, so a tool that knows none invents one. It only counts beside headers, or if it is the right one. */
function completeHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  mimeType: unknown,
): Readonly<Record<string, string>> | undefined {
  if (typeof mimeType !== 'string' || !MEDIA_TYPE.test(mimeType)) return headers;
  const named = { 'content-type': mimeType };
  return headers || isEventStream(named) ? { ...named, ...headers } : undefined;
}

function asObject(value: unknown, place: string): JsonObject {
  if (!isObject(value)) throw new HarError(place, 'an object');
  return value;
}

function asString(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new HarError(place, 'a string');
  return value;
}

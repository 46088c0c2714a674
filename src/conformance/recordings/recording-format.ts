import { isStatus } from '../judge/headers.ts';
import { isObject, type JsonObject, parseJson, UnreadJsonError } from '../judge/json.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import { MalformedInput } from './format-judge.ts';

/** Exchanges of a recording that may be open at once. A recorder of a busy service has some dozens open. */
export const MOST_OPEN = 256;

/**
 * The header of a recording. The format is JSON Lines: the first line is the header, and every other line adds to one exchange,
 * or is the header of another recording that was joined. Lines of several exchanges may interleave, so that a recorder can append them as they occur. Published as
 * spec/formats/recording.schema.json.
 */
export interface RecordingHeader {
  /** Version of the format. */
  readonly recording: 1;
  /** How many times faster than real time the server's timers ran. 1 if absent. */
  readonly timeScale?: number;
  /** The time at which `at` is 0, in the form of RFC 3339. Absent if it is unknown, as in older recordings. */
  readonly startedAt?: string;
}

export interface RequestRecord {
  readonly exchange: number;
  /** Milliseconds since the start of the recording. */
  readonly at: number;
  readonly request: {
    readonly method: string;
    /** Path and query as sent. */
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Base64 of the body. Absent if there was none. */
    readonly body?: string;
  };
}

export interface ResponseRecord {
  readonly exchange: number;
  readonly at: number;
  readonly response: {
    readonly status: number;
    /** Absent if they are not known. */
    readonly headers?: Readonly<Record<string, string>>;
  };
}

export interface ChunkRecord {
  readonly exchange: number;
  readonly at: number;
  /** Base64 of decompressed body bytes, as they arrived. */
  readonly chunk: string;
}

export interface EndRecord {
  readonly exchange: number;
  readonly at: number;
  readonly end: StreamEnd;
  /** Which part of the exchange the recording lacks, and why. Absent if it is complete. */
  readonly cut?: string;
}

export type ExchangeRecord = RequestRecord | ResponseRecord | ChunkRecord | EndRecord;

/** A line of a recording does not follow the format. */
export class RecordingError extends MalformedInput {
  readonly code = 'malformed-recording';
  /** The exchange that the line is about, if the line says it. */
  readonly exchange: number | undefined;

  constructor(line: number, expected: string, exchange?: number) {
    super(`line ${line} of the recording is not ${expected}`);
    this.name = 'RecordingError';
    this.exchange = exchange;
  }
}

export function parseHeader(text: string): RecordingHeader {
  return readHeader(parseObject(text, 1, HEADER), 1);
}

/** Reads a line after the first. Recordings that were joined have a header among their lines. */
export function parseLine(text: string, line: number): RecordingHeader | ExchangeRecord {
  const object = parseObject(text, line, 'a JSON object');
  return isHeader(object) ? readHeader(object, line) : readRecord(object, line);
}

/** Whether a line begins a recording. */
export function isHeader(line: object): line is RecordingHeader {
  return 'recording' in line;
}

const HEADER = 'a header like {"recording":1}';

/** A time with its offset (RFC 3339). */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function readHeader({ recording, timeScale, startedAt }: JsonObject, line: number): RecordingHeader {
  if (recording !== 1)
    throw new RecordingError(line, 'a header of version 1, the only version that this release reads');
  if (timeScale !== undefined && !(typeof timeScale === 'number' && timeScale > 0))
    throw new RecordingError(line, 'a header with a timeScale above 0');
  if (startedAt !== undefined && !isTime(startedAt))
    throw new RecordingError(line, 'a header with a startedAt such as 2026-04-04T09:00:00.000Z');
  return {
    recording,
    ...(timeScale !== undefined && { timeScale }),
    ...(startedAt !== undefined && { startedAt }),
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value));
}

function readRecord(record: JsonObject, line: number): ExchangeRecord {
  const { exchange, at } = record;
  if (!isNumberOfExchange(exchange))
    throw new RecordingError(line, 'a record with `exchange`, an integer from 0');
  if (typeof at !== 'number' || !Number.isFinite(at))
    throw new RecordingError(line, 'a record with `at`, in milliseconds', exchange);
  const form = FORMS.find(({ member }) => member in record);
  if (!form)
    throw new RecordingError(line, 'a record with `request`, `response`, `chunk` or `end`', exchange);
  if (!form.holds(record[form.member])) throw new RecordingError(line, form.expected, exchange);
  return record as unknown as ExchangeRecord;
}

function isNumberOfExchange(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const ENDS: ReadonlySet<unknown> = new Set(['server', 'client', 'error']);

const FORMS: readonly { member: string; expected: string; holds(value: unknown): boolean }[] = [
  {
    member: 'request',
    expected: 'a request with the strings `method` and `path`, and optional `headers` and base64 `body`',
    holds: (value) =>
      isObject(value) &&
      typeof value.method === 'string' &&
      typeof value.path === 'string' &&
      areHeaders(value.headers) &&
      (value.body === undefined || typeof value.body === 'string'),
  },
  {
    member: 'response',
    expected: 'a response with a `status` from 100 to 999 and optional `headers`',
    holds: (value) =>
      isObject(value) &&
      typeof value.status === 'number' &&
      isStatus(value.status) &&
      areHeaders(value.headers),
  },
  { member: 'chunk', expected: 'a chunk, a base64 string', holds: (value) => typeof value === 'string' },
  { member: 'end', expected: 'an end: `server`, `client` or `error`', holds: (value) => ENDS.has(value) },
];

function areHeaders(value: unknown): boolean {
  return (
    value === undefined || (isObject(value) && Object.values(value).every((item) => typeof item === 'string'))
  );
}

/** The byte order mark with which some editors begin a file. */
const MARK = '\ufeff';

function parseObject(text: string, line: number, expected: string): JsonObject {
  let value: unknown;
  try {
    value = parseJson(text.startsWith(MARK) ? text.slice(MARK.length) : text);
  } catch (error) {
    if (error instanceof UnreadJsonError) throw new RecordingError(line, `read: ${error.message}`);
    throw new RecordingError(line, expected);
  }
  if (!isObject(value)) throw new RecordingError(line, expected);
  return value;
}

type Headers = Readonly<Record<string, string>>;

/** Headers by lower-case name. Headers of the same name are joined by `, ` (RFC 9110, 5.3). */
export function joined(headers: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = all.get(key);
    all.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(all);
}

/** Writes the names of headers in lower case. The functions below expect them so. */
export function lowerCased(headers: Headers = {}): Headers {
  const isDone = Object.keys(headers).every((name) => name === name.toLowerCase());
  return isDone ? headers : joined(Object.entries(headers));
}

export const EVENT_STREAM = 'text/event-stream';

/** A value of a list, whose quoted strings may contain commas. */
const LISTED = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

/**
 * The media type of `Content-Type`, in lower case and without parameters. Empty if there is none. A header that comes several times counts with
 * its last value, as for browsers (Fetch, "extract a MIME type").
 */
export function mediaTypeOf(headers: Headers = {}): string {
  const last = headers['content-type']?.match(LISTED)?.at(-1) ?? '';
  const [type = ''] = last.split(';', 1);
  return type.trim().toLowerCase();
}

/** Whether a body is an event stream, by its head. */
export function isEventStream(headers: Headers | undefined): boolean {
  return mediaTypeOf(headers) === EVENT_STREAM;
}

/** Whether a number is a status, which has three digits (RFC 9110, 15). */
export function isStatus(value: number): boolean {
  return Number.isInteger(value) && value >= 100 && value <= 999;
}

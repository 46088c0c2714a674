type Headers = Readonly<Record<string, string>>;

/** Writes the names of headers in lower case. The functions below expect them so. */
export function lowerCased(headers: Headers = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export const EVENT_STREAM = 'text/event-stream';

/** The media type of `Content-Type`, in lower case and without parameters. Empty if there is none. */
export function mediaTypeOf(headers: Headers = {}): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

/** Whether a body is an event stream, by its head. */
export function isEventStream(headers: Headers | undefined): boolean {
  return mediaTypeOf(headers) === EVENT_STREAM;
}

export const EVENT_STREAM = 'text/event-stream';

/** The media type of `Content-Type`, in lower case and without parameters. Empty if there is none. The names of the headers are in lower case. */
export function mediaTypeOf(headers: Readonly<Record<string, string>> = {}): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

/** Whether a body is an event stream, by its head. The names of the headers are in lower case. */
export function isEventStream(headers: Readonly<Record<string, string>> | undefined): boolean {
  return mediaTypeOf(headers) === EVENT_STREAM;
}

/** Makes the Request of a handler from what a framework on Node has read. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

interface Read {
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON. */
  readonly body?: unknown;
}

/** @param response When it closes, the page has gone away, and the request is aborted. */
export function requestOf(name: string, { headers, body }: Read, response: ServerResponse): Request {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const { cookie = '', 'content-type': type = '' } = headers;
  return new Request(`http://site.test/${name}`, {
    method: 'POST',
    headers: { cookie, 'content-type': type },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
}

import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from '../../listen.ts';

export interface FetchServer {
  readonly url: string;
  readonly requests: Request[];
}

/** Serves a handler of web-standard requests over HTTP on this machine until the test ends. */
export async function serve(
  handle: (request: Request) => Response | Promise<Response>,
): Promise<FetchServer> {
  const requests: Request[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const left = new AbortController();
    outgoing.on('close', () => left.abort());
    const body = await buffer(incoming);
    const request = new Request(`http://127.0.0.1${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      ...(body.length > 0 && { body }),
      signal: left.signal,
    });
    requests.push(request.clone());
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (response.body)
      Readable.fromWeb(response.body)
        .on('error', () => outgoing.destroy())
        .pipe(outgoing);
    else outgoing.end();
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  return { url: `${url}/mcp`, requests };
}

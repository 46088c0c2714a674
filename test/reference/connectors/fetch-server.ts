import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

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
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(() => closed()));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests };
}

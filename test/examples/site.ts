import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listen } from '../listen.ts';

/** A web server with a page, its script and the handlers of a relay. */
export interface Site {
  readonly url: string;
  /** The bodies of all answers so far, as text. */
  readonly sent: () => string;
  close(): Promise<void>;
}

type Handler = (request: Request) => Promise<Response>;

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const page = `<!doctype html><html lang="en"><meta http-equiv="content-security-policy" content="${policy}"><link rel="icon" href="data:,"><title>Turns</title><div id="root"></div><script type="module" src="/page.js"></script></html>`;

/** Serves the page on a free port. @param handlers by path, for POST */
export async function serveSite(script: string, handlers: Readonly<Record<string, Handler>>): Promise<Site> {
  const chunks: Uint8Array[] = [];
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://site.test');
    const handler = incoming.method === 'POST' ? handlers[pathname] : undefined;
    if (handler) return void relay(handler, incoming, outgoing, chunks);
    const isScript = pathname === '/page.js';
    const type = isScript ? 'text/javascript' : 'text/html';
    outgoing.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
    outgoing.end(isScript ? readFileSync(script) : page);
  });
  const { url, close } = await listen(server);
  return { url: `${url}/`, sent: () => Buffer.concat(chunks).toString(), close };
}

/** Calls a handler for Request and Response from a node:http server, and keeps its output. */
async function relay(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  chunks: Uint8Array[],
): Promise<void> {
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  const url = `http://site.test${incoming.url}`;
  const {
    status,
    headers,
    body: answer,
  } = await handler(
    new Request(url, {
      method: 'POST',
      headers: incoming.headers as Record<string, string>,
      body,
      duplex: 'half',
    } as RequestInit),
  );
  outgoing.writeHead(status, Object.fromEntries(headers));
  const kept = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      chunks.push(chunk);
      yield chunk;
    }
  };
  // Fails when the page closes, which cancels the body.
  await pipeline(Readable.fromWeb(answer as never), kept, outgoing).catch(() => {});
}

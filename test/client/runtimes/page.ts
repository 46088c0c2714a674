import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../../listen.ts';

/** The server of a page that can import the client and the journeys. */
export interface PageServer {
  readonly port: number;
  close(): Promise<void>;
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Serves a page with a strict policy: it runs only these modules and no code from strings, and connects only to this machine. */
export async function servePage(client: string): Promise<PageServer> {
  const policy = "default-src 'none'; script-src 'self'; connect-src http://127.0.0.1:*";
  const page = `<!doctype html><meta http-equiv="content-security-policy" content="${policy}"><link rel="icon" href="data:,"><title>Journeys</title>`;
  const resources: Readonly<Record<string, readonly [type: string, body: string]>> = {
    '/': ['text/html; charset=utf-8', page],
    '/client.js': [JAVASCRIPT, readFileSync(client, 'utf8')],
    '/journeys.js': [JAVASCRIPT, readFileSync(join(import.meta.dirname, 'journeys.js'), 'utf8')],
  };
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = resources[url] ?? ['text/plain', undefined];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
  return listen(server);
}

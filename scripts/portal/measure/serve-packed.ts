import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

import { NOT_FOUND } from '../finish/not-found.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.sse': 'text/plain',
};

/** A web server on this machine. */
export interface PackedServer {
  readonly url: string;
  close(): void;
}

/** Serves a folder as web servers usually do, with gzip. `serve --docs` sends files uncompressed, because no network is between it and its reader. */
export async function servePacked(folder: string): Promise<PackedServer> {
  const server = createServer(({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const asked = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const isThere = existsSync(asked);
    const file = isThere ? asked : join(folder, NOT_FOUND);
    try {
      const body = gzipSync(readFileSync(file));
      response.writeHead(isThere ? 200 : 404, {
        'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
        'Content-Encoding': 'gzip',
        'Content-Length': body.length,
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

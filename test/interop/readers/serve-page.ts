import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { listen } from '../../../src/loopback/index.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

export interface PageServer {
  readonly origin: string;
  close(): void;
}

/** Serves the text of a page at `/`, and the files of folders below their names, on a free loopback port. */
export async function servePage(
  text: string,
  folders: Readonly<Record<string, string>>,
): Promise<PageServer> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://page').pathname);
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': type }).end(body);
    if (path === '/') {
      send('text/html; charset=utf-8', text);
      return;
    }
    readBelow(folders, path).then(
      (body) => send(types[extname(path)] ?? 'application/octet-stream', body),
      () => response.writeHead(404).end(),
    );
  });
  const { url } = await listen(server, '127.0.0.1', 0);
  return { origin: url, close: () => void server.close() };
}

/** The file of `/<name>/<path>`. @throws Error if there is none inside the folder */
async function readBelow(folders: Readonly<Record<string, string>>, path: string): Promise<Buffer> {
  const [, name = '', ...rest] = path.split('/');
  const folder = resolve(folders[name] ?? '/nowhere');
  const file = resolve(folder, ...rest);
  if (!file.startsWith(folder + sep)) throw new Error(`${path} is outside of ${folder}`);
  return readFile(file);
}

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { ContentAnswer } from './http/exchange.ts';
import type { PlainRequest } from './http/request.ts';
import type { ExtraRoute } from './http/routes.ts';
import { acceptsGzip, PackedFiles } from './packed-files.ts';

/** There is no docs portal to serve. The message says how to build one. */
class DocsError extends Error {
  readonly code = 'no-docs';

  constructor(folder: string, options?: ErrorOptions) {
    super(
      `there is no docs portal in ${folder}; \`npm run portal\` in a clone of conversation-api builds and serves it`,
      options,
    );
    this.name = 'DocsError';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.sse': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.xml': 'application/xml',
};

/**
 * Serves a built docs portal below `/docs/`, compressed for clients that accept gzip. The files are listed once, and only a listed file is
 * ever opened, so no request can reach a file outside the folder. Symbolic links are left out.
 *
 * @throws DocsError when the folder has no portal
 */
export function docsRoutes(folder: string): readonly ExtraRoute[] {
  const files = listFiles(folder);
  if (!files.has('index.html')) throw new DocsError(folder);
  const packed = new PackedFiles();
  const send = async (name: string, file: string, { header }: PlainRequest) => {
    const isPacked = acceptsGzip(header('accept-encoding'));
    const headers = { ...headersOf(name), ...(isPacked && { 'content-encoding': 'gzip' }) };
    return { status: 200, headers, content: await (isPacked ? packed.read(file) : readFile(file)) };
  };
  const routes: readonly Omit<ExtraRoute, 'method'>[] = [
    { url: '/docs', handle: () => redirect('/docs/') },
    {
      url: '/docs/*',
      async handle(request) {
        const asked = request.path['*'] ?? '';
        const page = asked === '' || asked.endsWith('/') ? `${asked}index.html` : asked;
        const file = files.get(page);
        if (file !== undefined)
          return page === NOT_FOUND ? sendMissing(200, file) : send(page, file, request);
        if (files.has(`${asked}/index.html`)) return redirect(`/docs/${encodeURI(asked)}/`);
        const missing = files.get(NOT_FOUND);
        if (missing !== undefined) return sendMissing(404, missing);
        return { ...text('There is no such page. The docs start at /docs/.\n'), status: 404 };
      },
    },
  ];
  // Node sends no body in reply to HEAD.
  return ['GET', 'HEAD'].flatMap((method) => routes.map((route) => ({ method, ...route })));
}

/** The portal's page for unknown addresses. Web servers expect this name. */
const NOT_FOUND = '404.html';

/** Sends this page with links that begin at the root of the docs. The build does not know it, and writes the root of the host. */
async function sendMissing(status: number, file: string): Promise<ContentAnswer> {
  const page = (await readFile(file, 'utf8')).replace('<base href="/"/>', '<base href="/docs/"/>');
  return { status, content: Buffer.from(page), headers: headersOf(NOT_FOUND) };
}

function listFiles(folder: string): ReadonlyMap<string, string> {
  try {
    return new Map(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((file) => [relative(folder, file).replaceAll(sep, '/'), file]),
    );
  } catch (error) {
    throw new DocsError(folder, { cause: error });
  }
}

function headersOf(file: string): Readonly<Record<string, string>> {
  return {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  };
}

function redirect(location: string): ContentAnswer {
  const answer = text(`See ${location}\n`);
  return { ...answer, status: 308, headers: { ...answer.headers, location } };
}

function text(content: string): ContentAnswer {
  return { status: 200, content: Buffer.from(content), headers: headersOf('answer.txt') };
}

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import openapi from '../../generated/openapi.json' with { type: 'json' };
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-'));
const docs = join(folder, 'site');
const running: ReferenceServer[] = [];

beforeAll(() => {
  mkdirSync(join(docs, 'operations/getChat'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(docs, 'index.html'), 'start');
  writeFileSync(join(docs, 'operations/getChat/index.html'), 'getChat');
  writeFileSync(join(docs, 'portal.js'), 'run()');
  symlinkSync(join(folder, 'secret.txt'), join(docs, 'link.txt'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));

async function start(options: Parameters<typeof startReferenceServer>[0] = {}): Promise<string> {
  const server = await startReferenceServer(options);
  running.push(server);
  return server.url;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Sends the path and the headers unchanged; `fetch` would resolve dots, accept encodings and decompress. */
function sendRaw(
  url: string,
  { path, method = 'GET', accepted }: { path: string; method?: string; accepted?: string | undefined },
): Promise<RawAnswer> {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  return new Promise((resolve, reject) => {
    const sent = request(url, { path, method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(pieces),
        }),
      );
    });
    sent.on('error', reject).end();
  });
}

describe('the page at the root', () => {
  it('gives programs the facts, and people something to try', async () => {
    const url = await start();
    expect(await (await fetch(url)).json()).toMatchObject({ name: 'conversation-api reference server' });
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toMatch(/harbor-main[\s\S]*openapi\.json/);
  });

  it('shows no markup from the request', async () => {
    const url = await start();
    const port = new URL(url).port;
    const page = await new Promise<string>((resolve, reject) => {
      const headers = { accept: 'text/html', host: '<script>' };
      const sent = request({ port, host: '127.0.0.1', path: '/', headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (piece) => {
          body += piece;
        });
        response.on('end', () => resolve(body));
      });
      sent.on('error', reject).end();
    });
    expect(page).not.toContain('<script>');
  });
});

it('the documents are served unchanged', async () => {
  const url = await start();
  expect(await (await fetch(`${url}/openapi.json`)).json()).toEqual(openapi);
  expect((await fetch(`${url}/asyncapi.json`)).status).toBe(200);
  expect((await fetch(`${url}/docs/`)).status).toBe(404);
});

describe('the docs', () => {
  it.each([
    ['/docs/', 200, 'start'],
    ['/docs/operations/getChat/', 200, 'getChat'],
    ['/docs/portal.js', 200, 'run()'],
    ['/docs', 308, ''],
    ['/docs/operations/getChat', 308, ''],
    ['/docs/operations/none/', 404, ''],
    ['/docs/../secret.txt', 404, ''],
    ['/docs/%2e%2e/secret.txt', 404, ''],
    ['/docs/..%2fsecret.txt', 404, ''],
    ['/docs/..%5csecret.txt', 404, ''],
    ['/docs/%00', 404, ''],
    ['/docs//etc/passwd', 404, ''],
    ['/docs/link.txt', 404, ''],
    ['/docs/__proto__', 404, ''],
  ])('answer %s with %i', async (path, status, body) => {
    const answer = await sendRaw(await start({ docs }), { path });
    expect(answer.status).toBe(status);
    expect(String(answer.bytes)).not.toBe('secret');
    if (body !== '') expect(String(answer.bytes)).toBe(body);
  });

  it.each([
    ['gzip, br', 'gzip'],
    ['br', undefined],
    [undefined, undefined],
  ])('are compressed for Accept-Encoding: %s as %s', async (accepted, encoding) => {
    const url = await start({ docs });
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => sendRaw(url, { method, path: '/docs/', accepted })),
    );
    expect(get?.headers['content-encoding']).toBe(encoding);
    expect(get?.headers.vary).toBe('accept-encoding');
    const { bytes = Buffer.alloc(0) } = get ?? {};
    expect(String(encoding === undefined ? bytes : gunzipSync(bytes))).toBe('start');
    expect(get?.headers['content-length']).toBe(String(bytes.length));
    const { date: _, ...same } = get?.headers ?? {};
    expect(head).toMatchObject({ status: 200, bytes: Buffer.alloc(0), headers: same });
  });

  it('answer HEAD as GET for redirects and missing pages', async () => {
    const url = await start({ docs });
    const asked = await Promise.all(
      ['/docs', '/docs/operations/getChat', '/docs/none'].map((path) =>
        sendRaw(url, { method: 'HEAD', path }),
      ),
    );
    expect(asked.map(({ status, bytes }) => [status, bytes.length])).toEqual([
      [308, 0],
      [308, 0],
      [404, 0],
    ]);
  });

  it('have a page for missing addresses, whose links begin at their root', async () => {
    const page = join(docs, '404.html');
    writeFileSync(page, '<base href="/"/>');
    try {
      const url = await start({ docs });
      const sent = await Promise.all(['/docs/a/b/', '/docs/404.html'].map((path) => sendRaw(url, { path })));
      const content = '<base href="/docs/"/>';
      expect(sent.map(({ status, bytes }) => [status, String(bytes)])).toEqual([
        [404, content],
        [200, content],
      ]);
    } finally {
      rmSync(page);
    }
  });

  it('do not change the operations', async () => {
    const url = await start({ docs });
    const listed = await fetch(`${url}/api/v1/chats`, { headers: { authorization: 'Bearer harbor-main' } });
    expect(listed.status).toBe(200);
    expect((await fetch(`${url}/api/v1/chats`)).status).toBe(401);
    expect((await fetch(`${url}/docs/portal.js`, { method: 'POST' })).status).toBe(405);
  });

  it('are refused with advice when there are none', async () => {
    await expect(startReferenceServer({ docs: folder })).rejects.toThrow(/`npm run portal` in a clone/);
    await expect(startReferenceServer({ docs: join(folder, 'none') })).rejects.toThrow(/npm run portal/);
  });
});

import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Client, createClient } from '../../src/client/index.ts';
import { listen } from '../listen.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { CHAT, completed, start } from './harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;
const CALLS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'chats.get': ({ chats }) => chats.get(CHAT),
  'chats.create': ({ chats }) => chats.create({}),
  'turns.send': ({ turns }) => turns.send(CHAT, TURN),
  'turns.stream': ({ turns }) => turns.stream(CHAT, TURN).final(),
};
const CASES = [301, 302, 303, 307, 308].flatMap((status) =>
  Object.keys(CALLS).map((name) => ({ status, name })),
);

async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(listener));
  onTestFinished(close);
  return url;
}

describe('a redirect', () => {
  it.each(CASES)('with $status is neither followed nor retried by $name', async ({ status, name }) => {
    const seen: (string | undefined)[] = [];
    const other = await serve(({ url, headers }, response) => {
      seen.push(headers.authorization);
      if (url?.endsWith('/stream')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(start + completed('A lie.'));
      } else {
        response.end(JSON.stringify({ data: { id: 7, chat_id: CHAT, content: 'A lie.' } }));
      }
    });
    let count = 0;
    const baseUrl = await serve(({ url }, response) => {
      count += 1;
      response.writeHead(status, { location: `${other}${url}` }).end();
    });
    const calling = CALLS[name] as (typeof CALLS)[string];
    await expect(calling(createClient({ baseUrl, token: 'harbor-main' }))).rejects.toMatchObject({
      kind: 'invalid-response',
      message: expect.stringContaining('redirect'),
      status,
    });
    expect([seen, count]).toEqual([[], 1]);
  });

  it('within the same origin is not followed either', async () => {
    const paths: (string | undefined)[] = [];
    const baseUrl = await serve(({ url }, response) => {
      paths.push(url);
      response.writeHead(307, { location: `${url}/` }).end();
    });
    const { chats } = createClient({ baseUrl, token: 'harbor-main' });
    await expect(chats.list()).rejects.toMatchObject({ kind: 'invalid-response' });
    expect(paths).toEqual(['/api/v1/chats']);
  });
});

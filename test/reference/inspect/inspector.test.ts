import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../../generated/default-seed.js';
import { testEnvironment } from '../../../scripts/test/environment.ts';
import { assemble } from '../../../src/reference/start.ts';
import { TestClient } from '../harness/client.ts';

const KEY = 'key-of-the-provider';
const CHAT = 'b7e0ad1c-0000-4000-8000-000000000001';
const JSON_TYPE = { 'content-type': 'application/json' };

async function start() {
  const provider = {
    kind: 'openai-compatible',
    name: 'down',
    url: 'http://127.0.0.1:2/v1',
    model: 'm',
    key_from: 'KEY',
  };
  const model = { id: 90, company: 1, name: 'Down', code: 'down', providers: [provider] };
  const seed = JSON.stringify({ ...defaultSeedValue, models: [...defaultSeedValue.models, model] });
  const server = await assemble({ inspect: true, seed, environment: { KEY } });
  onTestFinished(() => server.close());
  const page = `${server.url}/_reference/inspect`;
  const ask = (init: RequestInit = {}) => fetch(`${page}/next`, { method: 'POST', ...init });
  return {
    url: server.url,
    page,
    main: new TestClient(server.url, 'harbor-main'),
    list: async (query = '') => (await (await fetch(`${page}.json${query}`)).json()) as Listed,
    setNext: (plan: object) => ask({ headers: JSON_TYPE, body: JSON.stringify(plan) }),
    ask,
  };
}

interface Listed {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the members that it expects and fails if they are missing
  readonly requests: any[];
  readonly next: unknown[];
}

it('lists requests, turns and questions with their failures, by chat and by credential', async () => {
  const { main, url, list, page } = await start();
  await main.get('/chats?page=2');
  await new TestClient(url, 'nobody').get('/chats');
  await main.send({ content: 'Hello', model_id: 90 }, { chatId: CHAT });
  const asking = await new TestClient(url, 'harbor-second').stream({
    script: [{ call: { tool: 'close_ticket', input: { ticket: 1 } } }],
    attachments: { mcp_server_ids: [7] },
  });
  const { action_id } = await asking.until('message.action_required');

  const { requests } = await list();
  expect(requests).toMatchObject([
    {
      operation: 'streamMessage',
      status: 200,
      credential: 'second',
      chatId: asking.chatId,
      questions: [{ actionId: action_id, kind: 'tool_approval' }],
      events: { 'message.start': 1, 'message.action_required': 1 },
    },
    {
      operation: 'sendMessage',
      credential: 'main',
      chatId: CHAT,
      status: 503,
      failure: 'not_dispatched',
      lines: [{ msg: 'turn over', end: 'error', model: 'down', provider: 'down', causes: expect.any(Array) }],
    },
    { operation: 'listChats', status: 401, failure: 'api_v1_unauthenticated' },
    { operation: 'listChats', path: '/api/v1/chats?page=2', status: 200, credential: 'main' },
  ]);
  const counts = ['?chat=', '?credential=second', '?credential=main&failed=1', `?chat=${CHAT}`];
  expect(await Promise.all(counts.map(async (query) => (await list(query)).requests.length))).toEqual([
    4, 1, 1, 1,
  ]);
  const html = await (await fetch(`${page}?chat=${CHAT}`)).text();
  expect(html).toContain('not_dispatched');
  expect(html).not.toContain(asking.chatId);
});

it('shows no secret and no markup of others, and keeps a bounded number of bounded texts', async () => {
  const { main, list, page } = await start();
  const markup = '<img src=x onerror=alert(1)>"\'</textarea><script>alert(2)</script>';
  await main.send({ content: `${KEY} and Authorization: Bearer harbor-second ${markup}` });
  await main.get('/chats?access_token=harbor-query');
  await main.send({ content: 'x'.repeat(20_000) });
  const html = await (await fetch(`${page}?credential=${encodeURIComponent(markup)}`)).text();
  const whole = html + (await (await fetch(page)).text()) + JSON.stringify(await list());
  for (const text of [KEY, 'harbor-main', 'harbor-second', 'harbor-query']) expect(whole).not.toContain(text);
  expect(html).not.toMatch(/<img|<script|<\/textarea><s/);
  expect((await list()).requests[0]).toMatchObject({ isTooLong: true });
  expect((await list()).requests[0].body ?? (await list()).requests[0].curl).toBeUndefined();

  for (let round = 0; round < 210; round += 1) await main.get('/chats');
  expect((await list()).requests).toHaveLength(200);
});

it('writes each request as a command that sends it again, with the token in the environment', async () => {
  const { main, list } = await start();
  const content = `It's "here" $HOME \`id\` \\ ${'\n'}@é\u0085`;
  const first = await main.send({ content }, { chatId: CHAT });
  const { curl } = (await list()).requests[0];
  expect(curl).not.toContain('harbor-main');
  const env = { ...testEnvironment(), CONVERSATION_API_TOKEN: 'harbor-main' };
  const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} -s`], { env });
  const { data } = JSON.parse(stdout);
  expect(data).toMatchObject({ chat_id: CHAT, content: first.body.data.content });
  expect(data.id).toBeGreaterThan(first.body.data.id);
});

it.each([
  ['without a content type', {}],
  ['with an empty idempotency key', { ...JSON_TYPE, 'idempotency-key': '' }],
])('writes a command that sends no other headers than the request, such as one %s', async (_, headers) => {
  const { url, list } = await start();
  const authorization = 'Bearer harbor-main';
  // Unlike fetch, this adds no header of its own.
  const sent = request(`${url}/api/v1/chats`, { method: 'POST', headers: { ...headers, authorization } });
  sent.end('{"name": "Again"}');
  const [{ statusCode }] = await once(sent, 'response');
  const { curl, headers: shown } = (await list()).requests[0];
  const env = { ...testEnvironment(), CONVERSATION_API_TOKEN: 'harbor-main' };
  const command = `${curl} -s -o /dev/null -w '%{http_code}'`;
  expect((await promisify(execFile)('sh', ['-c', command], { env })).stdout).toBe(`${statusCode}`);
  const [again] = (await list()).requests;
  expect(shown).toEqual(headers);
  expect(again.headers).toEqual(headers);
});

it('writes no command for a body that is no text, which a command cannot contain', async () => {
  const { url, list } = await start();
  const body = Buffer.from('{"name": "\xff"}', 'latin1');
  await fetch(`${url}/api/v1/chats`, { method: 'POST', headers: JSON_TYPE, body });
  const [{ isNotText, curl, body: kept }] = (await list()).requests;
  expect({ isNotText, curl, kept }).toEqual({ isNotText: true, curl: undefined, kept: undefined });
});

it('writes no control character into a command, which would act when it is pasted into a terminal', async () => {
  const { url, list } = await start();
  // Any page can send such a request.
  const body = '{"content": "\u007f\u007f\u0003\u009b\u001b[201~\n\tid\n"}';
  await fetch(`${url}/api/v1/chats`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body });
  const { curl } = (await list()).requests[0];
  expect(curl).toContain('\ufffd[201~\n\tid');
  expect(curl).not.toMatch(/[^\P{Cc}\n\t]/u);
});

it('sets faults and scripts for the next requests', async () => {
  const { main, list, setNext, ask } = await start();
  await setNext({ faults: ['pre_dispatch_error'], times: 2 });
  await setNext({ script: [{ say: 'From the journal.' }] });
  await setNext({ faults: ['agents_disabled'] });
  expect((await list()).next).toHaveLength(3);
  await main.get('/chats');
  const failed = [await main.send({ content: 'One' }), await main.send({ content: 'Two' })];
  expect(failed.map(({ body }) => body.message_code)).toEqual(['not_dispatched', 'not_dispatched']);
  const sent = { chatId: CHAT, key: 'a-key-for-the-third' };
  const third = await main.send({ content: 'Three' }, sent);
  expect(third.body.data.content).toBe('From the journal.');
  expect((await main.send({ content: 'Three' }, sent)).body.data).toEqual(third.body.data);
  expect((await list()).next).toHaveLength(1);
  await ask({ method: 'DELETE' });
  expect((await main.send({ content: 'Four', attachments: { agent_ids: [21] } })).status).toBe(200);

  const form = new URLSearchParams({ faults: '', script: '[{"say": "By a form."}]', times: '1' });
  expect((await ask({ body: form, redirect: 'manual' })).status).toBe(303);
  expect((await main.send({ content: 'Five' })).body.data.content).toBe('By a form.');
});

it.each([
  [{ faults: ['flood'] }, 'faults is a list of agents_disabled'],
  [{ script: [{ shout: 'Hi' }] }, 'script is a list of acts'],
  [{ faults: ['persistence'], times: 0 }, 'times is a number from 1 to 100'],
  [{}, 'name a fault, or give a script'],
  [{ fault: 'persistence' }, 'known are faults, script and times'],
])('refuses %j', async (plan, message) => {
  const { setNext, list } = await start();
  const response = await setNext(plan);
  expect(response.status).toBe(400);
  expect(((await response.json()) as { message: string }).message).toContain(message);
  expect((await list()).next).toEqual([]);
});

it('serves only this machine, and no page of another origin', async () => {
  await expect(assemble({ inspect: true, insecure: true, host: '0.0.0.0' })).rejects.toThrow(
    'for this machine alone',
  );
  const { page, ask, url } = await start();
  const headers = { origin: 'http://evil.example' };
  expect((await fetch(page, { headers })).status).toBe(403);
  expect((await ask({ headers, body: '{"faults":["persistence"]}' })).status).toBe(403);
  expect((await fetch(page, { headers: { origin: url } })).status).toBe(200);
});

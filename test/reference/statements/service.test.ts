import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import operations from '../../../generated/operations.json' with { type: 'json' };
import type { Answer, TestClient } from '../harness/client.ts';
import { judgedFetch } from '../harness/judged-fetch.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { codeOf } from './refusals.ts';

const server = useServer();
const elsewhere = useServer();

states('S0-01', 'every operation is served only below /api/v1', async () => {
  const main = server.as('main');
  for (const { operationId, method, path } of operations) {
    expect(path).toMatch(/^\/api\/v1\//);
    const target = fill(path);
    expect(isRouted(await call(main, method, `/${target}`)), operationId).toBe(true);
    for (const other of [target.replace('/api/v1', ''), target.replace('v1', 'v2')]) {
      expect(isRouted(await call(main, method, `/${other}`)), `${operationId} at ${other}`).toBe(false);
    }
  }
});

states('S0-02', 'the same paths are served at any base URL', async () => {
  expect(elsewhere.url).not.toBe(server.url);
  for (const { operationId, method, path } of operations) {
    const target = `/${fill(path)}`;
    const [here, there] = [
      await call(server.as('main'), method, target),
      await call(elsewhere.as('main'), method, target),
    ];
    expect(codeOf(there), operationId).toEqual(codeOf(here));
  }
  const { chatId } = await elsewhere.as('main').stream({});
  expect((await elsewhere.as('main').get(`/chats/${chatId}`)).status).toBe(200);
  expect((await server.as('main').get(`/chats/${chatId}`)).status).toBe(404);
});

states('S0-03', 'a body is read as JSON, however it is spelled', async () => {
  const main = server.as('main');
  const name = 'Opening hours: "Easter"\n£ ü 漢';
  for (const body of [
    JSON.stringify({ name, permission_mode: 'auto' }),
    JSON.stringify({ permission_mode: 'auto', name }, undefined, 2),
    `{"name":${escapeAll(name)},"permission_mode":"auto"}`,
  ]) {
    const { data } = (await createAs(body)).body;
    expect(data).toMatchObject({ name, permission_mode: 'auto' });
    expect((await main.get(`/chats/${data.id}`)).body.data.name).toBe(name);
  }
});

states('S0-03', 'a body that is not JSON is refused and has no effect', async () => {
  const main = server.as('main');
  const before = (await main.get('/chats')).body.meta.total;
  for (const body of ['{"name": "Easter"', 'name=Easter', "{'name': 'Easter'}", '<name>Easter</name>']) {
    const { status } = await createAs(body);
    expect(status, body).toBeGreaterThanOrEqual(400);
    expect(status, body).toBeLessThan(500);
  }
  expect((await main.get('/chats')).body.meta.total).toBe(before);
});

states('S0-04', 'every answer except a stream is JSON, for successes and failures', async () => {
  for (const client of [server.as('main'), server.as('only-libraries-read'), server.as()]) {
    for (const { operationId, method, path } of operations) {
      const { headers, body } = await call(client, method, `/${fill(path)}`);
      expect(headers.get('content-type'), operationId).toMatch(/^application\/json\b/);
      expect(body, operationId).toBeTypeOf('object');
    }
  }
  expect((await server.as('main').stream({})).headers.get('content-type')).toMatch(/^text\/event-stream\b/);
});

states('S1-08', 'only the two send endpoints create turns', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  const sent = (await main.send({ content: 'One' }, { chatId })).body.data;
  const streamed = (await (await main.stream({ content: 'Two' }, { chatId })).rest()).data;
  expect((await main.history(chatId)).map(({ id, prompt }) => [id, prompt])).toEqual([
    [sent.id, 'One'],
    [streamed.id, 'Two'],
  ]);
  const sends = new Set(['sendMessage', 'streamMessage', 'deleteChat']);
  for (const { operationId, method, path } of operations) {
    if (sends.has(operationId)) continue;
    const headers = { 'idempotency-key': randomUUID() };
    await call(
      main,
      method,
      `/${fill(path, chatId)}`,
      { content: 'Three', permission_mode: 'auto' },
      headers,
    );
    expect(await main.history(chatId), operationId).toHaveLength(2);
  }
});

states('S1-09', 'a blocking send responds when the whole answer is ready', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  const script = [{ say: 'One moment. ' }, { wait: 20 }, { say: 'At 10:00.' }];
  let isAnswered = false;
  const answer = main.send({ script }, { chatId }).finally(() => {
    isAnswered = true;
  });
  while ((await main.get(`/chats/${chatId}`)).status === 404);
  await server.clock.advance(19_999);
  await main.get(`/chats/${chatId}`);
  expect(isAnswered).toBe(false);
  await server.clock.advance(1);
  const { data } = (await answer).body;
  expect(data).toMatchObject({ status: 'completed', content: 'One moment. At 10:00.' });
  expect((await main.history(chatId))[0]).toMatchObject({ id: data.id, content: data.content });
});

states('S1-12', 'a manual turn runs as a stream, and not as a blocking send', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  const turn = { permission_mode: 'manual', script: [{ say: 'Yes.' }] };
  const refused = await main.send(turn, { chatId });
  expect(codeOf(refused)).toEqual([409, 'api_v1_sync_requires_auto']);
  expect((await main.get(`/chats/${chatId}`)).status).toBe(404);
  const { type, data } = await (await main.stream(turn, { chatId })).rest();
  expect([type, data.content]).toEqual(['message.completed', 'Yes.']);
});

states('S1-16', 'a stored skill can be used in any number of turns, and does not change', async () => {
  const main = server.as('main');
  const skill = (await main.post('/skills', { name: 'Tone', instructions: 'Sound like the harbour.' })).body
    .data;
  const turn = { attachments: { skill_ids: [skill.id] }, script: [{ echo: 'given' }] } as const;
  const chatId = randomUUID();
  for (const sent of [{ chatId }, { chatId }, {}]) {
    const { status, body } = await main.send(turn, sent);
    expect(status).toBe(200);
    expect(body.data.content).toContain('Sound like the harbour.');
  }
  expect((await main.get(`/skills/${skill.id}`)).body.data).toEqual(skill);
});

states('S9-05', 'the modes are manual and auto', async () => {
  const main = server.as('main');
  const { permission_modes } = (await main.get('/chat/catalog')).body.data;
  expect(permission_modes.toSorted()).toEqual(['auto', 'manual']);
  for (const permission_mode of permission_modes) {
    expect((await main.post('/chats', { permission_mode })).body.data.permission_mode).toBe(permission_mode);
    const { type } = await (await main.stream({ permission_mode })).rest();
    expect(type, permission_mode).toBe('message.completed');
  }
});

states('S9-05', 'the mode plan of the application is refused, and nothing starts', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  for (const { status } of [
    await main.send({ permission_mode: 'plan' }, { chatId }),
    await main.refusedStream({ permission_mode: 'plan' }, { chatId }),
  ]) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  expect((await main.get(`/chats/${chatId}`)).status).toBe(404);
});

/** A path with its ids filled in; by default, the chat does not exist. */
function fill(path: string, chatId: string = randomUUID()): string {
  return path.replace('{chat_id}', chatId).replace('{skill_id}', '999999');
}

/** @param target the path from the root, with a leading `//` */
function call(
  client: TestClient,
  method: string,
  target: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return client.request(method, target, method === 'GET' ? undefined : body, headers);
}

/** Whether an operation gave this response. An operation on a missing resource has its own code. */
function isRouted({ status, body }: Answer): boolean {
  return status !== 405 && body.message_code !== 'api_v1_unknown_route';
}

/** Creates a chat with a literal body. */
async function createAs(body: string): Promise<Answer> {
  const { status, headers, ...response } = await judgedFetch(server.url, {
    method: 'POST',
    path: '/api/v1/chats',
    headers: { authorization: 'Bearer harbor-main', 'content-type': 'application/json' },
    body,
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) pieces.push(piece);
  return { status, headers, body: JSON.parse(Buffer.concat(pieces).toString()) };
}

/** A JSON string in which every character is escaped. */
function escapeAll(text: string): string {
  const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return `"${codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')}"`;
}

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, TestClient, TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { codeOf, comparable } from './refusals.ts';

const server = useServer();

/** Credentials of the same user, of a colleague, and of another company. */
const STRANGERS = ['second', 'other-user', 'other-company'];

/** Chats that were created in the application. */
const MADE_BY_HAND = ['3c5d0f6e-8a41-4b7c-9e02-6f1d2a9b4c70', 'd17f4a08-2b9c-4e65-b3a7-58c0e6f1d924'];

states('S5-12 S2.1-23', 'a chat is listed only for the credential that created it', async () => {
  const { id } = (await server.as('main').post('/chats', {})).body.data;
  expect(await listed(server.as('main'))).toContain(id);
  for (const stranger of STRANGERS) {
    const client = server.as(stranger);
    const before = (await client.get('/chats')).body.meta.total;
    const own = (await client.post('/chats', {})).body.data.id;
    expect(await listed(client)).toContain(own);
    expect(await listed(client)).not.toContain(id);
    expect((await client.get('/chats')).body.meta.total).toBe(before + 1);
    expect(await listed(server.as('main'))).not.toContain(own);
  }
});

states(
  'S7-30 S5-12',
  'a chat of another credential, of the application or deleted gives the answer of a missing chat',
  async () => {
    const main = server.as('main');
    const own = (await main.post('/chats', { name: 'Mine' })).body.data.id;
    const deleted = (await server.as('second').post('/chats', {})).body.data.id;
    await server.as('second').delete(`/chats/${deleted}`);
    for (const ask of REQUESTS) {
      const missing = await ask(main, randomUUID());
      expect(missing.status).toBe(404);
      for (const stranger of STRANGERS) {
        const client = server.as(stranger);
        for (const id of [own, own.toUpperCase(), ...MADE_BY_HAND, deleted]) {
          expect(comparable(await ask(client, id)), `${stranger} ${ask}`).toEqual(comparable(missing));
        }
      }
    }
    expect((await main.get(`/chats/${own}`)).body.data).toMatchObject({ name: 'Mine', is_favorite: false });
  },
);

states(
  'S7-30',
  'get, list, change, delete and cancel of a missing chat are 404 api_v1_not_found',
  async () => {
    for (const ask of REQUESTS.slice(0, 5)) {
      expect(codeOf(await ask(server.as('main'), randomUUID())), `${ask}`).toEqual([404, 'api_v1_not_found']);
    }
  },
);

states('S5-12 S7-30', 'no credential can send to the chat of another, busy or not', async () => {
  const main = server.as('main');
  const running = await main.stream({ script: [{ wait: 5 }, { say: 'Done.' }] });
  await running.until('message.start');
  const idle = (await main.post('/chats', {})).body.data.id;
  for (const stranger of STRANGERS) {
    const client = server.as(stranger);
    for (const chatId of [running.chatId, idle, ...MADE_BY_HAND]) {
      for (const send of [client.send.bind(client), client.refusedStream.bind(client)]) {
        expect(codeOf(await send({}, { chatId })), `${stranger} ${chatId}`).toEqual([
          404,
          'api_v1_not_found',
        ]);
      }
    }
  }
  await finish(running);
  expect(await main.history(idle)).toEqual([]);
  expect(await main.history(running.chatId)).toHaveLength(1);
});

states('S5-12', "another credential's cancellation does not reach a running turn", async () => {
  const main = server.as('main');
  const running = await main.stream({ script: [{ wait: 5 }, { say: 'Done.' }] });
  await running.until('message.start');
  for (const stranger of STRANGERS) {
    const refused = await server.as(stranger).act(running.chatId, 'cancel', {});
    expect(codeOf(refused), stranger).toEqual([404, 'api_v1_not_found']);
  }
  expect(await finish(running)).toMatchObject({ type: 'message.completed', data: { content: 'Done.' } });
});

states('S5-12', 'different credentials may use the same key for their own turns', async () => {
  const key = randomUUID();
  const ids = [];
  for (const credential of ['main', ...STRANGERS]) {
    const content = `I am ${credential}.`;
    const { status, body } = await server.as(credential).send({ script: [{ say: content }] }, { key });
    expect([status, body.data.content], credential).toEqual([200, content]);
    ids.push(body.data.id);
  }
  expect(new Set(ids).size).toBe(4);
});

/** The operations on a chat, except sending a turn, which creates a missing chat. */
const REQUESTS: readonly ((client: TestClient, chatId: string) => Promise<Answer>)[] = [
  (client, id) => client.get(`/chats/${id}`),
  (client, id) => client.get(`/chats/${id}/messages`),
  (client, id) => client.patch(`/chats/${id}`, { name: 'Yours', is_favorite: true }),
  (client, id) => client.delete(`/chats/${id}`),
  (client, id) => client.act(id, 'cancel', {}),
  (client, id) => client.act(id, 'cancel', { action_id: 'act_1' }),
  (client, id) => client.act(id, 'approve-tool', { action_id: 'act_1', decisions: [DECISION] }),
  (client, id) => client.act(id, 'respond-plan', { action_id: 'act_1', action: 'approve' }),
  (client, id) => client.act(id, 'respond-elicitation', { action_id: 'act_1', action: 'decline' }),
  (client, id) => client.act(id, 'cancel-auth', { action_id: 'act_1' }),
];

const DECISION = { tool_use_id: 'call_1', approved: true };

async function listed(client: TestClient): Promise<string[]> {
  const { data } = (await client.get('/chats?size=200')).body;
  return data.map(({ id }: { id: string }) => id);
}

async function finish(stream: TestStream) {
  const rest = stream.rest();
  await server.clock.advance(5000);
  return rest;
}

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestClient } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

states('S4.2-07', 'a blocking send answers with the finished turn', async () => {
  const chatId = randomUUID();
  const { status, body } = await server.as('main').send({ script: [{ say: 'At 10:00.' }] }, { chatId });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ chat_id: chatId, status: 'completed', content: 'At 10:00.' });
});

states('S4.2-08', 'a blocking send without chat:write is refused, and nothing starts', async () => {
  const reader = server.as('without-chat-write');
  const chatId = randomUUID();
  expect((await reader.send({}, { chatId })).status).toBeGreaterThanOrEqual(400);
  expect(await countTurns(reader, chatId)).toBe(0);
});

states('S4.2-11', 'content may have at most 64,000 characters', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  expect((await main.send({ content: 'a'.repeat(64_000) }, { chatId })).status).toBe(200);
  const tooLong = await main.send({ content: 'a'.repeat(64_001) }, { chatId });
  expect([tooLong.status, tooLong.body.message_code]).toEqual([422, 'api_v1_content_too_long']);
  expect(await countTurns(main, chatId)).toBe(1);
});

states('S4.2-13 S4.2-14', "a turn without its own model uses the chat's, or else the company's", async () => {
  const main = server.as('main');
  const [companys, other] = [await modelOf(main, { model_id: 3 }), await modelOf(main, { model_id: 5 })];
  expect(other).not.toBe(companys);
  expect(await modelOf(main, {}, { model_id: 5 })).toBe(other);
  expect(await modelOf(main, {}, {})).toBe(companys);
  expect(await modelOf(main, { model_id: 3 }, { model_id: 5 })).toBe(companys);
});

states(
  'S4.2-16 S4.2-50',
  'a blocking send in manual mode is refused, and so is one without a mode',
  async () => {
    const main = server.as('main');
    const chatId = randomUUID();
    for (const permission_mode of ['manual', undefined]) {
      const { status, body } = await main.send({ permission_mode }, { chatId });
      expect([status, body.message_code], permission_mode).toEqual([409, 'api_v1_sync_requires_auto']);
    }
    expect(await countTurns(main, chatId)).toBe(0);
  },
);

states('S4.2-27', 'metadata is echoed to the client and kept from the model', async () => {
  const metadata = { order: 'secret-4410', nested: { tags: ['a', null, true, 7] } };
  const { body } = await server.as('main').send({ script: [{ echo: 'given' }], metadata });
  expect(body.data.metadata).toEqual(metadata);
  expect(body.data.content).toContain('"echo"');
  expect(body.data.content).not.toContain('secret-4410');
});

states('S4.2-28', 'metadata is limited to 2048 bytes', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  const metadata = (length: number) => ({ note: 'm'.repeat(length) });
  expect((await main.send({ metadata: metadata(1400) }, { chatId })).status).toBe(200);
  expect((await main.send({ metadata: metadata(6000) }, { chatId })).status).toBeGreaterThanOrEqual(400);
  expect(await countTurns(main, chatId)).toBe(1);
});

states(
  'S4.2-43 S4.2-44',
  'a turn without Idempotency-Key is refused, and the server does not choose a key itself',
  async () => {
    const main = server.as('main');
    const chatId = randomUUID();
    for (const path of ['messages', 'messages/stream']) {
      const { status, body } = await main.post(`/chats/${chatId}/${path}`, {
        content: 'Hello',
        permission_mode: 'auto',
      });
      expect([status, body.message_code], path).toEqual([400, 'api_v1_idempotency_key_required']);
    }
    expect(await countTurns(main, chatId)).toBe(0);
  },
);

states('S4.2-47 S4.2-48', 'a blocking turn is cut at 30 minutes, and returns 504', async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  const answer = main.send({ script: [{ say: 'One moment. ' }, { hang: true }] }, { chatId });
  await hasBegun(main, chatId);
  await server.clock.advance(30 * 60_000 - 1);
  expect((await main.send({}, { chatId })).body.message_code).toBe('api_v1_chat_busy');
  await server.clock.advance(1);
  const { status, body } = await answer;
  expect([status, body.message_code]).toEqual([504, 'turn_timeout']);
  expect((await main.send({}, { chatId })).status).toBe(200);
});

states(
  'S4.2-51 S4.2-52',
  'a blocking turn that asks an unanswerable question is cut, and returns 502',
  async () => {
    const main = server.as('main');
    for (const turn of [
      {
        attachments: { mcp_server_ids: [9] },
        script: [{ call: { tool: 'list_events' } }, { say: 'Went on.' }],
      },
      {
        script: [{ plan: { title: 'Hours', context: 'Easter', steps: [], notes: '' } }, { say: 'Went on.' }],
      },
    ]) {
      const chatId = randomUUID();
      const { status, body } = await main.send(turn, { chatId });
      expect([status, body.message_code]).toEqual([502, 'interaction_in_auto_mode']);
      expect((await main.history(chatId))[0].content).not.toContain('Went on.');
      expect((await main.send({}, { chatId })).status).toBe(200);
    }
  },
);

/** The model that a turn used, in a chat created with these members or by the turn itself. */
async function modelOf(client: TestClient, turn: object, chat?: object): Promise<string> {
  const chatId = chat ? (await client.post('/chats', chat)).body.data.id : randomUUID();
  const { body } = await client.send({ ...turn }, { chatId });
  return body.data.usage.model;
}

/** The number of turns in a chat; zero if the chat does not exist. */
async function countTurns(client: TestClient, chatId: string): Promise<number> {
  const { status, body } = await client.get(`/chats/${chatId}/messages`);
  return status === 404 ? 0 : body.meta.total;
}

/** Waits by polling until the store has a turn of the chat. */
async function hasBegun(client: TestClient, chatId: string): Promise<void> {
  while ((await countTurns(client, chatId)) === 0);
}

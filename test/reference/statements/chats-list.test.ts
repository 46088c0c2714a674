import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestClient } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

states('S4.1-01 S4.1-06', "a credential's chats are the same in the list and one by one", async () => {
  const main = server.as('main');
  const created = [
    await create(main, { name: 'Easter hours', model_id: 5, permission_mode: 'auto' }),
    await create(main, {}),
  ];
  const { status, body } = await main.get('/chats');
  expect(status).toBe(200);
  expect(body.data).toEqual(expect.arrayContaining(created));
  for (const chat of created) expect((await main.get(`/chats/${chat.id}`)).body.data).toEqual(chat);
});

states('S4.1-02 S4.1-19', 'without chat:read a credential cannot read even its own chats', async () => {
  const writer = server.as('without-chat-read');
  const { id } = await create(writer, { name: 'Mine' });
  for (const path of ['/chats', `/chats/${id}`]) {
    const { status, body } = await writer.get(path);
    expect(status, path).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body), path).not.toContain('Mine');
  }
});

states('S4.1-10', 'without chat:write no chat is created', async () => {
  const reader = server.as('without-chat-write');
  expect((await reader.post('/chats', { name: 'Easter' })).status).toBeGreaterThanOrEqual(400);
  expect(await listIds(reader)).toEqual([]);
});

states('S4.1-03 S4.1-04', 'is_favorite=true lists the favourites, and false all the others', async () => {
  const main = server.as('main');
  const [plain, favorite, former] = [await create(main, {}), await create(main, {}), await create(main, {})];
  for (const { id } of [favorite, former]) await main.patch(`/chats/${id}`, { is_favorite: true });
  await main.patch(`/chats/${former.id}`, { is_favorite: false });
  expect(await listIds(main, 'is_favorite=true')).toEqual([favorite.id]);
  const others = await listIds(main, 'is_favorite=false');
  expect(others).toEqual(expect.arrayContaining([plain.id, former.id]));
  expect(others).not.toContain(favorite.id);
  expect(new Set(await listIds(main))).toEqual(new Set([...others, favorite.id]));
});

states('S4.1-07', 'the newest chat is listed first, however it was created', async () => {
  const second = server.as('second');
  const expected = [];
  for (const count of [1, 2, 3]) {
    await server.clock.advance(2000);
    expected.unshift((await create(second, { name: `Chat ${count}` })).id);
    await server.clock.advance(2000);
    const chatId = randomUUID();
    await second.send({}, { chatId });
    expected.unshift(chatId);
  }
  expect(await listIds(second)).toEqual(expected);
  expect(await listIds(second, 'is_favorite=false')).toEqual(expected);
});

async function create(client: TestClient, chat: object) {
  return (await client.post('/chats', chat)).body.data;
}

async function listIds(client: TestClient, query = ''): Promise<string[]> {
  const { body } = await client.get(`/chats?size=200&${query}`);
  return body.data.map(({ id }: { id: string }) => id);
}

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestClient } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { codeOf, comparable } from './refusals.ts';

const server = useServer();

/** Two credentials of one user, one of a colleague, one of another company. */
const CREDENTIALS = ['main', 'second', 'other-user', 'other-company'];

/** Chats of the default seed, which the application made for the users of `main` and `other-user`. */
const SEEDED = [
  '3c5d0f6e-8a41-4b7c-9e02-6f1d2a9b4c70',
  'a94e7b12-5f60-4d38-8c1b-0e7d3f5a2961',
  'd17f4a08-2b9c-4e65-b3a7-58c0e6f1d924',
];

states('S2.1-22', 'chats of the application are in no list of a credential', async () => {
  const main = server.as('main');
  const made = await inApplication(main, { content: 'Hello', wait: true });
  const own = await create(main);
  for (const client of [main, server.as('second'), server.as('other-user')]) {
    const listed = await listEverything(client);
    expect(listed.filter((id) => [...SEEDED, made.chat_id].includes(id))).toEqual([]);
    expect(listed.includes(own)).toBe(client === main);
  }
});

states(
  'S2.1-23 S5-12',
  'each credential lists only its own chats, even if the user has other credentials',
  async () => {
    const owned = new Map<string, string[]>();
    for (const name of CREDENTIALS) {
      const client = server.as(name);
      const [created, favorite, sent] = [await create(client), await create(client), randomUUID()];
      await client.patch(`/chats/${favorite}`, { is_favorite: true });
      await client.send({}, { chatId: sent });
      owned.set(name, [created, favorite, sent]);
    }
    const all = [...owned.values()].flat();
    for (const name of CREDENTIALS) {
      const listed = await listEverything(server.as(name));
      expect(listed.filter((id) => all.includes(id)).sort(), name).toEqual(owned.get(name)?.sort());
    }
  },
);

states('S2.1-25', "the application continues a credential's chat, which stays the credential's", async () => {
  const main = server.as('main');
  const chatId = randomUUID();
  await main.send({ content: 'The parcel number is 4410.' }, { chatId });
  const content = '```script\n[{"echo": "given"}]\n```';
  const turn = await inApplication(main, { content, chat_id: chatId, wait: true });
  expect(turn).toMatchObject({ chat_id: chatId, status: 'completed' });
  expect(turn.content).toContain('The parcel number is 4410.');
  expect(await listEverything(main)).toContain(chatId);
  expect((await main.send({ content: 'Thanks.' }, { chatId })).status).toBe(200);
});

states('S4.1-18 S4.1-20', 'a chat is read by its id, and only by its id', async () => {
  const main = server.as('main');
  const [one, two] = [await create(main), await create(main)];
  for (const id of [one, two]) expect((await main.get(`/chats/${id}`)).body.data.id).toBe(id);
  for (const malformed of ['7', 'me', one.slice(1), `${one}0`, `x${one.slice(1)}`]) {
    // A send would create a chat if this were a valid id.
    for (const refused of [
      await main.get(`/chats/${malformed}`),
      await main.send({}, { chatId: malformed }),
    ]) {
      expect(refused.status, malformed).toBeGreaterThanOrEqual(400);
      expect(refused.status, malformed).toBeLessThan(500);
    }
  }
});

states(
  'S4.1-21 S4.1-22',
  'a missing chat, a deleted one and one of another credential give equal answers',
  async () => {
    const [owner, stranger] = [server.as('main'), server.as('second')];
    const [foreign, deleted] = [await create(owner), await create(stranger)];
    await stranger.delete(`/chats/${deleted}`);
    const missing = await stranger.get(`/chats/${randomUUID()}`);
    expect(codeOf(missing)).toEqual([404, 'api_v1_not_found']);
    for (const id of [foreign, deleted]) {
      expect(comparable(await stranger.get(`/chats/${id}`))).toEqual(comparable(missing));
    }
    expect((await owner.get(`/chats/${foreign}`)).status).toBe(200);
  },
);

async function create(client: TestClient): Promise<string> {
  return (await client.post('/chats', {})).body.data.id;
}

/** The ids of all chats that a credential lists, with and without the filter. */
async function listEverything(client: TestClient): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await client.get(`/chats?page=${page}&size=3`);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    if (body.data.length === 0 || ids.length >= body.meta.total) break;
  }
  const filtered = [
    await client.get('/chats?is_favorite=true'),
    await client.get('/chats?is_favorite=false'),
  ];
  const found = filtered.flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id));
  expect(found.sort()).toEqual(ids.toSorted());
  return ids;
}

/** Runs a turn of the application. */
async function inApplication(client: TestClient, turn: object) {
  const { status, body } = await client.post('//_reference/application/turns', turn);
  expect(status).toBe(200);
  return body;
}

import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import type { Answer, TestClient } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

/** More items than the largest page holds. */
const COUNT = 203;
const CHAT = randomUUID();

const LISTS = [
  { path: '/chats', add: (main: TestClient) => main.post('/chats', {}) },
  { path: `/chats/${CHAT}/messages`, add: (main: TestClient) => main.send({}, { chatId: CHAT }) },
  {
    path: '/skills',
    add: (main: TestClient) => main.post('/skills', { name: 'Tone', instructions: 'Be brief.' }),
  },
];

/** The ids that were added to each list, in order, by the path of the list. */
const added = new Map<string, unknown[]>();

beforeAll(async () => {
  const main = server.as('main');
  for (const { path, add } of LISTS) {
    const ids: unknown[] = [];
    for (let count = 0; count < COUNT; count += 1) {
      await server.clock.advance(1000);
      ids.push((await add(main)).body.data.id);
    }
    added.set(path, ids);
  }
});

states('S2.1-12', 'pages follow each other and together form the list', async () => {
  const main = server.as('main');
  for (const { path } of LISTS) {
    const { total } = (await main.get(path)).body.meta;
    const pages = [];
    for (let page = 1; page <= Math.ceil(total / 80); page += 1) {
      const answer = await main.get(`${path}?page=${page}&size=80`);
      expect(answer.body.meta, path).toMatchObject({ page, size: 80, total });
      pages.push(idsOf(answer));
    }
    expect(pages.map(({ length }) => length).slice(0, -1), path).toEqual([80, 80]);
    expect(new Set(pages.flat()).size, path).toBe(total);
    expect(pages.flat(), path).toEqual(expect.arrayContaining(added.get(path) ?? []));
  }
});

states('S2.1-13', 'without a page the answer is the first one', async () => {
  const main = server.as('main');
  for (const { path } of LISTS) {
    const [first, unnamed] = [await main.get(`${path}?page=1&size=5`), await main.get(`${path}?size=5`)];
    expect(unnamed.body.meta.page, path).toBe(1);
    expect(unnamed.body.data, path).toEqual(first.body.data);
  }
});

states('S2.1-14', 'page 1 has the first items', async () => {
  const main = server.as('main');
  const [chats, messages] = LISTS.map(({ path }) => ({ path, ids: added.get(path) ?? [] }));
  // The chat of the turns was created after the others.
  expect(idsOf(await main.get('/chats?page=1&size=3'))).toEqual([
    CHAT,
    ...(chats?.ids.slice(-2).reverse() ?? []),
  ]);
  expect(idsOf(await main.get(`${messages?.path}?page=1&size=3`))).toEqual(messages?.ids.slice(0, 3));
});

states('S2.1-15', 'a page holds as many items as asked for', async () => {
  const main = server.as('main');
  for (const { path } of LISTS) {
    for (const size of [1, 2, 51]) {
      const { body } = await main.get(`${path}?size=${size}`);
      expect([body.data.length, body.meta.size], path).toEqual([size, size]);
    }
  }
});

states('S2.1-16', 'a page holds 50 items by default', async () => {
  const main = server.as('main');
  for (const { path } of LISTS) {
    for (const query of ['', '?page=2']) {
      const { body } = await main.get(`${path}${query}`);
      expect([body.data.length, body.meta.size], `${path}${query}`).toEqual([50, 50]);
    }
  }
});

states('S2.1-17', 'a page holds at most 200 items', async () => {
  const main = server.as('main');
  for (const { path } of LISTS) {
    const { body } = await main.get(`${path}?size=200`);
    expect([body.data.length, body.meta.size], path).toEqual([200, 200]);
    for (const size of [201, 203, 1000, '9'.repeat(15)]) {
      const beyond = await main.get(`${path}?size=${size}`);
      if (beyond.status < 300) expect(beyond.body.data.length, `${path} ${size}`).toBeLessThanOrEqual(200);
      else expect(beyond.status, `${path} ${size}`).toBeLessThan(500);
    }
  }
});

states('S2.1-06 S2.1-11', 'the total counts visible items, and an empty list is an empty array', async () => {
  const main = server.as('main');
  const [chats, messages, skills] = LISTS.map(({ path }) => path) as [string, string, string];
  expect(await totalOf(main, chats)).toBe(COUNT + 1);
  expect(await totalOf(main, messages)).toBe(COUNT);
  // The default seed has six skills that this user sees.
  expect(await totalOf(main, skills)).toBe(COUNT + 6);
  const chat = (await server.as('second').post('/chats', {})).body.data;
  for (const path of [`/chats/${chat.id}/messages`, '/chats?is_favorite=true']) {
    const { body } = await server.as('second').get(path);
    expect([body.data, body.meta.total], path).toEqual([[], 0]);
  }
});

function idsOf({ body }: Answer): unknown[] {
  return body.data.map(({ id }: { id: unknown }) => id);
}

async function totalOf(client: TestClient, path: string): Promise<number> {
  return (await client.get(path)).body.meta.total;
}

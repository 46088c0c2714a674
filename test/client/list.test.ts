import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, mute, type Reply, scriptService } from './harness/service.ts';

forbidUnhandledRejections();

/** A service with chats, which it deletes on request. */
function chatService(count: number) {
  let chats = Array.from({ length: count }, (_, index) => ({ id: `chat-${index}` }));
  const reply: Reply = ({ method, url }) => {
    const { pathname, searchParams } = new URL(url);
    if (method === 'DELETE') {
      const id = pathname.split('/').at(-1) as string;
      chats = chats.filter((chat) => chat.id !== id);
      return Response.json({ data: { id } });
    }
    const [page = 1, size = 50] = ['page', 'size'].map(
      (name) => Number(searchParams.get(name) ?? undefined) || undefined,
    );
    const data = chats.slice((page - 1) * size, page * size);
    return Response.json({ data, meta: { page, size, total: chats.length } });
  };
  return { ...scriptService(Array(99).fill(reply)), left: () => chats.length };
}

/** Resolves when all promises that can settle have settled. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}

describe('a list', () => {
  it('sends nothing until it is awaited, iterated or collected', async () => {
    const { client, sent } = scriptService([failure(404, 'api_v1_not_found')]);
    const list = client.chats.list();
    await rest();
    expect(sent).toEqual([]);
    await expect(list).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('requests the page once, however often it is awaited', async () => {
    const { client, sent } = scriptService([answer({ data: [{ id: 'a' }] })]);
    const list = client.chats.list();
    const [one, other, { response }] = await Promise.all([list, list, list.withResponse()]);
    expect([one, response.status, sent.length]).toEqual([other, 200, 1]);
    expect(await list.finally(() => {})).toBe(one);
  });

  it('fails like a promise, so the failure can be caught', async () => {
    const { client } = scriptService([failure(404, 'api_v1_not_found')]);
    expect(await client.chats.list().catch(({ kind }) => kind)).toBe('not-found');
  });

  it.each([0, Number.NaN, -1])(
    'sends nothing for all({ limit: %d }), and leaves no unhandled rejection',
    async (limit) => {
      const { client, sent } = scriptService([failure(404, 'api_v1_not_found')]);
      const all = client.chats
        .list()
        .all({ limit })
        .catch(() => 'refused');
      expect(await all).toEqual(limit === 0 ? [] : 'refused');
      await rest();
      expect(sent).toEqual([]);
    },
  );

  it('can be left at once during a pending page, which is aborted', async () => {
    const page = answer({ data: [{ id: 'a' }], meta: { page: 1, size: 1, total: 2 } });
    const { client, sent, clock } = scriptService([page, mute]);
    const chats = client.chats.list()[Symbol.asyncIterator]();
    expect(await chats.next()).toEqual({ done: false, value: { id: 'a' } });
    const pending = chats.next();
    await rest();
    const done = { done: true, value: undefined };
    expect(await chats.return?.()).toEqual(done);
    expect(await pending).toEqual(done);
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, true]);
    expect(clock.pending).toBe(0);
  });

  it('can be left at once during its first page too', async () => {
    const { client, sent } = scriptService([mute]);
    const chats = client.chats.list()[Symbol.asyncIterator]();
    const pending = chats.next();
    await rest();
    await chats.return?.();
    expect([await pending, sent[0]?.signal.aborted]).toEqual([{ done: true, value: undefined }, true]);
  });

  it('ends with the reason of its signal and removes its listeners', async () => {
    const abort = new AbortController();
    const { client } = scriptService([mute]);
    const chats = client.chats.list({}, { signal: abort.signal })[Symbol.asyncIterator]();
    const pending = chats.next().catch((reason: unknown) => reason);
    await rest();
    abort.abort('enough');
    expect(await pending).toBe('enough');
  });
});

describe('a page of a list', () => {
  const page = (ids: readonly number[], meta: object) => answer({ data: ids.map((id) => ({ id })), meta });
  const pages = [[1, 2], [3, 4], [5]];
  const whole = pages.map((ids, index) => page(ids, { page: index + 1, size: 2, total: 5 }));

  it('leads to the next page, until the last', async () => {
    const { client, sent } = scriptService(whole);
    let chats = await client.chats.list({ size: 2, is_favorite: true });
    const seen = [chats.data.length];
    while (chats.hasNextPage()) {
      chats = await chats.nextPage();
      seen.push(chats.data.length);
    }
    expect(seen).toEqual([2, 2, 1]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?size=2&is_favorite=true',
      '?size=2&is_favorite=true&page=2',
      '?size=2&is_favorite=true&page=3',
    ]);
  });

  it('gives a list that begins with the next page', async () => {
    const { client, sent } = scriptService(whole);
    const next = (await client.chats.list({ size: 2 })).nextPage();
    await rest();
    expect(sent).toHaveLength(1);
    expect(await next.all({ limit: 9 })).toMatchObject([{ id: 3 }, { id: 4 }, { id: 5 }]);
    expect((await scriptService(whole).client.chats.list().withResponse()).data.hasNextPage()).toBe(true);
  });

  it('remains plain data', async () => {
    const first = await scriptService(whole).client.chats.list();
    const data = { data: [{ id: 1 }, { id: 2 }], meta: { page: 1, size: 2, total: 5 } };
    expect([structuredClone(first), { ...first }]).toStrictEqual([data, data]);
  });

  it.each([
    ['an empty page, whatever its total (A-23)', page([], { page: 1, size: 2, total: 5 })],
    ['a page without meta', answer({ data: [{ id: 1 }] })],
  ])('has no next page if it is %s', async (_, reply) => {
    expect((await scriptService([reply]).client.chats.list()).hasNextPage()).toBe(false);
  });

  it('may name the number of its items as its size (A-23), which is less on the last page', async () => {
    const counted = pages.map((ids, index) => page(ids, { page: index + 1, size: ids.length, total: 5 }));
    // A page beyond the end may be a failure.
    const replies = [...counted, failure(404, 'api_v1_not_found')];
    expect(await scriptService(replies).client.chats.list().all({ limit: 9 })).toHaveLength(5);
    const { chats } = scriptService(replies).client;
    const second = await (await chats.list()).nextPage();
    expect((await second.nextPage()).hasNextPage()).toBe(false);
  });
});

describe('deleting the items of a list', () => {
  it('skips items while the list is read, since the pages move', async () => {
    const { client, left } = chatService(12);
    for await (const { id } of client.chats.list({ size: 4 })) await client.chats.delete(id);
    expect(left()).toBeGreaterThan(0);
  });

  it('is safe if all items are collected first', async () => {
    const { client, left } = chatService(12);
    for (const { id } of await client.chats.list({ size: 4 }).all({ limit: Infinity }))
      await client.chats.delete(id);
    expect(left()).toBe(0);
  });
});

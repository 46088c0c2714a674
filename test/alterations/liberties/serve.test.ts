import { expect, it } from 'vitest';
import { startReferenceServer } from '../../../src/alterations/index.ts';

/** The members that the catalog names, and the bytes that it was written in. */
async function readCatalog(liberties?: number) {
  const server = await startReferenceServer(liberties === undefined ? {} : { liberties });
  try {
    const headers = { authorization: 'Bearer harbor-main' };
    const response = await fetch(`${server.url}/api/v1/chat/catalog`, { headers });
    const text = await response.text();
    const { data } = JSON.parse(text) as { data: { models: { id: number }[] } };
    return { text, models: data.models.map(({ id }) => id) };
  } finally {
    await server.close();
  }
}

it('a server that is started with liberties writes the same catalog in other ways', async () => {
  const sound = await readCatalog();
  for (const seed of [1, 2, 3]) {
    const free = await readCatalog(seed);
    expect(free.models).toEqual(sound.models);
    expect(free.text).not.toBe(sound.text);
  }
});

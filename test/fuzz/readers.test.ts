import { expect, it } from 'vitest';
import { soakReaders, soakUnreadLists } from './readers.ts';

it('turns whose streams nobody reads end with their whole text, and other requests are answered meanwhile', async () => {
  const { completed, answered } = await soakReaders({ streams: 8, pieces: 2000 });
  expect(completed).toBe(8);
  expect(answered).toBeGreaterThan(0);
});

it('lists that nobody reads do not keep other requests from being answered', async () => {
  const { size, answered } = await soakUnreadLists({ lists: 30, pipelined: 90 });
  expect(size).toBeGreaterThan(4);
  expect(answered).toBe(120);
});

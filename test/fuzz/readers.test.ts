import { expect, it } from 'vitest';
import { soakReaders, soakUnreadLists } from './readers.ts';

it('turns with unread streams end with their complete text, and other requests are answered meanwhile', async () => {
  const { completed, answered } = await soakReaders({ streams: 8, pieces: 2000 });
  expect(completed).toBe(8);
  expect(answered).toBeGreaterThan(0);
});

it('unread lists do not prevent answers to other requests', async () => {
  const { size, answered } = await soakUnreadLists({ lists: 30, pipelined: 90 });
  expect(size).toBeGreaterThan(4);
  expect(answered).toBe(120);
});

import { expect, it } from 'vitest';
import { soakReaders } from './readers.ts';

it('turns whose streams nobody reads end with their whole text, and other requests are answered meanwhile', async () => {
  const { completed, answered } = await soakReaders({ streams: 8, pieces: 2000 });
  expect(completed).toBe(8);
  expect(answered).toBeGreaterThan(0);
});

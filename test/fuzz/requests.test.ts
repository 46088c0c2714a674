import { expect, it } from 'vitest';
import { soakRequests } from './requests.ts';

it('the server answers every hostile request with a success or a failure from the contract, and stays healthy', async () => {
  const tally = await soakRequests({ requests: 2000, seed: 1 });

  expect(tally.violations).toEqual([]);
  expect(tally.requests).toBeGreaterThanOrEqual(2000);
  expect(tally.classes[2]).toBeGreaterThan(100);
  expect(tally.classes[4]).toBeGreaterThan(100);
});

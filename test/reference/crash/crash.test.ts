import { expect, it } from 'vitest';
import { soakCrash } from '../../fuzz/crash.ts';

it('keeps everything it acknowledged, and runs no key twice, when it is killed in the middle', async () => {
  const { kills, ledger } = await soakCrash({ kills: 5, seed: 3 });

  expect(ledger.problems).toEqual([]);
  expect(kills).toBe(5);
  expect(ledger.acknowledged).toBeGreaterThan(0);
});

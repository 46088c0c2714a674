import { expect, it } from 'vitest';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { soakChaos } from './chaos.ts';

const checks = CHECKS.filter(({ id, waits = 0 }) => /^(chats|stream|events)\./.test(id) && waits === 0);

it('cutting and delaying bytes causes no violation', async () => {
  const { problems, pieces } = await soakChaos({ checks, runs: 1, seed: 1 });
  expect(problems).toEqual([]);
  expect(pieces).toBeGreaterThan(1000);
});

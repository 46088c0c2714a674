import { expect, it } from 'vitest';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { soakTargets } from './targets.ts';

const checks = CHECKS.filter(({ id, waits = 0 }) => /^(chats|catalog|events)\./.test(id) && waits === 0);

it('a run against a target with wrong values everywhere ends with a report of them', async () => {
  const { problems, findings } = await soakTargets({ checks, runs: 3, seed: 4 });
  expect(problems).toEqual([]);
  expect(findings).toBeGreaterThan(20);
});

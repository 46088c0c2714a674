import { expect, it } from 'vitest';
import type { BoundAct } from '../../../src/rig/script/bind-tools.ts';
import { nextReply } from '../../../src/rig/script/next-reply.ts';

const a = { say: 'a' };
const b = { say: 'b' };
const c = { say: 'c' };
const failover = { failover: true } as const;
const first = { uses: [{ name: 'first', input: {} }] };
const second = { uses: [{ name: 'second', input: {} }] };

it.each<readonly [string, readonly BoundAct[], number, unknown]>([
  ['is the whole script when it uses no tools', [a, b], 0, [[a, b]]],
  ['ends with the next act that uses tools', [a, first, b], 0, [[a, first]]],
  ['goes on after the tools', [a, first, b], 1, [[b]]],
  ['may be a call alone', [first, second, c], 1, [[second]]],
  ['is what follows the last tools', [first, a, second, b, c], 2, [[b, c]]],
  ['is empty when nothing follows the tools', [a, first], 1, [[]]],
  ['is empty after the end of the script', [a, first, b], 2, [[]]],
  ['is empty when the script is', [], 0, [[]]],
  ['is given anew after a failover', [a, failover, b, first, c], 0, [[a], [b, first]]],
  ['has no failover of another reply', [a, failover, b, first, c], 1, [[c]]],
  ['may be given by three providers', [a, failover, b, failover, c], 0, [[a], [b], [c]]],
  ['may break off before anything is said', [failover, a], 0, [[], [a]]],
])('a reply %s', (_, acts, round, attempts) => {
  expect(nextReply(acts, round)).toEqual({ attempts });
});

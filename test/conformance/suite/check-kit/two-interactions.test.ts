import { expect, it } from 'vitest';
import { STOOD_STILL, Timing } from '../../../../src/conformance/judge/timing.ts';
import { CheckContext, type ContextParts } from '../../../../src/conformance/suite/check-kit/context.ts';
import type { Asked } from '../../../../src/conformance/suite/check-kit/interaction-replies.ts';
import { askedBeside } from '../../../../src/conformance/suite/check-kit/two-interactions.ts';

const NOW = 10_000;

/** Reads a turn that asks nothing more, after standstills of 400 ms. @param waited how long its interaction waits, in real milliseconds */
function readAfter(waited: number): Promise<unknown> {
  const t = new CheckContext({
    timing: new Timing(100, { longestBetween: () => 400, longestOwnBetween: () => 400 }),
    now: () => NOW,
    wait: () => new Promise(() => {}),
  } as unknown as ContextParts);
  const asked = { stream: { until: async () => undefined }, askedAt: NOW - waited };
  return askedBeside(t, asked as unknown as Asked, 'tool_approval');
}

it('a standstill is said to be why nothing is seen, so that the check is repeated', () =>
  expect(readAfter(10)).rejects.toThrow(STOOD_STILL));

it('an interaction that comes after the first may have expired is said to be the reason otherwise', () =>
  expect(readAfter(2000)).rejects.toThrow('no other interaction is raised'));

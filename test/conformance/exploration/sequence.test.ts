import { describe, expect, it } from 'vitest';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { VARIANTS } from '../../../src/alterations/variants/index.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { actionOf } from '../../../src/conformance/exploration/actions.ts';
import { describeCourse, TURN_ACTION_NAMES } from '../../../src/conformance/exploration/course.ts';
import { drawFrom } from '../../../src/conformance/exploration/numbers.ts';
import {
  type Choose,
  chooseAtRandom,
  chooseInOrder,
  sequenceCheck,
} from '../../../src/conformance/exploration/sequence.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { sendStep } from './send-step.ts';

const LENGTH = 20;

const known = referenceProfileOf('http://127.0.0.1:1', 1);

/** Runs a sequence at a faithful server. @returns the steps that were taken */
async function take(
  start: () => Choose,
  profile: Profile = known,
  decorators: readonly Decorator[] = [],
): Promise<readonly Step[]> {
  const check = sequenceCheck('exploration.1', profile, start);
  const { outcomes } = await judgeReference({ checks: [check], decorators, changeProfile: () => profile });
  expect(outcomes[0]).toMatchObject({ status: 'passed' });
  return check.taken;
}

const random = (seed: number, profile: Profile = known) => chooseAtRandom(drawFrom(seed), LENGTH, profile);

describe('a sequence of random steps', () => {
  it('depends on the seed alone', async () => {
    const one = await take(() => random(1));
    expect(await take(() => random(1))).toEqual(one);
    expect(await take(() => random(2))).not.toEqual(one);
    expect(one).toHaveLength(LENGTH);
  });

  it('can be repeated from its steps', async () => {
    const steps = await take(() => random(3));
    expect(await take(() => chooseInOrder(steps))).toEqual(steps);
  });

  it('uses only what the profile has', async () => {
    const bare = {
      ...known,
      credentials: { main: known.credentials.main },
      scenarios: {},
      resources: {},
      faults: {},
    } as Profile;
    const taken = await Promise.all([1, 2, 3, 4].map((seed) => take(() => random(seed, bare), bare)));
    const of = (action: string) => taken.flat().filter(({ do: name }) => name === action);
    const plain = { does: [], end: 'completes', as: 'main' };
    expect(of('send').length).toBeGreaterThan(0);
    for (const step of of('send')) expect(step).toMatchObject(plain);
    expect(of('create-skill').length).toBeGreaterThan(0);
    for (const step of of('create-skill')) expect(step).toMatchObject({ visibility: 'private' });
    expect(of('send-and-leave')).toEqual([]);
  });

  it('does one thing in a turn if the model follows no script', async () => {
    const { upstream_failure: failure, tool_use: tool, plan } = known.scenarios;
    const scenarios = { upstream_failure: failure, tool_use: tool, plan } as Profile['scenarios'];
    const unscripted = { ...known, scenarios, faults: {} } as Profile;
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    const taken = await Promise.all(seeds.map((seed) => take(() => random(seed, unscripted), unscripted)));
    const courses = taken.flat().flatMap(({ do: name, does, end }) => (name === 'send' ? [[does, end]] : []));
    const possible = [
      [[], 'completes'],
      [[], 'fails'],
      [['tool'], 'completes'],
      [['plan'], 'completes'],
    ];
    expect(possible).toEqual(expect.arrayContaining(courses));
    expect(courses.some(([does]) => Array.isArray(does) && does.length > 0)).toBe(true);
  });
});

describe('known steps', () => {
  it('are left out where they are not possible', async () => {
    const steps: readonly Step[] = [
      { do: 'look-for-chat', chat: 'A' },
      { do: 'create-chat', chat: 'B', as: 'main', title: 'Tide tables', mode: 'auto' },
      { do: 'look-for-chat', chat: 'B' },
      { do: 'delete-chat', chat: 'B' },
      { do: 'mark-chat', chat: 'B', favorite: true },
    ];
    expect(await take(() => chooseInOrder(steps))).toEqual(steps.slice(1, 4));
  });

  it('say which step needs what the profile lacks', async () => {
    const steps: readonly Step[] = [
      { do: 'create-chat', chat: 'A', as: 'second', title: 'Tide tables', mode: 'auto' },
    ];
    const { main } = known.credentials;
    const profile = { ...known, credentials: { main } } as Profile;
    const check = sequenceCheck('exploration.1', profile, () => chooseInOrder(steps));
    const { outcomes } = await judgeReference({ checks: [check], changeProfile: () => profile });
    expect(outcomes[0]).toMatchObject({
      status: 'incomplete',
      reason: expect.stringMatching(/^the step "second creates chat A, .*" needs credential:second$/),
    });
  });

  it('do not answer a second question if refusing the first may have ended the turn', async () => {
    const steps: readonly Step[] = [
      sendStep({ does: ['two-approvals'] }),
      { do: 'answer', says: 'no', turn: '1' },
      { do: 'answer', says: 'yes', turn: '1' },
    ];
    const refusalEnds = VARIANTS.filter(({ id }) => id === 'A-111=ends');
    expect(await take(() => chooseInOrder(steps), known, refusalEnds)).toEqual(steps.slice(0, 2));
    const bothApproved = steps.map((step) => ('says' in step ? { ...step, says: 'yes' } : step));
    expect(await take(() => chooseInOrder(bothApproved))).toEqual(bothApproved);
  });

  it('do not answer a question asked a minute ago, since its turn may have ended', async () => {
    const asked = (pauses: number): readonly Step[] => [
      { do: 'create-chat', chat: 'A', as: 'main', title: 'Tide tables', mode: 'manual' },
      sendStep({ does: ['approval'] }),
      ...Array.from({ length: pauses }, () => ({ do: 'pause' })),
      { do: 'send-to-busy-chat', over: 'streaming', chat: 'A' },
    ];
    expect(await take(() => chooseInOrder(asked(20)))).toEqual(asked(20));
    expect(await take(() => chooseInOrder(asked(31)))).toEqual(asked(31).slice(0, -1));
  });

  it('are described in words', () => {
    const step: Step = { do: 'mark-chat', chat: 'A', favorite: true };
    expect(actionOf(step).describe(step)).toBe('chat A becomes a favorite');
    for (const name of TURN_ACTION_NAMES)
      expect(describeCourse([name], 'fails')).toMatch(/^\w.* .*, then fails$|^thinks, then fails$/);
  });
});

import { describe, expect, it } from 'vitest';
import { renamed, shrink } from '../../../src/conformance/exploration/shrink.ts';
import type { Step } from '../../../src/conformance/exploration/step.ts';

const create = (chat: string): Step => ({
  do: 'create-chat',
  chat,
  as: 'main',
  title: 'Harbour notes',
  mode: 'auto',
});
const read = (chat: string): Step => ({ do: 'look-for-chat', chat });
const remove = (chat: string): Step => ({ do: 'delete-chat', chat });
const send = (does: readonly string[]): Step => ({
  do: 'send',
  turn: '1',
  chat: 'A',
  as: 'main',
  over: 'streaming',
  mode: 'manual',
  does,
  end: 'holds',
  metadata: true,
});

const actsBeforeEnd = (step: Step | undefined) => (step?.does ?? []) as readonly string[];

/** Shrinks a sequence that shows a violation as long as its steps contain the wanted ones. */
async function shrinkTo(
  steps: readonly Step[],
  isShown: (steps: readonly Step[]) => boolean,
  most = Number.POSITIVE_INFINITY,
) {
  let runs = 0;
  const shortest = await shrink(steps, {
    async shows(candidate) {
      runs += 1;
      return isShown(candidate) ? candidate : undefined;
    },
    canGoOn: () => runs < most,
  });
  return { shortest, runs };
}

const has = (steps: readonly Step[], ...wanted: readonly string[]) =>
  wanted.every((name) => steps.some((step) => `${step.do} ${step.chat}` === name));

describe('a sequence that shows a violation', () => {
  const long = [create('A'), read('A'), create('B'), read('B'), remove('B'), read('A'), remove('A')];

  it('loses every step that the violation does not need, at any position', async () => {
    const { shortest } = await shrinkTo(long, (steps) => has(steps, 'create-chat A', 'delete-chat B'));
    expect(shortest.map((step) => `${step.do} ${step.chat}`)).toEqual(['create-chat A', 'delete-chat B']);
  });

  it('loses the unrelated steps first', async () => {
    const { runs } = await shrinkTo(long, (steps) =>
      has(steps, 'create-chat A', 'look-for-chat A', 'delete-chat A'),
    );
    expect(runs).toBeLessThan(20);
  });

  it('ends with the plainest steps possible', async () => {
    const { shortest } = await shrinkTo([send(['words', 'tool', 'plan'])], ([step]) =>
      actsBeforeEnd(step).includes('tool'),
    );
    expect(shortest).toEqual([{ ...send(['tool']), end: 'completes' }]);
  });

  it('ends with one request where two at once are not needed', async () => {
    const both: Step = { do: 'skill-at-once', one: 'read it', other: 'toggle it', skill: 'S' };
    const { shortest } = await shrinkTo([both], ([step]) => String(step?.do).includes('skill'));
    expect(shortest).toEqual([{ do: 'toggle-skill', skill: 'S' }]);
  });

  it('keeps values that depend on each other', async () => {
    const { shortest } = await shrinkTo([send(['approval'])], ([step]) => actsBeforeEnd(step).length > 0);
    expect(shortest[0]?.over).toBe('streaming');
  });

  it('is left unchanged after one attempt if the violation no longer appears', async () => {
    const { shortest, runs } = await shrinkTo(long, () => false);
    expect(shortest).toEqual(long);
    expect(runs).toBe(1);
  });

  it('is the shortest one found when the budget is used up', async () => {
    const { shortest, runs } = await shrinkTo(long, (steps) => has(steps, 'create-chat A'), 3);
    expect(runs).toBe(3);
    expect(shortest.length).toBeLessThan(long.length);
  });
});

it('names what is left in the order of its use', () => {
  const steps = [
    { do: 'send', turn: '4', chat: 'B', as: 'main' },
    { do: 'cancel', chat: 'B' },
    { do: 'send', turn: '6', chat: 'A', as: 'main' },
  ];
  expect(renamed(steps)).toEqual([
    { do: 'send', turn: '1', chat: 'A', as: 'main' },
    { do: 'cancel', chat: 'A' },
    { do: 'send', turn: '2', chat: 'B', as: 'main' },
  ]);
});

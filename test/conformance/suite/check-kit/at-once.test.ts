import { expect, it } from 'vitest';
import { type Attempt, type Came, takeAtOnce } from '../../../../src/conformance/suite/check-kit/at-once.ts';
import type { CheckContext } from '../../../../src/conformance/suite/check-kit/context.ts';

/** A change whose response is a success or a refusal, of which nothing is claimed. */
function changing(member: string, isSuccess: boolean): Attempt {
  return {
    send: async () => ({ isSuccess }) as Came,
    meets: (state) => [
      { requirements: [], is: 'success', leaves: { ...state, [member]: 'new' } },
      { requirements: [], is: 'refusal', leaves: state },
    ],
    writes: [member],
  };
}

const START = { name: 'old', icon: 'old' };
const leftBy = async (...both: [Attempt, Attempt]) =>
  (await takeAtOnce({} as CheckContext, both, START)).left;

it('one of two changes may be lost', async () => {
  const left = await leftBy(changing('name', true), changing('icon', true));
  expect(left).toContainEqual({ name: 'new', icon: 'old' });
  expect(left).toContainEqual({ name: 'old', icon: 'new' });
});

it('a change is not lost beside a refused one', async () => {
  const left = await leftBy(changing('name', true), changing('icon', false));
  expect(new Set(left.map(({ name }) => name))).toEqual(new Set(['new']));
});

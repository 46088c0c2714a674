import { describe, expect, it } from 'vitest';
import { judgeInRounds, roundsOf } from '../../../scripts/ledger/judge-in-rounds.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

const QUICK = CHECKS.filter(({ id }) => ['chats.create', 'chats.get', 'chats.list'].includes(id));
const SOUND = {};

describe('rounds', () => {
  it.each([
    ['no check', 0, []],
    ['fewer checks than the first rounds', 3, [1, 2]],
    ['more checks than the first rounds', 10, [1, 4, 5]],
  ])('of %s', (_, count, sizes) => {
    expect(roundsOf(CHECKS.slice(0, count), [1, 4]).map(({ length }) => length)).toEqual(sizes);
  });

  it('contain every check once, in order', () => {
    expect(roundsOf(CHECKS).flat()).toEqual(CHECKS);
  });
});

describe('judging in rounds', () => {
  it('ends with the first round that has a finding', async () => {
    const judged: string[] = [];
    const found = await judgeInRounds(
      { decorators: [SOUND] },
      [[], ...QUICK.map((check) => [check])],
      (_run, [check]) => {
        judged.push(check?.id ?? '');
        return judged.length === 2 ? check?.id : undefined;
      },
    );
    expect(judged).toEqual(QUICK.slice(0, 2).map(({ id }) => id));
    expect(found).toBe(judged[1]);
  });

  it('finds nothing if no round does', async () => {
    expect(await judgeInRounds({ decorators: [SOUND] }, [QUICK], () => undefined)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { Turns, TurnText } from '../../../src/reference/store/store.ts';
import type { LiveTurn } from '../../../src/reference/turns/live-turn.ts';
import { Outbox } from '../../../src/reference/turns/outbox.ts';

/** What a turn says: its id, a text, and whether it takes the place of what was said before. */
type Said = readonly [turnId: number, text: string, replace?: true];

/** Puts what was said and flushes once. */
function flush(said: readonly Said[]) {
  const written: TurnText[][] = [];
  const sent: string[] = [];
  const outbox = new Outbox({ append: (texts: TurnText[]) => written.push(texts) } as unknown as Turns);
  const turn = {
    send: ({ data }: { data: { text: string } }) => sent.push(data.text),
  } as unknown as LiveTurn;
  for (const [turnId, text, replace = false] of said) {
    const event = { type: 'message.delta', data: { text, replace } } as const;
    outbox.put({ turn, event, text: { turnId, text, replace } });
  }
  outbox.flush();
  return { written: written.flat().map(({ turnId, text, replace }) => [turnId, text, replace]), sent };
}

describe('the outbox', () => {
  it.each<[string, Said[], unknown[]]>([
    [
      'pieces of one turn',
      [
        [1, 'a'],
        [1, 'b'],
        [1, 'c'],
      ],
      [[1, 'abc', false]],
    ],
    [
      'pieces of several turns',
      [
        [1, 'a'],
        [2, 'x'],
        [1, 'b'],
      ],
      [
        [1, 'ab', false],
        [2, 'x', false],
      ],
    ],
    [
      'a replacement and what follows',
      [
        [1, 'a'],
        [1, 'b', true],
        [1, 'c'],
      ],
      [[1, 'bc', true]],
    ],
    [
      'a replacement by nothing',
      [
        [1, 'a'],
        [1, '', true],
      ],
      [[1, '', true]],
    ],
  ])('writes what waits as one text for each turn: %s', (_, said, written) => {
    expect(flush(said).written).toEqual(written);
  });

  it('sends every piece by itself', () => {
    expect(
      flush([
        [1, 'a'],
        [1, 'b', true],
        [1, 'c'],
      ]).sent,
    ).toEqual(['a', 'b', 'c']);
  });
});

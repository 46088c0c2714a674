import { describe, expect, it } from 'vitest';
import type { Turns, TurnText } from '../../../src/reference/store/store.ts';
import { Outbox, type Sender } from '../../../src/reference/turns/outbox.ts';

/** A piece of a turn's answer: the turn's id, the text, and whether it replaces the text before. */
type Piece = readonly [turnId: number, text: string, replace?: true];

/** Puts the pieces into an outbox and flushes once. */
function flush(pieces: readonly Piece[]) {
  const written: TurnText[][] = [];
  const sent: string[] = [];
  const outbox = new Outbox({ append: (texts: TurnText[]) => written.push(texts) } as unknown as Turns);
  const turns = new Map<number, Sender>();
  const turnOf = (id: number): Sender => ({
    id,
    sendAll: (events) => sent.push(...events.map(({ data }) => (data as { text: string }).text)),
    cut() {},
  });
  for (const [turnId, text, replace = false] of pieces) {
    const turn = turns.get(turnId) ?? turnOf(turnId);
    turns.set(turnId, turn);
    outbox.put(turn, { type: 'message.delta', data: { text, replace } });
  }
  outbox.flush();
  return { written: written.flat().map(({ turnId, text, replace }) => [turnId, text, replace]), sent };
}

describe('the outbox', () => {
  it.each<[string, Piece[], unknown[]]>([
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
  ])('stores the waiting pieces of each turn as one text: %s', (_, pieces, written) => {
    expect(flush(pieces).written).toEqual(written);
  });

  it('sends every piece in its own event', () => {
    expect(
      flush([
        [1, 'a'],
        [1, 'b', true],
        [1, 'c'],
      ]).sent,
    ).toEqual(['a', 'b', 'c']);
  });
});

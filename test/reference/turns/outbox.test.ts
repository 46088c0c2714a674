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

const of = (...piece: Piece): Piece => piece;
const stored = (...text: readonly [turnId: number, text: string, replace: boolean]) => text;

describe('the outbox', () => {
  it.each<[string, Piece[], unknown[]]>([
    ['pieces of one turn', [of(1, 'a'), of(1, 'b'), of(1, 'c')], [stored(1, 'abc', false)]],
    [
      'pieces of several turns',
      [of(1, 'a'), of(2, 'x'), of(1, 'b')],
      [stored(1, 'ab', false), stored(2, 'x', false)],
    ],
    ['a replacement and what follows', [of(1, 'a'), of(1, 'b', true), of(1, 'c')], [stored(1, 'bc', true)]],
    ['a replacement by nothing', [of(1, 'a'), of(1, '', true)], [stored(1, '', true)]],
  ])('stores the waiting pieces of each turn as one text: %s', (_, pieces, written) => {
    expect(flush(pieces).written).toEqual(written);
  });

  it('sends every piece in its own event', () => {
    expect(flush([of(1, 'a'), of(1, 'b', true), of(1, 'c')]).sent).toEqual(['a', 'b', 'c']);
  });
});

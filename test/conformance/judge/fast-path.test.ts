import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GENERAL_PATH, judgePieces, judgeText, plain, violated } from './judging.ts';
import { turnBytes } from './streams.ts';
import { MESSAGE, START } from './turn.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 40 });

function cut(bytes: Uint8Array, where: readonly number[], isTimed: boolean) {
  const pieces = [];
  let start = 0;
  for (const [index, size] of [...where, bytes.length].entries()) {
    const piece = { bytes: bytes.subarray(start, start + size) };
    pieces.push(isTimed ? { ...piece, at: index * 9_000 } : piece);
    start += size;
  }
  return pieces;
}

describe('the fast path', () => {
  it('finds what the general path finds, on every input and every split', () => {
    fc.assert(
      fc.property(turnBytes, sizes, fc.boolean(), (bytes, where, isTimed) => {
        const facts = { permissionMode: 'manual', timeScale: isTimed ? 1 : undefined } as const;
        const pieces = cut(bytes, where, isTimed);
        const fast = judgePieces(pieces, facts);
        const general = judgePieces(pieces, { ...facts, ...GENERAL_PATH });
        expect(plain(fast)).toEqual(plain(general));
      }),
      { numRuns: 1_500 },
    );
  });

  it('gives the same verdict however the bytes are split', () => {
    fc.assert(
      fc.property(turnBytes, sizes, (bytes, where) => {
        expect(plain(judgePieces(cut(bytes, where, false)))).toEqual(plain(judgePieces([{ bytes }])));
      }),
      { numRuns: 1_000 },
    );
  });

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(judgePieces([{ bytes }]).bytes).toBe(bytes.length);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('content that the fast path skips because it repeats the deltas', () => {
  const text = 'Our shops open at nine. '.repeat(100);
  const placeholder = 'the text of the deltas';
  const delta = `event: message.delta\ndata: ${JSON.stringify({ text, replace: false })}\n\n`;
  const whole = JSON.stringify({ ...MESSAGE, content: text });
  const lines = (...data: readonly string[]) => data.map((line) => `data: ${line}\n`).join('');

  it.each([
    ['stands alone', lines(whole), []],
    ['is the placeholder', lines(whole.replace(text, placeholder)), ['stream.delta.adds-up']],
    [
      'is followed by the placeholder',
      lines(whole.replace(/}$/, `,"content":"${placeholder}"}`)),
      ['stream.delta.adds-up'],
    ],
    [
      'is followed by the placeholder, escaped',
      lines(whole.replace(/}$/, `,"content":"\\u0074${placeholder.slice(1)}"}`)),
      ['stream.delta.adds-up'],
    ],
    [
      'is followed by the placeholder on another line',
      lines(whole.slice(0, -1), `,"content":"${placeholder}"}`),
      ['stream.delta.adds-up'],
    ],
    [
      'belongs to another member',
      lines(`{"x":{"content":"${text}"},${whole.slice(1).replace(text, placeholder)}`),
      ['stream.delta.adds-up'],
    ],
    ['is on the second line', lines('{', whole.slice(1)), []],
  ])('is judged as by the general path when it %s', (_, data, expected) => {
    const stream = `${START}${delta}event: message.completed\n${data}\n`;
    const fast = judgeText(stream);
    expect(violated(fast)).toEqual(expected);
    expect(plain(fast)).toEqual(plain(judgeText(stream, GENERAL_PATH)));
  });
});

describe('text longer than a block', () => {
  const turn = (deltas: readonly string[], content: string) =>
    START +
    deltas
      .map((text) => `event: message.delta\ndata: ${JSON.stringify({ text, replace: false })}\n\n`)
      .join('') +
    `event: message.completed\ndata: ${JSON.stringify({ ...MESSAGE, content })}\n\n`;
  const deltas = Array.from({ length: 400 }, (_, index) => `${index} 東京 `.repeat(500));

  it.each([
    ['is the same', deltas.join(''), []],
    ['differs in one letter', deltas.join('').replace('7 東京', '7 東亰'), ['stream.delta.adds-up']],
    ['lacks the end', deltas.join('').slice(0, -1), ['stream.delta.adds-up']],
  ])('is compared by its hash when the content %s', (_, content, expected) => {
    expect(violated(judgeText(turn(deltas, content), { eventBytes: 1e8 }))).toEqual(expected);
  });

  it('joins the halves of a surrogate pair across deltas', () => {
    expect(violated(judgeText(turn(['a', '\ud83d', '\uddfc b'], 'a🗼 b')))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  DamagedTextError,
  decodeString,
  endOfCharacters,
  KeptText,
  TextStore,
} from '../../../../src/conformance/recordings/json/kept-text.ts';

/** Texts as written between quotes, and their meanings. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['', ''],
  ['plain', 'plain'],
  ['a\\n\\"b\\\\', 'a\n"b\\'],
  ['\\u00e9\\u20ac', 'é€'],
  ['\\ud83d\\ude00', '😀'],
  ['😀é€', '😀é€'],
  ['\\ud83d alone', '\ufffd alone'],
  ['alone \\ude00', 'alone \ufffd'],
];

function keep(store: TextStore, bytes: Uint8Array): KeptText {
  const from = store.length;
  store.append(bytes);
  return new KeptText(store, from, store.length);
}

const read = (text: KeptText) => Buffer.concat([...text.pieces()]).toString();

describe('a kept text', () => {
  it.each(TEXTS)('%j is read as %j', (written, meant) => {
    expect(read(keep(new TextStore(), Buffer.from(written)))).toBe(meant);
  });

  it.each(TEXTS.slice(1))('%j is read as %j wherever a memory block ends', (written, meant) => {
    const bytes = Buffer.from(written);
    for (let before = 0; before <= bytes.length; before += 1) {
      const store = new TextStore();
      const padding = 'x'.repeat(64 * 1024 - before);
      const text = keep(store, Buffer.concat([Buffer.from(padding), bytes]));
      expect(read(text)).toBe(padding + meant);
    }
  });

  it('can be read again, next to other texts of its store', () => {
    const store = new TextStore();
    const [one, other] = [keep(store, Buffer.from('one')), keep(store, Buffer.from('other'))];
    expect([read(one), read(other), read(one)]).toEqual(['one', 'other', 'one']);
    expect([one.isEmpty, keep(store, Buffer.alloc(0)).isEmpty]).toEqual([false, true]);
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff])],
    ['a control character', Buffer.from('a\nb')],
    ['an unknown escape', Buffer.from('\\x')],
  ])('refuses %s', (_, bytes) => {
    expect(() => read(keep(new TextStore(), bytes))).toThrow(DamagedTextError);
    expect(() => decodeString(bytes)).toThrow(DamagedTextError);
  });
});

it.each(TEXTS)('the end of the complete characters of %j never splits a character', (written) => {
  const bytes = Buffer.from(written.repeat(8));
  for (let length = 0; length <= bytes.length; length += 1) {
    const end = endOfCharacters(bytes.subarray(0, length));
    expect(end).toBeLessThanOrEqual(length);
    expect(decodeString(bytes.subarray(0, end)) + decodeString(bytes.subarray(end))).toBe(
      decodeString(bytes),
    );
  }
});

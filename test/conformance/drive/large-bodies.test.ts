import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { LargeBodies } from '../../../src/conformance/drive/large-bodies.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { readBody } from '../../../src/conformance/drive/read-body.ts';

const PIECE = new Uint8Array(64 * 1024);

/** Reads a body of so many pieces, and is held up at a certain one for as long as the promise says. */
function read(pieces: number, large: LargeBodies, hold = Promise.resolve()) {
  const state = { pieces: 0, isOver: false };
  const body = Readable.from(Array.from({ length: pieces }, () => PIECE));
  const read = async () => {
    const { bytes: mostBytes, idle } = DRIVE_LIMITS;
    for await (const _ of readBody(body, undefined, { mostBytes, idle, large })) {
      state.pieces += 1;
      if (state.pieces === HELD_AT) await hold;
    }
    state.isOver = true;
  };
  return Object.assign(state, { reading: read() });
}

/** Where the first body is held up, well within the large. */
const HELD_AT = 10;

it('lets a second large body in when the first is over, and never holds up a small one', async () => {
  const large = new LargeBodies(1);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = read(12, large, held);
  const second = read(12, large);
  const small = read(4, large);
  await small.reading;
  await new Promise((resolve) => setImmediate(resolve));
  expect(small.isOver).toBe(true);
  expect([first.pieces, second.isOver]).toEqual([HELD_AT, false]);
  // What is not yet large is read at once; the piece that would make it so waits.
  expect(second.pieces).toBe(4);

  release();
  await Promise.all([first.reading, second.reading]);
  expect([first.pieces, second.pieces]).toEqual([12, 12]);
});

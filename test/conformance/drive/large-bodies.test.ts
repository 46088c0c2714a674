import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { LargeBodies } from '../../../src/conformance/drive/large-bodies.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { readBody } from '../../../src/conformance/drive/read-body.ts';

const PIECE = new Uint8Array(64 * 1024);

/** Reads a body of the given number of pieces, and waits for the promise at piece `HELD_AT`. */
function read(pieces: number, large: LargeBodies, hold = Promise.resolve()) {
  const state = { pieces: 0, isOver: false, isPaused: false };
  const body = Readable.from(Array.from({ length: pieces }, () => PIECE));
  const read = async () => {
    const pause = () => {
      state.isPaused = true;
      return () => {
        state.isPaused = false;
      };
    };
    const options = { mostBytes: DRIVE_LIMITS.bytes, large, explain: (error: unknown) => error, pause };
    for await (const _ of readBody(body, undefined, options)) {
      state.pieces += 1;
      if (state.pieces === HELD_AT) await hold;
    }
    state.isOver = true;
  };
  return Object.assign(state, { reading: read() });
}

/** The piece at which the first body waits. The body already counts as large by then. */
const HELD_AT = 10;

it('reads a second large body only after the first has ended, and never delays a small one', async () => {
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
  // A body is read at once up to the piece that makes it large. There it waits.
  expect(second.pieces).toBe(4);
  expect([first.isPaused, second.isPaused, small.isPaused]).toEqual([false, true, false]);

  release();
  await Promise.all([first.reading, second.reading]);
  expect([first.pieces, second.pieces]).toEqual([12, 12]);
  expect(second.isPaused).toBe(false);
});

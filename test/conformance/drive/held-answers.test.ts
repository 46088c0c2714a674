import { describe, expect, it } from 'vitest';
import { HeldAnswers } from '../../../src/conformance/drive/held-answers.ts';

const MEBIBYTE = 1024 * 1024;
const half = 'x'.repeat(MEBIBYTE / 2);

describe('the answers that the checks of a run hold', () => {
  it('share one limit across all checks', () => {
    const held = new HeldAnswers(MEBIBYTE);
    held.hold('one', half, 0);
    held.hold('other', half, 0);
    expect(() => held.hold('third', 'x', 0)).toThrow(
      "the checks that run at once would hold more than 1 MiB of the target's answers",
    );
  });

  it('count small values too, which take more memory than text', () => {
    const held = new HeldAnswers(MEBIBYTE);
    expect(() => held.hold('one', '[]', 20_000)).toThrow('more than 1 MiB');
  });

  it('are released when their check ends', () => {
    const held = new HeldAnswers(MEBIBYTE);
    for (let count = 0; count < 10; count += 1) {
      held.hold('one', half, 0);
      held.hold('one', half, 0);
      held.release('one');
    }
    held.release('never held anything');
    held.hold('other', half, 0);
  });
});

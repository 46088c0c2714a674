import { SHORTEST } from './list-secrets.ts';
import type { SecretFinder, Trace } from './secret-finder.ts';

const MASKED = '***';

/** Masks a text while it grows. However the text is split, the results together are the same. */
export interface GrowingMask {
  /** @returns the masked text so far; an end with which a secret may begin is held back */
  push(piece: string): string;
  /** @returns the text that was held back. An end that is the beginning of a secret that was cut off is masked too */
  flush(): string;
}

/** The mask if there are no secrets. */
export const NO_MASK: GrowingMask = { push: (piece) => piece, flush: () => '' };

/** A stretch of the text that is held back and belongs to a secret. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Whether the mask of this stretch has left already. */
  readonly isShown: boolean;
}

/** Replaces each stretch of overlapping secrets by one mask. Holds back less than the longest secret. */
export class SecretGrowingMask implements GrowingMask {
  readonly #finder: SecretFinder;
  #trace: Trace;
  #held = '';
  /** In their order, and without a common character. */
  #stretches: Stretch[] = [];

  constructor(finder: SecretFinder) {
    this.#finder = finder;
    this.#trace = finder.start;
  }

  push(piece: string): string {
    const text = this.#held + piece;
    for (let end = this.#held.length + 1; end <= text.length; end += 1) {
      this.#trace = this.#finder.follow(this.#trace, text.charCodeAt(end - 1));
      if (this.#trace.found > 0) this.#cover(end - this.#trace.found, end);
    }
    return this.#release(text, text.length - this.#trace.begun);
  }

  flush(): string {
    const text = this.#held;
    const { begun } = this.#trace;
    if (begun >= SHORTEST) this.#cover(text.length - begun, text.length);
    // The trace stays. If a secret goes on after the flush, at least its rest is masked.
    return this.#release(text, text.length);
  }

  #cover(from: number, end: number): void {
    let start = Math.max(from, 0);
    let isShown = false;
    for (let last = this.#stretches.at(-1); last && last.end > start; last = this.#stretches.at(-1)) {
      start = Math.min(start, last.start);
      isShown ||= last.isShown;
      this.#stretches.pop();
    }
    this.#stretches.push({ start, end, isShown });
  }

  /** Returns the masked text before `bound` and holds the rest back. */
  #release(text: string, from: number): string {
    const bound = Math.max(from, 0);
    const pieces: string[] = [];
    let done = 0;
    const later: Stretch[] = [];
    for (const { start, end, isShown } of this.#stretches) {
      if (start < bound) {
        pieces.push(text.slice(done, start), isShown ? '' : MASKED);
        done = end;
      }
      if (end > bound)
        later.push({
          start: Math.max(start - bound, 0),
          end: end - bound,
          isShown: isShown || start < bound,
        });
    }
    pieces.push(text.slice(done, Math.max(done, bound)));
    this.#stretches = later;
    this.#held = text.slice(bound);
    return pieces.join('');
  }
}

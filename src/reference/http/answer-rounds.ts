/** Bytes of answers that are written in one round of the event loop before further requests wait. */
const ROUND_BYTES = 1024 * 1024;
/** Answers up to this size are not counted. */
const SMALL = 16 * 1024;

/**
 * Spreads large answers over rounds of the event loop. Each round writes one waiting answer, and the answers to requests that arrive in
 * that round. Otherwise, if many requests arrived together, the server would answer all of them before it reads another connection or frees
 * the memory of sent answers.
 */
export class AnswerRounds {
  readonly #waiting: (() => void)[] = [];
  #spent = 0;
  #isScheduled = false;

  /** Whether the next request has to wait, because this round has written enough. */
  get isSpent(): boolean {
    return this.#spent >= ROUND_BYTES;
  }

  /** Calls a function in a later round. Use it only while the round is spent. */
  wait(answer: () => void): void {
    this.#waiting.push(answer);
  }

  /** Counts the bytes of an answer that was written in this round. */
  spend(bytes: number): void {
    if (bytes <= SMALL) return;
    this.#spent += bytes;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#nextRound());
  }

  #nextRound(): void {
    this.#isScheduled = false;
    this.#waiting.shift()?.();
    // Answers that waited are not counted, so that a request that arrives in this round does not have to wait too.
    this.#spent = 0;
    if (this.#waiting.length > 0) this.#schedule();
  }
}

import { ConversationApiError } from './error.ts';
import { resendOf } from './read-failure.ts';
import { type Surroundings, wait } from './surroundings.ts';

/** A turn is cut after 30 minutes, so whoever waits for one need not wait much longer. Milliseconds. */
const LONGEST_TURN = 35 * 60_000;
/** Longest that `Retry-After` is obeyed without asking. Milliseconds. */
const LONGEST_PAUSE = 120_000;
const FIRST_PAUSE = 500;
const PAUSES_END_AT = 8_000;

/** Kinds, and statuses of a failure without a known code, of what may well be gone the next time. */
const PASSING: readonly unknown[] = [
  'connection',
  'timeout',
  'stream-truncated',
  'idle-timeout',
  408,
  502,
  503,
  504,
];

/**
 * What makes a request safe to repeat although nobody knows whether the first one arrived: its method only reads, or its
 * Idempotency-Key makes the service answer with what the first one came to. Everything else is repeated only when the service
 * itself says that nothing happened.
 */
export type Repeatable = 'always' | 'when-refused';

/** How often one request may still be sent, and when. */
export class Retries {
  readonly #surroundings: Surroundings;
  readonly #repeatable: Repeatable;
  readonly #deadline: number;
  readonly #most: number;
  #sent = 0;
  #waits = 0;

  /** @param most How often it may be sent again, not counting the waits for a turn that is running. */
  constructor(surroundings: Surroundings, repeatable: Repeatable, most: number) {
    this.#surroundings = surroundings;
    this.#repeatable = repeatable;
    this.#most = most;
    this.#deadline = surroundings.now() + LONGEST_TURN;
  }

  /**
   * Returns when the request may be sent again.
   * @throws what it was given, when it must not be, and the signal's reason when that is aborted.
   */
  async pauseAfter(failure: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw signal.reason;
    if (!(failure instanceof ConversationApiError)) throw failure;
    const pause = this.#pauseAfter(failure);
    if (pause === undefined) throw failure;
    await wait(this.#surroundings, pause, signal);
  }

  #pauseAfter(failure: ConversationApiError): number | undefined {
    const { retryAfter = 0 } = failure;
    if (retryAfter > LONGEST_PAUSE || this.#surroundings.now() > this.#deadline) return undefined;
    if (resendOf(failure) === 'wait') {
      return Math.max(retryAfter, this.#backOff(this.#waits++));
    }
    if (!this.#mayRepeat(failure) || this.#sent >= this.#most) return undefined;
    return Math.max(retryAfter, this.#backOff(this.#sent++));
  }

  #mayRepeat(failure: ConversationApiError): boolean {
    if (resendOf(failure) === 'soon' || failure.status === 429) return true;
    if (this.#repeatable !== 'always') return false;
    return PASSING.includes(failure.kind === 'unknown' ? failure.status : failure.kind);
  }

  /** Doubles, up to a point, and is between half and the whole of that, so that many clients do not come back at once. */
  #backOff(times: number): number {
    const whole = Math.min(FIRST_PAUSE * 2 ** times, PAUSES_END_AT);
    return whole * (0.5 + this.#surroundings.random() / 2);
  }
}

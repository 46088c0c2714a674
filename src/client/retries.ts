import type { Call } from './call.ts';
import { ConversationApiError } from './error.ts';
import { resendOf } from './read-failure.ts';
import { type Runtime, reasonOf, wait } from './runtime.ts';

/** Milliseconds. When `Retry-After` asks for more, the call fails and the caller decides. */
const LONGEST_PAUSE = 120_000;
/** Milliseconds. */
const FIRST_BACKOFF = 500;
/** Milliseconds. */
const LONGEST_BACKOFF = 8_000;

/**
 * Milliseconds. A connection that is lost later without an answer was lost while the service was working. An attempt to connect fails
 * earlier: undici gives up after 10 seconds. On an answer, it gives up after 5 minutes, and a proxy often after one.
 */
const LONGEST_CONNECT = 30_000;

/** Kinds of failures after which the next attempt often succeeds, and the statuses of such failures with an unknown code. */
const TRANSIENT: readonly unknown[] = [
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
 * When a request may be repeated if it is unknown whether the service has received it.
 *
 * `always`: its method only reads, or its Idempotency-Key makes the service answer with the outcome of the first request.
 * `wait`: as `always`, and the answer may take so long that `fetch` or a proxy gives up first. A repeat after that only waits on.
 * `when-refused`: only when the service says that it did nothing.
 */
export type Repeatable = 'always' | 'wait' | 'when-refused';

/** Decides whether and when one request is sent again. */
export class Retries {
  /** When the time for the call is over. */
  readonly deadline: number;
  readonly #runtime: Runtime;
  readonly #repeatable: Repeatable;
  readonly #call: Call;
  readonly #began: number;
  /** When the last request was sent. */
  #sent: number;
  #attempt = 0;
  #repeats = 0;
  #waits = 0;

  /** @param longest Milliseconds until the time for the call is over. */
  constructor(runtime: Runtime, repeatable: Repeatable, call: Call, longest: number) {
    this.#runtime = runtime;
    this.#repeatable = repeatable;
    this.#call = call;
    this.#began = this.#sent = runtime.now();
    this.deadline = this.#began + longest;
  }

  /**
   * Pauses until the request may be sent again.
   * @throws the failure when the request must not be sent again, and the signal's reason when the signal is aborted.
   */
  async pauseAfter(failure: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw reasonOf(signal);
    if (!(failure instanceof ConversationApiError)) throw failure;
    const delay = this.#pauseAfter(failure);
    const attempt = ++this.#attempt;
    const { method, mask, options } = this.#call;
    const error = mask.error(failure) as ConversationApiError;
    if (delay === undefined) {
      if (attempt > 1) error.message += `; sent ${attempt} times`;
      options.onFailure?.({ request: method, error });
      throw failure;
    }
    options.onRetry?.({ request: method, attempt, delay, error });
    await wait(this.#runtime, delay, signal);
    this.#sent = this.#runtime.now();
  }

  #pauseAfter(failure: ConversationApiError): number | undefined {
    const { retryAfter = 0, shouldRetry } = failure;
    const { maxRetries = 4 } = this.#call.options;
    const isOver = this.#runtime.now() >= this.deadline;
    if (isOver || shouldRetry === false || retryAfter > LONGEST_PAUSE) return undefined;
    const waits = resendOf(failure) === 'wait' || this.#isLostHead(failure);
    if (!waits && (!this.#mayRepeat(failure) || this.#repeats >= maxRetries)) return undefined;
    return Math.max(retryAfter, this.#backOff(waits ? this.#waits++ : this.#repeats++));
  }

  #mayRepeat(failure: ConversationApiError): boolean {
    const { kind, status = 0, shouldRetry } = failure;
    if (resendOf(failure) === 'soon' || status === 429) return true;
    if (this.#repeatable === 'when-refused') return false;
    if (kind !== 'unknown') return TRANSIENT.includes(kind);
    // The service cannot ask for a repeat of what it refuses, or of a failure whose meaning the contract gives.
    return TRANSIENT.includes(status) || (!!shouldRetry && status >= 500);
  }

  /** Whether the service was still working on the request when the connection was lost, and the time for the call is not over. */
  #isLostHead({ kind, status }: ConversationApiError): boolean {
    const { timeout = 0 } = this.#call.options;
    const now = this.#runtime.now();
    const isLost = kind === 'connection' && !status && now >= this.#sent + LONGEST_CONNECT;
    return isLost && this.#repeatable === 'wait' && now < this.#began + timeout;
  }

  /** Doubles with each repeat up to a limit. Jitter shortens it by up to half, so that many clients do not come back at once. */
  #backOff(times: number): number {
    const whole = Math.min(FIRST_BACKOFF * 2 ** times, LONGEST_BACKOFF);
    return whole * (0.5 + this.#runtime.random() / 2);
  }
}

import { pause as waitFor } from './run-clock.ts';
import { asksToWait } from './strangers.ts';
import { type Transport, TransportFailure, type WireResponse } from './wire.ts';

/** Milliseconds before the first retry, if the answer names no time. Doubles with each retry. */
const FIRST_WAIT = 1000;

/**
 * A transport that waits when it is asked to, by 429, or by a 503 with Retry-After that does not come from the service: it sends nothing
 * until the time that the answer names, and then retries the request. Such an answer violates no requirement, so checks never see one.
 *
 * @throws TransportFailure `busy` if the wait is too long, or if the target still asks to wait after several retries
 */
export function waitOutRefusals(inner: Transport): Transport {
  const { limits, clock, strangers } = inner;
  let quietUntil = 0;

  async function keepQuiet(signal: AbortSignal | undefined): Promise<void> {
    for (let left = quietUntil - clock.now(); left > 0; left = quietUntil - clock.now()) {
      await waitFor(clock, left, signal);
    }
  }

  return {
    limits,
    clock,
    strangers,
    async send(request, signal, pause) {
      const isHeldBack = quietUntil > clock.now();
      for (let attempt = 0; ; attempt++) {
        await keepQuiet(signal);
        const response = await inner.send(request, signal, pause);
        const { status, headers } = response;
        if (!asksToWait(response) || (status !== 429 && !response.isStrange))
          return attempt > 0 || isHeldBack
            ? { ...response, isDelayed: true, ...(attempt > 0 && { refusals: attempt }) }
            : response;
        strangers.noteWait(response);
        await discard(response);
        if (attempt >= limits.repeats)
          throw new TransportFailure('busy', `the target answered ${status} to ${attempt + 1} attempts`);
        const asked = readRetryAfter(headers['retry-after'], clock.wall());
        const delay = asked ?? FIRST_WAIT * 2 ** attempt;
        if (delay > limits.retryAfter) {
          throw new TransportFailure(
            'busy',
            `the target answered ${status} and asks to wait ${Math.ceil(delay / 1000)} s, longer than the limit of ${limits.retryAfter / 1000} s`,
          );
        }
        quietUntil = Math.max(quietUntil, clock.now() + delay);
      }
    },
    close: () => inner.close(),
  };
}

/** Closes the connection of a response whose body is not needed. */
export async function discard({ body }: WireResponse): Promise<void> {
  try {
    for await (const _ of body) break;
  } catch {
    // Nobody needs the rest of the response.
  }
}

/**
 * Reads a Retry-After.
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds; undefined if the header has no valid time (RFC 9110, section 10.2.3)
 */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

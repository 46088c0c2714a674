import { pause as waitFor } from './run-clock.ts';
import { type Transport, TransportFailure, type WireResponse } from './wire.ts';

const TOO_MANY_REQUESTS = 429;
/** Milliseconds before the first retry, if a 429 names no time. Doubles with each retry. */
const FIRST_WAIT = 1000;

/**
 * A transport that respects 429: it sends nothing until the time that the 429 names, and then retries the request. A 429 violates no
 * requirement, so checks never see one.
 *
 * @throws TransportFailure `busy` if the wait is too long, or if the target still answers 429 after several retries
 */
export function waitOutRefusals(inner: Transport): Transport {
  const { limits, clock } = inner;
  let quietUntil = 0;

  async function keepQuiet(signal: AbortSignal | undefined): Promise<void> {
    for (let left = quietUntil - clock.now(); left > 0; left = quietUntil - clock.now()) {
      await waitFor(clock, left, signal);
    }
  }

  return {
    limits,
    clock,
    async send(request, signal, pause) {
      for (let attempt = 0; ; attempt++) {
        await keepQuiet(signal);
        const response = await inner.send(request, signal, pause);
        if (response.status !== TOO_MANY_REQUESTS)
          return attempt > 0 ? { ...response, refusals: attempt } : response;
        await discard(response);
        if (attempt >= limits.repeats)
          throw new TransportFailure('busy', `the target answered 429 to ${attempt + 1} attempts`);
        const asked = readRetryAfter(response.headers['retry-after'], clock.wall());
        const delay = asked ?? FIRST_WAIT * 2 ** attempt;
        if (delay > limits.retryAfter) {
          throw new TransportFailure(
            'busy',
            `the target answered 429 and asks to wait ${Math.ceil(delay / 1000)} s, longer than the limit of ${limits.retryAfter / 1000} s`,
          );
        }
        quietUntil = Math.max(quietUntil, clock.now() + delay);
      }
    },
    close: () => inner.close(),
  };
}

/** Closes the connection of a response whose body is not needed. */
async function discard({ body }: WireResponse): Promise<void> {
  try {
    for await (const _ of body) break;
  } catch {
    // The status was 429, so the rest of the response does not matter.
  }
}

/** @returns milliseconds; undefined if the header has no valid time (RFC 9110, section 10.2.3) */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

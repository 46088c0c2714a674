import { setTimeout } from 'node:timers/promises';
import { type Transport, TransportFailure, type WireResponse } from './wire.ts';

const TOO_MANY_REQUESTS = 429;
/** Milliseconds before the first repetition, where a 429 names none. It doubles each time. */
const FIRST_WAIT = 1000;

export interface PoliteOptions {
  /** Waits, in milliseconds. @throws when the signal is aborted */
  wait?(duration: number, signal?: AbortSignal): Promise<unknown>;
  /** Milliseconds since 1970. */
  now?(): number;
}

/**
 * Obeys 429: nothing is sent until the time that it names is over, then the request is sent again. A 429 means "later" and breaks
 * no rule, so that none ever reaches a check.
 *
 * @throws TransportFailure `busy` when the time is too long, or the target still refuses after some repetitions
 */
export function waitOutRefusals(
  inner: Transport,
  {
    wait = (duration, signal) => setTimeout(duration, undefined, { signal }),
    now = Date.now,
  }: PoliteOptions = {},
): Transport {
  const { limits } = inner;
  let quietUntil = 0;

  async function keepQuiet(signal: AbortSignal | undefined): Promise<void> {
    for (let left = quietUntil - now(); left > 0; left = quietUntil - now()) await wait(left, signal);
  }

  return {
    limits,
    async send(request, signal) {
      for (let attempt = 0; ; attempt++) {
        await keepQuiet(signal);
        const response = await inner.send(request, signal);
        if (response.status !== TOO_MANY_REQUESTS) return response;
        await letGo(response);
        if (attempt >= limits.repeats)
          throw new TransportFailure('busy', `the target answered 429 to ${attempt + 1} attempts`);
        const asked = readRetryAfter(response.headers['retry-after'], now());
        const pause = asked ?? FIRST_WAIT * 2 ** attempt;
        if (pause > limits.retryAfter) {
          throw new TransportFailure(
            'busy',
            `the target answered 429 and asks to wait ${Math.ceil(pause / 1000)} s, longer than the limit of ${limits.retryAfter / 1000} s`,
          );
        }
        quietUntil = Math.max(quietUntil, now() + pause);
      }
    },
    close: () => inner.close(),
  };
}

/** Closes what comes of a body that nobody wants. */
async function letGo({ body }: WireResponse): Promise<void> {
  try {
    for await (const _ of body) break;
  } catch {
    // It said 429; whatever else it wanted to say does not matter.
  }
}

/** @returns milliseconds; undefined when the header names no time (RFC 9110, section 10.2.3) */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

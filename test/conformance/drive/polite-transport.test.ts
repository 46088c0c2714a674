import { describe, expect, it } from 'vitest';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { waitOutRefusals } from '../../../src/conformance/drive/polite-transport.ts';
import { Strangers } from '../../../src/conformance/drive/strangers.ts';
import { type Transport, TransportFailure } from '../../../src/conformance/drive/wire.ts';

const NOW = Date.UTC(2026, 10, 21, 14, 0, 0);
const REQUEST = { method: 'GET', path: '/api/v1/chats', headers: {} };

/** A transport that returns these responses in turn, and a clock that advances only while waiting. */
function scene(...answers: readonly (readonly [status: number, retryAfter?: string])[]) {
  let now = NOW;
  const waits: number[] = [];
  let held: (() => void)[] | undefined;
  const left = [...answers];
  const inner: Transport = {
    limits: DRIVE_LIMITS,
    strangers: new Strangers(),
    clock: {
      now: () => now,
      wall: () => now,
      after(duration, callback) {
        waits.push(duration);
        const end = () => {
          now += duration;
          queueMicrotask(callback);
        };
        if (held) held.push(end);
        else end();
        return () => {};
      },
    },
    async send() {
      const [status, retryAfter] = left.shift() ?? [200];
      return {
        status,
        headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
        body: nothing(),
      };
    },
    async close() {},
  };
  const transport = waitOutRefusals(inner);
  /** Stops the clock. @returns a function that lets the waits end */
  const hold = () => {
    held = [];
    return () => {
      for (const end of held ?? []) end();
      held = undefined;
    };
  };
  return { transport, waits, hold };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

describe('a 429', () => {
  it.each<[string, readonly (readonly [number, string?])[], readonly number[]]>([
    ['for so many seconds', [[429, '7']], [7000]],
    ['until a date', [[429, new Date(NOW + 9000).toUTCString()]], [9000]],
    ['until its date has passed', [[429, new Date(NOW - 9000).toUTCString()]], []],
    ['longer each time, if it names no time', [[429], [429], [429]], [1000, 2000, 4000]],
    ['where it names nonsense', [[429, 'soon']], [1000]],
    [
      'every time it is sent',
      [
        [429, '1'],
        [429, '5'],
      ],
      [1000, 5000],
    ],
  ])('is waited out %s, and the request is repeated', async (_, answers, expected) => {
    const { transport, waits } = scene(...answers);
    expect(await transport.send(REQUEST)).toMatchObject({ status: 200 });
    expect(waits).toEqual(expected);
  });

  it('marks the responses to requests that it delays', async () => {
    const { transport, hold } = scene([429, '7']);
    const goOn = hold();
    const first = transport.send(REQUEST);
    await new Promise(setImmediate);
    const meanwhile = transport.send(REQUEST);
    goOn();
    expect(await first).toMatchObject({ refusals: 1, isDelayed: true });
    expect(await meanwhile).toMatchObject({ isDelayed: true });
    expect(await transport.send(REQUEST)).not.toHaveProperty('isDelayed');
  });

  it.each<[string, readonly (readonly [number, string?])[], RegExp]>([
    [
      'comes again and again',
      [
        [429, '1'],
        [429, '1'],
        [429, '1'],
        [429, '1'],
      ],
      /429 to 4 attempts/,
    ],
    ['asks for too long a wait', [[429, '61']], /asks to wait 61 s, longer than the limit of 60 s/],
    ['asks for ever', [[429, '999999999']], /longer than the limit/],
  ])('that %s is a transport failure, which violates no requirement', async (_, answers, message) => {
    const { transport } = scene(...answers);
    const failure = await transport.send(REQUEST).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TransportFailure);
    expect(failure).toMatchObject({ problem: 'busy', message: expect.stringMatching(message) });
  });

  it('delays all other requests too', async () => {
    const { transport, waits } = scene([429, '30'], [200], [200]);
    await Promise.all([transport.send(REQUEST), transport.send(REQUEST)]);
    expect(waits[0]).toBe(30_000);
  });

  it('is not waited out when the run is over', async () => {
    const { transport, waits } = scene([429, '30']);
    await expect(transport.send(REQUEST, AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(waits).toEqual([]);
  });
});

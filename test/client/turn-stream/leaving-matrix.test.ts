import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { TurnStream } from '../../../src/client/index.ts';
import { readRelayedTurn } from '../../../src/client/relay.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { type Held, startSilentService } from '../harness/silent-service.ts';
import { CHAT, delta, ping, start } from '../harness/wire.ts';

forbidUnhandledRejections();

/** In milliseconds. Only ends a test that hangs. */
const LIMIT = 20_000;

/** Reads a turn in one way, and leaves it in one way. */
interface Reader {
  /** Reads the next value. */
  read(): Promise<unknown>;
  leave(): unknown;
}

type Way = (turn: TurnStream, abort: AbortController, pings: boolean) => Reader;

/** Ways to leave from outside the reader, whether or not a read is pending. */
const AT_ANY_TIME: Readonly<Record<string, Way>> = {
  'close()': (turn) => ({ ...iterated(turn), leave: () => turn.close() }),
  'close() beside final()': (turn) => ({ read: () => turn.final(), leave: () => turn.close() }),
  'the end of `await using`': (turn) => ({
    ...iterated(turn),
    leave: () => turn[Symbol.asyncDispose](),
  }),
  'an aborted signal': (turn, abort) => ({ ...iterated(turn), leave: () => abort.abort() }),
  'return() of the iterator': (turn) => iterated(turn),
  'return() of texts()': (turn) => iterated(turn.texts()),
  'destroy() of Readable.from()': (turn) => readable(Readable.from(turn)),
  'destroy() with an error of Readable.from()': (turn) => readable(Readable.from(turn), new Error('mine')),
  'destroy() of Readable.from() of texts()': (turn) => readable(Readable.from(turn.texts())),
  'cancel() of toReadableStream()': (turn) => cancelled(turn.toReadableStream()),
  'cancel() of the body of a Response': (turn) => cancelled(new Response(turn.toReadableStream()).body),
  'destroy() of Readable.fromWeb()': (turn) =>
    readable(Readable.fromWeb(turn.toReadableStream() as Parameters<typeof Readable.fromWeb>[0])),
  'the abort of pipeTo()': (turn) => {
    const abort = new AbortController();
    const read = () => turn.toReadableStream().pipeTo(new WritableStream(), { signal: abort.signal });
    return { read, leave: () => abort.abort() };
  },
  'close() of a relayed turn': (turn, _, pings) => {
    const relayed = readRelayedTurn(turn.toReadableStream(), { pings });
    return { ...iterated(relayed), leave: () => relayed.close() };
  },
  'return() of a relayed turn': (turn, _, pings) =>
    iterated(readRelayedTurn(turn.toReadableStream(), { pings })),
  'the signal of a relayed turn': (turn, _, pings) => {
    const abort = new AbortController();
    const { signal } = abort;
    const relayed = readRelayedTurn(turn.toReadableStream(), { pings, signal });
    return { ...iterated(relayed), leave: () => abort.abort() };
  },
};

/** Ways for the reader itself to leave once it has an event. */
const BETWEEN_EVENTS: Readonly<Record<string, Way>> = {
  break: (turn) => inLoop(turn, () => true),
  'break from texts()': (turn) => inLoop(turn.texts(), () => true),
  'an error in the loop': (turn) =>
    inLoop(turn, () => {
      throw new Error('mine');
    }),
  'a listener that throws': (turn) => {
    turn.on('message.delta', () => {
      throw new Error('mine');
    });
    return inLoop(turn, () => false);
  },
};

function iterated(values: AsyncIterable<unknown>): Reader {
  const iterator = values[Symbol.asyncIterator]();
  return { read: () => iterator.next(), leave: () => iterator.return?.() };
}

function readable(stream: Readable, error?: Error): Reader {
  const events = stream[Symbol.asyncIterator]();
  return { read: () => events.next(), leave: () => stream.destroy(error) };
}

function cancelled(stream: ReadableStream<unknown> | null): Reader {
  const reader = stream?.getReader();
  return { read: async () => reader?.read(), leave: () => reader?.cancel() };
}

function inLoop(values: AsyncIterable<unknown>, isEnough: () => boolean): Reader {
  const read = async () => {
    for await (const _ of values) if (isEnough()) break;
  };
  // It leaves while reading.
  return { read: () => read().catch(() => {}), leave: () => {} };
}

/** Resolves when the reader has done all that it can without the service. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}

/** Brings a reader to a moment. Returns its pending reads. */
type Moment = (reader: Reader, turn: TurnStream, held: Promise<Held>) => Promise<readonly Promise<unknown>[]>;

const MOMENTS: Readonly<Record<string, Moment>> = {
  async 'before the head'(reader, _, held) {
    const reading = reader.read();
    await held;
    return [reading];
  },
  async 'between events'(reader, turn, held) {
    const begun = seen(turn, 'message.start');
    const reading = reader.read();
    (await held).response.writeHead(200, EVENTS).write(start + delta('At ') + ping + delta('ten.'));
    await begun;
    await rest();
    return [reading];
  },
  async 'in silence'(reader, turn, held) {
    const written = seen(turn, 'message.delta', 2);
    const reading = readOn(reader);
    (await held).response.writeHead(200, EVENTS).write(start + delta('At ') + ping + delta('ten.'));
    await written;
    await rest();
    return [reading];
  },
};

const EVENTS = { 'content-type': 'text/event-stream' };

function seen(turn: TurnStream, type: 'message.start' | 'message.delta', times = 1): Promise<void> {
  return new Promise((resolve) => {
    let left = times;
    turn.on(type, () => {
      left -= 1;
      if (left === 0) resolve();
    });
  });
}

/** Reads until nothing more arrives. */
async function readOn(reader: Reader): Promise<void> {
  for (;;) {
    const step = await reader.read();
    if (Object(step).done !== false) return;
  }
}

const CASES = [
  ...Object.entries(AT_ANY_TIME).flatMap(([way, read]) =>
    Object.entries(MOMENTS).map(([moment, reach]) => ({ way, read, moment, reach })),
  ),
  ...Object.entries(BETWEEN_EVENTS).map(([way, read]) => ({
    way,
    read,
    moment: 'between events',
    reach: MOMENTS['between events'] as Moment,
  })),
];

describe.each([{ pings: false }, { pings: true }])(
  'with pings: $pings, the connection is closed',
  ({ pings }) => {
    // The clock stands still, so a connection that stays open can only reach the test limit.
    it.each(CASES)('at once by $way $moment', { timeout: LIMIT }, async ({ read, reach }) => {
      await using service = await startSilentService();
      const abort = new AbortController();
      const turn = service.client.turns.stream(CHAT, { content: '?' }, { pings, signal: abort.signal });
      const reader = read(turn, abort, pings);
      const held = service.held();
      const before = service.clock.now();
      const pending = await reach(reader, turn, held);
      const settled = Promise.allSettled(pending);
      await Promise.resolve(reader.leave()).catch(() => {});
      await (await held).closed;
      await settled;
      await expect(turn.final()).rejects.toThrow();
      expect(service.clock.now() - before).toBe(0);
      // No timer is pending, and nothing was sent to cancel the turn.
      expect([service.clock.pending, service.arrived]).toEqual([0, 1]);
    });
  },
);

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { CallOptions, Client, ClientOptions } from '../../src/client/index.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, type Reply, scriptService, TOKEN } from './harness/service.ts';
import { CHAT } from './harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;
const TIMEOUT = 500;

type Calling = (client: Client, options: CallOptions) => Promise<unknown>;

const CALLS: Readonly<Record<'chats.get' | 'turns.send' | 'turns.stream', Calling>> = {
  'chats.get': ({ chats }, options) => chats.get(CHAT, options),
  'turns.send': ({ turns }, options) => turns.send(CHAT, TURN, options),
  'turns.stream': ({ turns }, options) => turns.stream(CHAT, TURN, options).final(),
};

/** Bodies that never end and ignore the signal of their request. */
class EndlessBodies {
  open = 0;

  reply(status: number): Response {
    this.open += 1;
    const start = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(Buffer.from('{"data":'));
    const cancel = () => {
      this.open -= 1;
    };
    return new Response(new ReadableStream({ start, cancel }), { status });
  }
}

interface Stall {
  readonly what: string;
  readonly calls: readonly (keyof typeof CALLS)[];
  readonly reply?: (bodies: EndlessBodies) => Response | Promise<Response>;
  readonly options?: Partial<ClientOptions>;
}

const never = () => new Promise<never>(() => {});

const STALLS: readonly Stall[] = [
  { what: 'a fetch', calls: ['chats.get', 'turns.send', 'turns.stream'], reply: never },
  { what: 'the body of a success', calls: ['chats.get', 'turns.send'], reply: (bodies) => bodies.reply(200) },
  {
    what: 'the body of a failure',
    calls: ['chats.get', 'turns.send', 'turns.stream'],
    reply: (bodies) => bodies.reply(500),
  },
  {
    what: 'the function of the token',
    calls: ['chats.get', 'turns.send', 'turns.stream'],
    options: { token: never },
  },
];

const CASES = STALLS.flatMap(({ what, calls, reply = never, options }) =>
  calls.map((name) => ({ what, name, reply, options })),
);

describe('a call', () => {
  describe.each(CASES)(
    '$name, when $what never settles and ignores the abort,',
    ({ name, reply, options }) => {
      function begin(callOptions: CallOptions) {
        const bodies = new EndlessBodies();
        const service = scriptService([() => reply(bodies)], { maxRetries: 0, ...options });
        const thrown = CALLS[name](service.client, callOptions).then(
          () => expect.fail('it succeeded'),
          (reason: unknown) => reason,
        );
        return { ...service, bodies, thrown };
      }

      it('is ended by its timeout', async () => {
        const { settle, thrown, clock, bodies } = begin({ timeout: TIMEOUT });
        expect(await settle(thrown)).toMatchObject({
          kind: 'timeout',
          message: expect.stringContaining(`no answer within ${TIMEOUT} ms`),
          status: undefined,
        });
        expect([clock.pending, bodies.open]).toEqual([0, 0]);
      });

      it('is ended by its signal', async () => {
        const controller = new AbortController();
        const removed = vi.spyOn(controller.signal, 'removeEventListener');
        const { thrown, clock, bodies } = begin({ signal: controller.signal });
        await clock.advance(1);
        controller.abort('enough');
        expect(await thrown).toBe('enough');
        expect([clock.pending, bodies.open]).toEqual([0, 0]);
        if (name !== 'turns.stream') expect(removed).toHaveBeenCalled();
      });
    },
  );

  it.each(STALLS.filter(({ calls }) => calls.includes('turns.stream')))(
    'turns.stream is ended by close(), when $what never settles',
    async ({ reply = never, options }) => {
      const bodies = new EndlessBodies();
      const { client, clock } = scriptService([() => reply(bodies)], { maxRetries: 0, ...options });
      const stream = client.turns.stream(CHAT, TURN);
      const thrown = stream.final().catch((reason: unknown) => reason);
      await clock.advance(1);
      stream.close();
      expect(await thrown).toMatchObject({ kind: 'stream-closed' });
      await setImmediate();
      expect([clock.pending, bodies.open]).toEqual([0, 0]);
    },
  );
});

describe('a promise that settles after its call has ended', () => {
  it('is not used, if it gives a token', async () => {
    let give: (token: string) => void = () => {};
    const token = () =>
      new Promise<string>((resolve) => {
        give = resolve;
      });
    const { client, sent, settle } = scriptService([answer({ data: {} })], { token, maxRetries: 0 });
    const outcome = client.chats.create({}, { timeout: TIMEOUT });
    await expect(settle(outcome)).rejects.toMatchObject({ kind: 'timeout' });
    give(TOKEN);
    await setImmediate();
    expect(sent).toEqual([]);
  });

  it.each(Object.entries(CALLS))('is not read, if it gives an answer to %s', async (_, calling) => {
    const bodies = new EndlessBodies();
    let give: (response: Response) => void = () => {};
    const late: Reply = () =>
      new Promise((resolve) => {
        give = resolve;
      });
    const { client, settle } = scriptService([late], { maxRetries: 0 });
    await expect(settle(calling(client, { timeout: TIMEOUT }))).rejects.toMatchObject({ kind: 'timeout' });
    give(bodies.reply(200));
    await setImmediate();
    expect(bodies.open).toBe(0);
  });

  it('causes no unhandled rejection', async () => {
    let fail: (reason: unknown) => void = () => {};
    const late: Reply = () =>
      new Promise((_, reject) => {
        fail = reject;
      });
    const { client, settle } = scriptService([late], { maxRetries: 0 });
    await expect(settle(client.chats.get(CHAT, { timeout: TIMEOUT }))).rejects.toMatchObject({
      kind: 'timeout',
    });
    fail(new TypeError('terminated'));
    await setImmediate();
  });
});

describe('a signal', () => {
  const TICKS = Array.from({ length: 20 }, (_, ticks) => ticks);

  it.each(TICKS)(
    'that is aborted %i ticks after the answer closes the connection of a stream',
    async (ticks) => {
      const controller = new AbortController();
      const bodies = new EndlessBodies();
      const opens: Reply = async () => {
        const { body } = bodies.reply(200);
        abortAfter(controller, ticks);
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      };
      const { client } = scriptService([opens]);
      const stream = client.turns.stream(CHAT, TURN, { signal: controller.signal });
      await expect(stream.final()).rejects.toBe('enough');
      await setImmediate();
      expect(bodies.open).toBe(0);
    },
  );
});

async function abortAfter(controller: AbortController, ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick++) await undefined;
  controller.abort('enough');
}

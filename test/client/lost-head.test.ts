import { createServer, type ServerResponse } from 'node:http';
import { fetch as fetchOfUndici } from 'undici/lib/web/fetch/index.js';
import { expect, it } from 'vitest';
import { type Simulation, simulate } from '../../scripts/simulation/simulation.ts';
import { createClientIn } from '../../src/client/client.ts';
import type { Client, ClientOptions, Fetch } from '../../src/client/index.ts';
import { Agent } from '../../src/conformance/drive/undici.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { runtimeOf } from './harness/settle.ts';
import { CHAT, completed, delta, start } from './harness/wire.ts';

forbidUnhandledRejections();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;
const MESSAGE = JSON.stringify({ data: { id: 7, chat_id: CHAT, content: 'At 10:00.' } });

interface Arrival {
  readonly response: ServerResponse;
  /** Milliseconds since the first request. */
  readonly at: number;
  after: Simulation['clock']['after'];
}

interface Service {
  readonly client: Client;
  /** When each request arrived, in whole seconds, and its key. */
  readonly arrived: { readonly at: number; readonly key: string | undefined }[];
}

interface Situation {
  readonly answer: (arrival: Arrival) => void;
  readonly options?: Partial<ClientOptions>;
  /** Options of undici's dispatcher. */
  readonly agent?: object;
}

/**
 * Runs some work with a service, on a virtual clock and with the real undici. By default, it gives up on an answer whose head has not
 * arrived after five minutes, and on a body that is silent for five minutes.
 */
function withService(
  { answer, options, agent }: Situation,
  work: (service: Service) => Promise<void>,
): Promise<void> {
  return simulate(async ({ clock, network }) => {
    const began = clock.now();
    const arrived: Service['arrived'] = [];
    const server = createServer((request, response) => {
      request.resume();
      const at = clock.now() - began;
      const key = request.headers['idempotency-key'];
      arrived.push({ at: Math.floor(at / SECOND), key: key?.toString() });
      answer({ response, at, after: clock.after });
    });
    const { url: baseUrl } = await network.listen(server);
    const dispatcher = new Agent({ connect: network.connect, ...agent });
    const client = createClientIn(runtimeOf(clock), {
      ...{ baseUrl, token: 'harbor-main' },
      fetch: fetchOfUndici as unknown as Fetch,
      fetchOptions: { dispatcher },
      ...options,
    });
    try {
      await work({ client, arrived });
    } finally {
      await dispatcher.destroy();
      server.closeAllConnections();
      server.close();
    }
  });
}

/** Answers each request when the turn has ended. The contract lets a service refuse the repeat of a running turn, but not every one does. */
const holds =
  (duration: number): Situation['answer'] =>
  ({ response, at, after }) =>
    void after(duration - at, () => response.end(MESSAGE));

/** Answers the first request when the turn has ended, and refuses repeats of the running turn, as the contract says. */
const refuses =
  (duration: number): Situation['answer'] =>
  (arrival) => {
    if (arrival.at < SECOND || arrival.at >= duration) return holds(Math.max(duration, arrival.at))(arrival);
    const body = { status: 'error', message: 'Wait.', message_code: 'api_v1_turn_in_progress' };
    arrival.response.writeHead(409, { 'retry-after': '120' }).end(JSON.stringify(body));
  };

const drops: Situation['answer'] = ({ response }) => void response.destroy();

it.each<[string, Situation, string[]]>([
  ['holds its repeats', { answer: holds(29 * MINUTE) }, ['0', '300', '601', '902', '1204', '1510']],
])(
  'a send to a service that %s gets its answer after 29 minutes, all under one key',
  async (_, situation) => {
    await withService(situation, async ({ client, arrived }) => {
      const sent = client.turns.send(CHAT, TURN);
      expect((await sent).content).toBe('At 10:00.');
      expect(arrived.map(({ at }) => Math.round(at / 60))).toEqual([0, 5, 10, 15, 20, 25]);
      expect(arrived.filter(({ key }) => key !== sent.idempotencyKey)).toEqual([]);
    });
  },
);

it('a lost head is not one of the repeats that maxRetries counts', async () => {
  const situation = { answer: refuses(29 * MINUTE), options: { maxRetries: 0 } };
  await withService(situation, async ({ client, arrived }) => {
    expect((await client.turns.send(CHAT, TURN)).content).toBe('At 10:00.');
    // The service asks to wait two minutes each time.
    expect(arrived.map(({ at }) => Math.round(at / 60))).toEqual([
      0, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29,
    ]);
  });
});

it('heads are lost only as long as the timeout of the call allows', async () => {
  const situation = { answer: holds(29 * MINUTE), options: { maxRetries: 1, timeout: 11 * MINUTE } };
  await withService(situation, async ({ client, arrived }) => {
    await expect(client.turns.send(CHAT, TURN)).rejects.toMatchObject({ kind: 'connection' });
    // The third head is lost after fifteen minutes, and counts.
    expect(arrived.map(({ at }) => Math.round(at / 60))).toEqual([0, 5, 10, 15]);
  });
});

it.each<[string, (client: Client) => Promise<unknown>, number]>([
  ['a write without a key', ({ chats }) => chats.create({}, { timeout: Infinity }), 1],
  ['a read', ({ chats }) => chats.get(CHAT, { timeout: Infinity }), 5],
])('of %s, a lost head counts as any lost connection', async (_, calling, count) => {
  await withService({ answer: () => {} }, async ({ client, arrived }) => {
    await expect(calling(client)).rejects.toMatchObject({ kind: 'connection' });
    expect(arrived).toHaveLength(count);
  });
});

it.each<[string, Situation['answer']]>([
  ['at once', drops],
  ['after ten seconds', ({ response, after }) => void after(10 * SECOND, () => response.destroy())],
  [
    'in the body',
    ({ response, after }) => {
      response.write('{"data":');
      after(2 * MINUTE, () => response.destroy());
    },
  ],
])('a connection of a send that breaks %s counts', async (_, answer) => {
  await withService({ answer }, async ({ client, arrived }) => {
    await expect(client.turns.send(CHAT, TURN)).rejects.toMatchObject({ kind: 'connection' });
    expect(arrived).toHaveLength(5);
  });
});

/** Begins a turn, and completes it after ten silent minutes. */
const silent: Situation['answer'] = ({ response, after }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start + delta('At '));
  after(10 * MINUTE, () => response.end(completed('At 10:00.')));
};

it.each<[string, object, number]>([
  ['undici gives up on the body after five', {}, 3],
  ['a dispatcher waits without a limit', { bodyTimeout: 0 }, 1],
])(
  'with an idleTimeout of fifteen minutes, a stream that is silent for ten gets its end, if %s',
  async (_, agent, count) => {
    const replay: Situation['answer'] = ({ response, at, after }) =>
      at < 10 * MINUTE
        ? silent({ response, at, after })
        : void response
            .writeHead(200, { 'content-type': 'text/event-stream' })
            .end(start + completed('At 10:00.'));
    await withService(
      { answer: replay, options: { idleTimeout: 15 * MINUTE }, agent },
      async ({ client, arrived }) => {
        expect(await client.turns.stream(CHAT, TURN).text()).toBe('At 10:00.');
        expect(arrived).toHaveLength(count);
      },
    );
  },
);

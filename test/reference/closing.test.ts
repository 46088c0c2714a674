import { getEventListeners, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import { FAULT_HEADER } from '../../src/reference/faults/fault-scope.ts';
import type { InnerOptions } from '../../src/reference/inner-options.ts';
import type { Decorator } from '../../src/reference/ports.ts';
import { assemble } from '../../src/reference/start.ts';
import { openStore } from '../../src/reference/store/open-store.ts';
import type { Act } from '../../src/rig/script/act.ts';
import { renderScript } from '../../src/rig/script/render-script.ts';
import { serve } from './connectors/fetch-server.ts';
import { createLeavingServer } from './connectors/leaving-server.ts';
import { withSessions } from './connectors/with-sessions.ts';
import { TestClient, type TestStream } from './harness/client.ts';
import { chunk, openStream, startPreparedServer, writeEvent } from './models/prepared-server.ts';
import { chat, turn } from './store/records.ts';

/** The tools for bringing a turn into a state of the table. */
interface Stage {
  readonly main: TestClient;
  readonly url: string;
  readonly clock: VirtualClock;
  /** Lets the tool return that asked a question. */
  leave(): void;
}

const HOUR = 60 * 60 * 1000;
const LEAVING = 30;
const WITH_LEAVING = { attachments: { mcp_server_ids: [LEAVING] } };
const SILENT = 31;
const SILENT_MODEL = 40;
const SLOW_MODEL = 41;
const closing = (agent: number) => ({
  agent,
  task: 'Close it.',
  script: [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }] as Act[],
});

/** Streams a turn and reads it up to an event of a type. */
async function streamUntil(
  { main }: Stage,
  type: Parameters<TestStream['until']>[0],
  script: Act[],
  turn: object = {},
): Promise<TestStream> {
  const stream = await main.stream({ script, ...turn });
  await stream.until(type);
  return stream;
}

type State = (stage: Stage) => unknown;

/** A turn that is read up to an event of a type. */
const until =
  (type: Parameters<TestStream['until']>[0], script: Act[], turn?: object): State =>
  (stage) =>
    streamUntil(stage, type, script, turn);

const DESK = { attachments: { mcp_server_ids: [7] } };
const AGENTS = { attachments: { agent_ids: [21, 22], mcp_server_ids: [7] } };
const ASK: Act = { ask: { message: 'Which?', schema: { type: 'object' } } };
const SPEAKS: Act[] = [{ say: 'Wait.' }, { hang: true }];

const STATES: Readonly<Record<string, State>> = {
  'no turn': () => {},
  'the model says nothing yet': until('message.start', [{ hang: true }]),
  'the model has begun to speak': until('message.delta', SPEAKS),
  'the model waits': until('message.delta', [{ say: 'Wait.' }, { wait: 600 }]),
  'a ping was sent': async (stage) => {
    const stream = await streamUntil(stage, 'message.start', [{ hang: true }]);
    await stage.clock.advance(20_000);
    await stream.until('ping');
  },
  'a tool waits for its approval': until(
    'message.action_required',
    [{ call: { tool: 'close_ticket', input: { ticket: 1 } } }],
    DESK,
  ),
  'a plan waits for its approval': until('message.action_required', [
    { plan: { title: '', context: '', steps: [], notes: '' } },
  ]),
  'a tool asks a question': until('message.action_required', [ASK], DESK),
  'a connector has to be connected': until('message.action_required', [{ call: { tool: 'list_events' } }], {
    attachments: { mcp_server_ids: [9] },
  }),
  'a question has expired': async (stage) => {
    await streamUntil(stage, 'message.action_required', [ASK, { hang: true }], DESK);
    await stage.clock.advance(120_000);
  },
  'a question was left by its call, and the turn goes on': async (stage) => {
    const script: Act[] = [{ call: { tool: 'ask_and_leave' } }, { say: 'Asked.' }, { hang: true }];
    const stream = await streamUntil(stage, 'message.action_required', script, WITH_LEAVING);
    stage.leave();
    await stream.until('message.delta');
  },
  'a question was left by its call, and the turn has ended': async (stage) => {
    const script: Act[] = [{ call: { tool: 'ask_and_leave' } }, { say: 'Asked.' }];
    const stream = await streamUntil(stage, 'message.action_required', script, WITH_LEAVING);
    stage.leave();
    await stream.until('message.completed');
  },
  'a tool does not return': until('message.step', [{ call: { tool: 'never_return' } }], WITH_LEAVING),
  'a connector does not answer': until('message.start', [{ say: 'Never said.' }], {
    attachments: { mcp_server_ids: [SILENT] },
  }),
  'two agents wait for approvals': async (stage) => {
    const stream = await streamUntil(
      stage,
      'message.action_required',
      [{ delegate: [closing(21), closing(22)] }],
      AGENTS,
    );
    await stream.until('message.action_required');
  },
  'one agent waits, and another says nothing': until(
    'message.action_required',
    [{ delegate: [closing(21), { agent: 22, task: 'Hang.', script: [{ hang: true }] }] }],
    AGENTS,
  ),
  'a provider does not answer': until('message.start', [], { model_id: SILENT_MODEL }),
  'a provider is in the middle of its reply': until('message.delta', [], { model_id: SLOW_MODEL }),
  'the client has gone': async (stage) => {
    const stream = await streamUntil(stage, 'message.delta', SPEAKS);
    stream.disconnect();
  },
  'the client does not read': async ({ url }) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const content = renderScript([{ say: 'x'.repeat(4_000), pieces: 4_000 }, { hang: true }]);
    const body = JSON.stringify({ content: content.repeat(8), permission_mode: 'auto' });
    socket.pause();
    socket.write(
      `POST /api/v1/chats/${crypto.randomUUID()}/messages/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
        `Authorization: Bearer harbor-main\r\nIdempotency-Key: ${crypto.randomUUID()}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await once(socket, 'readable');
  },
  'a blocking send waits': async ({ main }) => {
    void main.send({ script: [{ hang: true }] });
    await untilListed(main);
  },
  'the application waits': ({ main }) =>
    main.request('POST', '//_reference/application/turns', {
      content: renderScript([{ hang: true }]),
    }),
  'the save was not confirmed': async ({ main }) => {
    await main.send({}, { headers: { [FAULT_HEADER]: 'persistence' } });
  },
  'what was saved is not known': async ({ main }) => {
    await main.send({}, { headers: { [FAULT_HEADER]: 'outcome_unknown' } });
  },
  'the save will not be confirmed': async (stage) => {
    const headers = { [FAULT_HEADER]: 'persistence' };
    const stream = await stage.main.stream({ script: SPEAKS }, { headers });
    await stream.until('message.delta');
  },
  'the turn was cancelled': async (stage) => {
    const stream = await streamUntil(stage, 'message.delta', SPEAKS);
    await stage.main.act(stream.chatId, 'cancel', {});
    await stream.rest();
  },
  'the turn has reached its deadline': async (stage) => {
    const stream = await streamUntil(stage, 'message.delta', SPEAKS);
    await stage.clock.advance(HOUR);
    await stream.rest();
  },
};

/** Waits until the store has the turn that a request began. */
async function untilListed(main: TestClient): Promise<void> {
  for (;;) {
    const { body } = await main.get('/chats');
    if (body.meta.total > 0) return;
  }
}

/** Records the signal of every request to a model and to a connector. */
function noteSignals(signals: AbortSignal[]): Decorator {
  return {
    ports: ({ model, connectors, ...ports }) => ({
      ...ports,
      model: {
        reply(request) {
          signals.push(request.lifetime.signal);
          return model.reply(request);
        },
      },
      connectors: {
        tools(connector, signal) {
          signals.push(signal);
          return connectors.tools(connector, signal);
        },
        call(connector, call) {
          signals.push(call.signal);
          return connectors.call(connector, call);
        },
        close: () => connectors.close(),
      },
    }),
  };
}

/** The seed with connectors and providers that return early, hang or stop halfway. */
async function troubledSeed(leave: Promise<void>): Promise<string> {
  const leaving = await serve(withSessions(() => createLeavingServer(leave)).handle);
  const silent = await serve(() => new Promise<Response>(() => {}));
  const provider = await startPreparedServer((response, { body }) => {
    if (body.model === 'silent') return;
    openStream(response);
    response.write(writeEvent(chunk({ content: 'Half' })));
  });
  const connector = (id: number, url: string) => ({
    id,
    company: 1,
    name: `connector-${id}`,
    display_name: `Connector ${id}`,
    transport: { kind: 'http', url },
  });
  const model = (id: number, name: string) => ({
    id,
    company: 1,
    name,
    code: name,
    providers: [{ kind: 'openai-compatible', name, url: provider.url, model: name }],
  });
  const { connectors = [], models } = defaultSeedValue;
  return JSON.stringify({
    ...defaultSeedValue,
    connectors: [...connectors, connector(LEAVING, leaving.url), connector(SILENT, silent.url)],
    models: [...models, model(SILENT_MODEL, 'silent'), model(SLOW_MODEL, 'slow')],
  });
}

it.each(Object.keys(STATES))('a server that is closed while %s leaves nothing running', async (state) => {
  const loose: unknown[] = [];
  const note = (error: unknown) => loose.push(error);
  process.on('unhandledRejection', note);
  process.on('uncaughtExceptionMonitor', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
    process.off('uncaughtExceptionMonitor', note);
  });
  const clock = new VirtualClock();
  const leaving = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const options: InnerOptions = {
    clock,
    seed: await troubledSeed(leaving.promise),
    faults: true,
    limits: { closeTimeout: 100 },
    report: note,
    decorators: [noteSignals(signals)],
  };
  const server = await assemble(options);
  const main = new TestClient(server.url, 'harbor-main');
  await STATES[state]?.({ main, url: server.url, clock, leave: leaving.resolve });
  // Two states leave these before the server is closed.
  loose.length = 0;

  await server.close();

  expect(clock.pending).toBe(0);
  await clock.advance(HOUR);
  expect(loose).toEqual([]);
  expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
});

it('a server that cannot start leaves nothing running, even if an earlier one was stopped in the middle of a turn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closing-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'state.db');
  const store = openStore({ file });
  store.chats.create(chat());
  store.turns.begin(turn());
  store.close();
  const clock = new VirtualClock();
  const listen = () => Promise.reject(new Error('the port is taken'));

  await expect(assemble({ clock, data: file, listen })).rejects.toThrow('the port is taken');

  expect(clock.pending).toBe(0);
});

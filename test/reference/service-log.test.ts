import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultSeedValue } from '../../generated/default-seed.js';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import type { InnerOptions } from '../../src/reference/inner-options.ts';
import { assemble } from '../../src/reference/start.ts';
import type { Store } from '../../src/reference/store/store.ts';
import { findPort } from '../find-port.ts';
import { serve } from './connectors/fetch-server.ts';
import { TestClient } from './harness/client.ts';
import { LogLines } from './http/serving.ts';
import { KEY } from './models/asking.ts';
import {
  type Answer,
  chunk,
  openStream,
  startPreparedServer,
  streamOf,
  writeEvent,
} from './models/prepared-server.ts';

const CONNECTOR = 30;
const MODEL = 40;

/** Starts a server whose default model has these providers, optionally with a connector. */
async function start(providers: readonly object[], more: { transport?: object } & InnerOptions = {}) {
  const { transport, ...options } = more;
  const log = new LogLines();
  const model = { id: MODEL, company: 1, name: 'Other', code: 'other', providers };
  const connector = { id: CONNECTOR, company: 1, name: 'desk', display_name: 'Desk', transport };
  const { connectors = [], models } = defaultSeedValue;
  const server = await assemble({
    clock: new VirtualClock(),
    log: 'json',
    logTo: log,
    report() {},
    environment: { TEST_KEY: KEY },
    seed: JSON.stringify({
      ...defaultSeedValue,
      models: providers.length > 0 ? [...models, model] : models,
      connectors: transport ? [...connectors, connector] : connectors,
    }),
    ...options,
  });
  onTestFinished(() => server.close());
  return { log, main: new TestClient(server.url, 'harbor-main') };
}

const providerAt = (url: string, name = 'first') => ({
  kind: 'openai-compatible',
  name,
  url,
  model: name,
  key_from: 'TEST_KEY',
});

const refuse = (status: number, error: object) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error }));
};

/** A store that takes no text. */
function withFullDisk(store: Store): Store {
  const append = () => {
    throw new Error('the disk is full');
  };
  return { ...store, turns: { ...store.turns, append } };
}

describe('the log of a turn', () => {
  it('lists a completed and a cancelled turn', async () => {
    const { log, main } = await start([]);
    await main.send({ content: 'Hello' });
    const stream = await main.stream({ script: [{ say: 'Wait.' }, { hang: true }] });
    await stream.until('message.delta');
    await main.act(stream.chatId, 'cancel', {});
    await stream.rest();

    const over = log.all.filter(({ msg }) => msg === 'turn over');
    expect(over).toMatchObject([
      { level: 30, end: 'completed', request_id: expect.any(String), message_id: expect.any(Number) },
      {
        level: 30,
        end: 'cancelled',
        chat_id: stream.chatId,
        causes: ['turn-cut: the turn was cut: cancelled'],
      },
    ]);
    expect(over[0]).not.toHaveProperty('causes');
  });

  it('includes the model, the provider, the tokens, the tools and the duration of the turn', async () => {
    const clock = new VirtualClock();
    const { log, main } = await start([], { clock });
    const stream = await main.stream({
      script: [
        { call: [{ tool: 'find_tickets' }, { tool: 'find_tickets' }] },
        { wait: 2 },
        { say: 'Two.' },
        { wait: 3 },
      ],
      attachments: { mcp_server_ids: [7] },
    });
    await stream.until('message.step');
    await clock.advance(2_000);
    await stream.until('message.delta');
    await clock.advance(3_000);
    const { data } = await stream.rest();
    const { usage } = data;
    expect(await log.line('turn over')).toMatchObject({
      channel: 'streaming',
      credential: 'main',
      chat_id: stream.chatId,
      message_id: data.id,
      end: 'completed',
      ms: 5_000,
      first_text_ms: 2_000,
      model: expect.any(String),
      provider: usage.provider,
      tokens: {
        prompt: usage.prompt_tokens,
        completion: usage.completion_tokens,
        reasoning: usage.reasoning_tokens,
        total: usage.total_tokens,
      },
      tools: ['find_tickets', 'find_tickets'],
    });
  });

  it('names the provider that failed', async () => {
    const { url } = await startPreparedServer(refuse(500, { message: 'no' }));
    const { log, main } = await start([providerAt(url)]);
    await main.send({ model_id: MODEL });
    expect(await log.line('turn over')).toMatchObject({
      channel: 'blocking',
      model: 'other',
      provider: 'first',
    });
  });

  it('includes the failure and the whole chain of causes, in both formats', async () => {
    const { url } = await startPreparedServer(refuse(500, { message: 'out of memory on gpu 3' }));
    const { log, main } = await start([providerAt(url)]);
    await main.send({ model_id: MODEL });
    expect(await log.line('turn over')).toMatchObject({
      level: 40,
      end: 'error',
      failure: 'upstream_error',
      causes: [
        'model-failure: the model provider "first" answered 500',
        expect.stringContaining('the provider wrote: 500 out of memory on gpu 3'),
      ],
    });

    const pretty = await start([providerAt(url)], { log: 'pretty' });
    await pretty.main.send({ model_id: MODEL });
    const line = pretty.log.lines.find((each) => each.includes('turn over'));
    expect(line).toMatch(
      /WARN.*: turn over .*"end":"error","failure":"upstream_error".*out of memory on gpu 3/,
    );
  });

  it('says why nothing was listening', async () => {
    const { log, main } = await start([providerAt(`http://127.0.0.1:${await findPort()}/v1`)]);
    await main.send({ model_id: MODEL });
    const { causes } = await log.line('turn over');
    expect(causes).toEqual([
      expect.stringContaining('cannot be reached (ECONNREFUSED)'),
      expect.any(String),
      'TypeError: fetch failed',
      expect.stringContaining('ECONNREFUSED'),
    ]);
  });

  it('names a provider that failed when another took over', async () => {
    const first = await startPreparedServer(refuse(503, { message: 'the queue is full' }));
    const second = await startPreparedServer(streamOf(chunk({ content: 'Hi.' }, 'stop')));
    const { log, main } = await start([providerAt(first.url), providerAt(second.url, 'second')]);
    await main.send({ model_id: MODEL });
    expect(await log.line('provider failed')).toMatchObject({
      level: 40,
      request_id: expect.any(String),
      causes: [expect.any(String), expect.stringContaining('the queue is full')],
    });
    expect(await log.line('turn over')).toMatchObject({ end: 'completed' });
  });

  it('includes the output of a connector before it ended, and continues', async () => {
    const transport = {
      kind: 'stdio',
      command: process.execPath,
      args: [
        '-e',
        'console.error("at a place\\n".repeat(500) + "no database at /srv/desk.db"); process.exit(1)',
      ],
    };
    const { log, main } = await start([], { transport });
    await main.send({ attachments: { mcp_server_ids: [CONNECTOR] } });
    expect(await log.line('connector failed')).toMatchObject({
      causes: [
        expect.stringMatching(/^connector-failure: The connector "desk"/),
        expect.stringContaining('no database at /srv/desk.db'),
        expect.any(String),
      ],
    });
    expect(await log.line('turn over')).toMatchObject({ end: 'completed' });
  });

  it('names the revision agreed with a connector', async () => {
    const { log, main } = await start([]);
    await main.send({ attachments: { mcp_server_ids: [7] } });
    expect(await log.line('connector connected')).toMatchObject({
      connector: 'tickets',
      revision: '2025-11-25',
    });
  });

  it('includes the error of a store that refused the text', async () => {
    const { log, main } = await start([], {
      decorators: [{ ports: (ports) => ({ ...ports, store: withFullDisk(ports.store) }) }],
    });
    await main.send({ script: [{ say: 'Well.' }, { hang: true }] });
    expect(await log.line('turn over')).toMatchObject({
      end: 'error',
      causes: ['turn-cut: the turn was cut: unwritable', 'Error: the disk is full'],
    });
  });

  it('includes the unsaved end of a turn, and what recovery stored', async () => {
    const clock = new VirtualClock();
    const { log, main } = await start([], { clock, faults: true });
    await main.send({ content: 'Hello' }, { headers: { 'x-reference-fault': 'outcome_unknown' } });
    expect(await log.line('turn over')).toMatchObject({
      level: 50,
      end: 'error',
      failure: 'outcome_unknown',
      causes: ['outcome-lost: the outcome of the turn could not be stored, on request'],
    });
    await clock.advance(5_000);
    expect(await log.line('turn settled')).toMatchObject({
      end: 'completed',
      message_id: expect.any(Number),
      chat_id: expect.any(String),
      request_id: expect.any(String),
    });
  });

  it('includes a defect, which is also reported', async () => {
    const reported: unknown[] = [];
    const defect = new Error('no such column', { cause: new Error('of the table') });
    // biome-ignore lint/correctness/useYield: it fails before its first part
    const reply = async function* () {
      throw defect;
    };
    const { log, main } = await start([], {
      report: (error) => reported.push(error),
      decorators: [{ ports: (ports) => ({ ...ports, model: { reply } }) }],
    });
    await main.send({ content: 'Hello' });
    expect(await log.line('turn over')).toMatchObject({
      level: 50,
      causes: ['Error: no such column', 'Error: of the table'],
    });
    expect(reported).toEqual([defect]);
  });
});

const inTheMiddle: Answer = (response) => {
  openStream(response);
  response.end(
    writeEvent(chunk({ content: 'Well, ' })) + writeEvent({ error: { message: `bad ${KEY}`, code: KEY } }),
  );
};

describe('a secret', () => {
  it.each<[string, Answer]>([
    ['the code of its error', refuse(401, { message: 'no', code: KEY })],
    ['the type of its error', refuse(429, { message: 'no', type: KEY })],
    ['a part of the code of its error', refuse(500, { message: 'no', code: `bad_${KEY}` })],
    ['the message of its error', refuse(400, { message: `bad ${KEY}` })],
    ['a long message of its error', refuse(400, { message: `${'x'.repeat(970)} ${KEY}` })],
    ['an error in the middle of its reply', inTheMiddle],
    ['the status line', (response) => void response.writeHead(500, KEY).end()],
  ])('that a provider puts into %s reaches neither a client nor the log', async (_what, answer) => {
    const { url } = await startPreparedServer(answer);
    for (const form of ['json', 'pretty'] as const) {
      const printed: string[] = [];
      const { log, main } = await start([providerAt(url), providerAt(url, 'second')], {
        log: form,
        report: (error) => printed.push(String(error)),
      });
      const turn = { model_id: MODEL, content: 'Hello' };
      const sent = await main.send(turn);
      const stream = await main.stream(turn);
      await stream.rest();
      const replayed = await main.stream(turn, stream.repeat);
      await replayed.rest();
      const seen = [sent.body, stream.events, replayed.events, await main.history(stream.chatId)];

      expect(sent.status).toBe(502);
      expect(JSON.stringify(seen)).not.toContain(KEY.slice(0, 12));
      expect(log.lines.join('')).toMatch(/turn over.*|"msg":"turn over"/);
      expect(log.lines.join('')).not.toContain(KEY.slice(0, 12));
      expect(printed).toEqual([]);
    }
  });

  it('that a connector repeats reaches neither its step nor the answer', async () => {
    const { url } = await serve(async (request) => {
      const message = `who is ${request.headers.get('authorization')}?`;
      return Response.json({
        jsonrpc: '2.0',
        id: await idOf(request),
        error: { code: -32_000, message },
      });
    });
    const transport = { kind: 'http', url, token_from: 'TEST_KEY' };
    const { log, main } = await start([], { transport });
    const { body } = await main.send({
      script: [{ echo: 'given' }],
      attachments: { mcp_server_ids: [CONNECTOR] },
    });
    expect(await log.line('connector failed')).toHaveProperty('causes');
    expect(JSON.stringify(body)).not.toContain(KEY);
    expect(log.lines.join('')).not.toContain(KEY);
  });
});

async function idOf(request: Request): Promise<unknown> {
  const message: { id?: unknown } = JSON.parse(await request.text());
  return message.id;
}

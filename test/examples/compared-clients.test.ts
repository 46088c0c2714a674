import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Anthropic, * as anthropic from '@anthropic-ai/sdk';
import { DefaultChatTransport } from 'ai';
import OpenAI, * as openai from 'openai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import * as errors from '../../src/client/errors.ts';
import { createClient } from '../../src/client/index.ts';
import { withLog } from '../../src/client/log.ts';
import { CHAT } from '../client/harness/wire.ts';
import { events, json, lost, type Reply, script, WIRE } from './scripted-services.ts';

const TOKEN = 'token-of-the-back-office';
const TURN = { content: 'When do we open?' };

const ours = (fetch: typeof globalThis.fetch) =>
  createClient({ baseUrl: 'https://service.test', token: TOKEN, fetch });
const viaOpenai = (fetch: typeof globalThis.fetch, options = {}) =>
  new OpenAI({ apiKey: TOKEN, fetch, ...options });
const viaAnthropic = (fetch: typeof globalThis.fetch, options = {}) =>
  new Anthropic({ apiKey: TOKEN, fetch, ...options });
const viaAiSdk = (fetch: typeof globalThis.fetch) =>
  new DefaultChatTransport({
    api: 'https://page.test/chat',
    headers: { authorization: `Bearer ${TOKEN}` },
    fetch,
  });

const chatBody = { model: 'a', messages: [] };
const messageBody = { model: 'a', max_tokens: 1, messages: [] };
const pageMessage = { id: '1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] };
const submit = {
  chatId: CHAT,
  messages: [pageMessage],
  abortSignal: undefined,
  trigger: 'submit-message' as const,
  messageId: undefined,
};

type Column = 'openai' | 'anthropic' | 'aiSdk' | 'ours';
type Try = () => Promise<boolean>;

/** Whether something succeeds. */
const succeeds = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  );

async function drain(source: AsyncIterable<unknown> | ReadableStream<unknown>): Promise<void> {
  for await (const _ of source as AsyncIterable<unknown>);
}

/** Whether the message of what is thrown has the token. */
const hides = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    (error: Error) => !error.message.includes(TOKEN),
  );

const has = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => typeof Object(value)[name] === 'function');

/** Whether the client writes lines, without other options, if the variable asks for it. */
async function logsBy(
  variable: string,
  call: (fetch: typeof globalThis.fetch) => Promise<unknown>,
  answer: unknown,
) {
  vi.stubEnv(variable, 'debug');
  const lines = (['debug', 'info', 'log'] as const).map((name) =>
    vi.spyOn(console, name).mockClear().mockReturnValue(),
  );
  await call(script(json(answer)).fetch);
  return lines.some(({ mock }) => mock.calls.length > 0);
}

const echo = json({ error: { message: `wrong: ${TOKEN}` }, message: `wrong: ${TOKEN}` }, 400);
const busy = json({ error: { message: 'slow down' } }, 429, { 'x-should-retry': 'false' });

/** What each client does, by the row of the table. */
const FEATURES: Readonly<Record<string, Readonly<Record<Column, Try>>>> = {
  'A lost answer to a send does not run it twice': {
    ours: async () => {
      const { fetch, sent } = script(lost, json(WIRE.ours.answer));
      await ours(fetch).turns.send(CHAT, TURN);
      const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
      return sent.length === 2 && keys[0] !== null && keys[0] === keys[1];
    },
    openai: () =>
      sendsOnceOrWithKey((fetch) => viaOpenai(fetch).chat.completions.create(chatBody), WIRE.openai.answer),
    anthropic: () =>
      sendsOnceOrWithKey((fetch) => viaAnthropic(fetch).messages.create(messageBody), WIRE.anthropic.answer),
    // It does not repeat, and the person sends the message again.
    aiSdk: () =>
      sendsOnceOrWithKey(async (fetch) => {
        await viaAiSdk(fetch)
          .sendMessages(submit)
          .catch(() => {});
        await viaAiSdk(fetch).sendMessages(submit);
      }, {}),
  },
  'A stream that breaks off is not taken for a whole one': {
    ours: () => {
      const { fetch } = script(events(WIRE.ours.cut), events(WIRE.ours.whole));
      return succeeds(ours(fetch).turns.stream(CHAT, TURN).final());
    },
    openai: async () =>
      !(await succeeds(
        viaOpenai(script(events(WIRE.openai.cut)).fetch)
          .chat.completions.create({ ...chatBody, stream: true })
          .then(drain),
      )),
    anthropic: async () =>
      !(await succeeds(
        viaAnthropic(script(events(WIRE.anthropic.cut)).fetch)
          .messages.create({ ...messageBody, stream: true })
          .then(drain),
      )),
    aiSdk: async () =>
      !(await succeeds(
        viaAiSdk(script(events(WIRE.aiSdk.cut)).fetch)
          .sendMessages(submit)
          .then(drain),
      )),
  },
  'Status and headers of a stream: `withResponse()`': {
    ours: async () => {
      const stream = ours(script(events(WIRE.ours.whole)).fetch).turns.stream(CHAT, TURN);
      const { response, data } = await stream.withResponse();
      await drain(data);
      return response.status === 200;
    },
    openai: async () => {
      const call = viaOpenai(script(events(WIRE.openai.whole)).fetch).chat.completions.create({
        ...chatBody,
        stream: true,
      });
      const { response, data } = await call.withResponse();
      await drain(data);
      return response.status === 200;
    },
    anthropic: async () => {
      const stream = viaAnthropic(script(events(WIRE.anthropic.whole)).fetch).messages.stream(messageBody);
      stream.done().catch(() => {});
      const { response, data } = await stream.withResponse();
      await succeeds(drain(data));
      return response.status === 200;
    },
    aiSdk: async () =>
      has(await viaAiSdk(script(events(WIRE.aiSdk.whole)).fetch).sendMessages(submit), 'withResponse'),
  },
  'Pages by hand: `hasNextPage()` and the next page': {
    ours: async () => {
      const first = await ours(script(json(WIRE.ours.list(1)), json(WIRE.ours.list(2))).fetch).chats.list();
      return first.hasNextPage() && !(await first.nextPage()).hasNextPage();
    },
    openai: async () => {
      const replies = [json(WIRE.openai.list(1)), json(WIRE.openai.list(2))];
      const first = await viaOpenai(script(...replies).fetch).files.list();
      return first.hasNextPage() && !(await first.getNextPage()).hasNextPage();
    },
    anthropic: async () => {
      const replies = [json(WIRE.anthropic.list(1)), json(WIRE.anthropic.list(2))];
      const first = await viaAnthropic(script(...replies).fetch).models.list();
      return first.hasNextPage() && !(await first.getNextPage()).hasNextPage();
    },
    aiSdk: async () => has(viaAiSdk(fetch), 'list'),
  },
  'A log by an environment variable': {
    ours: () =>
      logsBy(
        'CONVERSATION_API_LOG',
        (fetch) =>
          createClient(withLog({ baseUrl: 'https://service.test', token: TOKEN, fetch })).chats.list(),
        WIRE.ours.list(2),
      ),
    openai: () => logsBy('OPENAI_LOG', (fetch) => viaOpenai(fetch).files.list(), WIRE.openai.list(2)),
    anthropic: () =>
      logsBy('ANTHROPIC_LOG', (fetch) => viaAnthropic(fetch).models.list(), WIRE.anthropic.list(2)),
    aiSdk: () => logsBy('AI_SDK_LOG', (fetch) => viaAiSdk(fetch).sendMessages(submit), {}),
  },
  'Requests that the library does not know': {
    ours: () => succeeds(ours(script(json({})).fetch).request({ method: 'GET', path: '/api/v2/reports' })),
    openai: () => succeeds(viaOpenai(script(json({})).fetch).get('/reports')),
    anthropic: () => succeeds(viaAnthropic(script(json({})).fetch).get('/v1/reports')),
    aiSdk: async () => has(viaAiSdk(fetch), 'request') || has(viaAiSdk(fetch), 'get'),
  },
  'A class for each kind of failure': {
    ours: async () =>
      (await failureOf(
        createClient({
          baseUrl: 'https://service.test',
          token: TOKEN,
          maxRetries: 0,
          fetch: script(busy).fetch,
        }).chats.list(),
      )) instanceof errors.RateLimitError,
    openai: async () =>
      (await failureOf(viaOpenai(script(busy).fetch).files.list())) instanceof openai.RateLimitError,
    anthropic: async () =>
      (await failureOf(viaAnthropic(script(busy).fetch).models.list())) instanceof anthropic.RateLimitError,
    aiSdk: async () => {
      const classOf = async (reply: Reply) =>
        Object(await failureOf(viaAiSdk(script(reply).fetch).sendMessages(submit))).constructor;
      return (await classOf(busy)) !== (await classOf(json({}, 404)));
    },
  },
  'The token is masked in messages': {
    ours: () => hides(ours(script(echo).fetch).chats.list().then()),
    openai: () => hides(viaOpenai(script(echo).fetch).files.list().then()),
    anthropic: () => hides(viaAnthropic(script(echo).fetch).models.list().then()),
    aiSdk: () => hides(viaAiSdk(script(echo).fetch).sendMessages(submit)),
  },
  'The first failure of a call says what it was doing': {
    ours: () => names(ours(script(json({}, 404)).fetch).chats.get(CHAT), /GET .*chats/),
    openai: () => names(viaOpenai(script(json({}, 404)).fetch).files.retrieve('a'), /GET|files/),
    anthropic: () => names(viaAnthropic(script(json({}, 404)).fetch).models.retrieve('a'), /GET|models/),
    aiSdk: () => names(viaAiSdk(script(json({}, 404)).fetch).sendMessages(submit), /POST|chat/),
  },
  'Two readers of one stream: `tee()`': {
    ours: async () => has(ours(fetch).turns.stream(CHAT, TURN), 'tee'),
    openai: async () =>
      has(
        await viaOpenai(script(events(WIRE.openai.whole)).fetch).chat.completions.create({
          ...chatBody,
          stream: true,
        }),
        'tee',
      ),
    anthropic: async () =>
      has(
        await viaAnthropic(script(events(WIRE.anthropic.whole)).fetch).messages.create({
          ...messageBody,
          stream: true,
        }),
        'tee',
      ),
    aiSdk: async () =>
      has(await viaAiSdk(script(events(WIRE.aiSdk.whole)).fetch).sendMessages(submit), 'tee'),
  },
  'Other defaults for some calls: `withOptions()`': {
    ours: async () => has(ours(fetch), 'withOptions'),
    openai: async () => has(viaOpenai(fetch), 'withOptions'),
    anthropic: async () => has(viaAnthropic(fetch), 'withOptions'),
    aiSdk: async () => has(viaAiSdk(fetch), 'withOptions'),
  },
};

const failureOf = (promise: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(promise).then(
    () => undefined,
    (error: unknown) => error,
  );

const names = async (promise: PromiseLike<unknown>, pattern: RegExp) =>
  pattern.test(String(await failureOf(promise)));

/** Whether all requests of a send whose first answer is lost have the same key, or there is only one request. */
async function sendsOnceOrWithKey(
  send: (fetch: typeof globalThis.fetch) => Promise<unknown>,
  answer: unknown,
) {
  const { fetch, sent } = script(lost, json(answer));
  await succeeds(send(fetch));
  const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
  return sent.length === 1 || (keys.size === 1 && !keys.has(null));
}

/** The rows of the table in docs/client.md that this file runs. */
function documented(): Readonly<Record<string, readonly string[]>> {
  const page = readFileSync(resolve(repositoryRoot, 'docs/client.md'), 'utf8');
  const [, chapter = ''] = page.split('\nWhat a run of all four shows:\n');
  const [table = ''] = chapter.trimStart().split('\n\n');
  const rows = table.split('\n').slice(2);
  return Object.fromEntries(
    rows.map((row) => {
      const [name = '', ...cells] = row.slice(2, -2).split(' | ');
      return [name, cells];
    }),
  );
}

describe('the table of what clients do', () => {
  beforeEach(() => {
    // Each client waits before it repeats.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('has the rows of this test', () => {
    expect(Object.keys(documented())).toEqual(Object.keys(FEATURES));
  });

  it.each(Object.entries(FEATURES))('is right: %s', async (name, tries) => {
    const found: string[] = [];
    for (const column of ['openai', 'anthropic', 'aiSdk', 'ours'] as const) {
      const result = tries[column]();
      await vi.advanceTimersByTimeAsync(30_000);
      found.push((await result) ? 'yes' : 'no');
    }
    expect(found).toEqual(documented()[name]);
  });
});

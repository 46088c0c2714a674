import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import type * as validators from '../../generated/validators.js';
import type * as aiSdk from '../../src/adapters/ai-sdk.ts';
import type * as adapter from '../../src/adapters/fetch.ts';
import type * as relayForExpress from '../../src/adapters/relay/express.ts';
import type * as relayForFastify from '../../src/adapters/relay/fastify.ts';
import * as relayForFetch from '../../src/adapters/relay/fetch.ts';
import type * as relayForHono from '../../src/adapters/relay/hono.ts';
import type * as relayForNext from '../../src/adapters/relay/next.ts';
import type * as reference from '../../src/alterations/index.ts';
import * as errors from '../../src/client/errors.ts';
import type * as follow from '../../src/client/follow.ts';
import * as client from '../../src/client/index.ts';
import type * as log from '../../src/client/log.ts';
import type * as relay from '../../src/client/relay.ts';
import type * as conformance from '../../src/conformance/index.ts';
import { listen } from '../listen.ts';

type Use<Entry> = (entry: Entry, url: string) => Promise<unknown>;
type Uses<Entry> = Readonly<Record<string, Use<Entry>>>;

const TOKEN = 'harbor-main';
const MIB = 1024 * 1024;

const useClient: Uses<typeof client> = {
  async createClient({ createClient }, url) {
    const { chats, turns, catalog } = createClient({ baseUrl: url, token: TOKEN });
    const chat = await chats.create({ name: 'Opening hours' });
    await turns.send(chat.id, { content: 'When do you open?', permission_mode: 'auto' });
    await Promise.all([chats.list(), catalog.get()]);
    await chats.delete(chat.id);
  },
  async TurnStream({ createClient }, url) {
    const { turns } = createClient({ baseUrl: url, token: TOKEN });
    const turn = { content: 'When do you open?', permission_mode: 'auto' } as const;
    for await (const _ of turns.stream(crypto.randomUUID(), turn));
    for await (const _ of turns.stream(crypto.randomUUID(), turn)) break;
    await turns.stream(crypto.randomUUID(), turn).final();
    const given = new AbortController();
    for await (const event of turns.stream(crypto.randomUUID(), turn, { signal: given.signal })) {
      if (event.type === 'message.start') break;
    }
    given.abort();
  },
  async ConversationApiError({ createClient, ConversationApiError }, url) {
    const refused = createClient({ baseUrl: url, token: 'unknown', maxRetries: 0 });
    const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1', token: TOKEN, maxRetries: 0 });
    for (const { chats } of [refused, unreachable]) {
      await rejects(chats.list(), ConversationApiError);
    }
    const stopped = AbortSignal.abort(new RangeError('stopped'));
    await rejects(
      createClient({ baseUrl: url, token: TOKEN }).chats.list({}, { signal: stopped }),
      RangeError,
    );
  },
};

const TURN = { content: 'When do you open?', permission_mode: 'auto' } as const;

/** A turn of the server, as a relaying server passes it on. */
function relayed(url: string): ReadableStream<Uint8Array> {
  const { turns } = client.createClient({ baseUrl: url, token: TOKEN });
  return turns.stream(crypto.randomUUID(), TURN).toReadableStream();
}

const useRelay: Uses<typeof relay> = {
  readRelayedTurn: ({ readRelayedTurn }, url) => readRelayedTurn(relayed(url)).final(),
  async ConversationApiError({ readRelayedTurn, ConversationApiError }) {
    const cut = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
    await rejects(readRelayedTurn(cut).final(), ConversationApiError);
  },
  async createRelayClient({ createRelayClient }, url) {
    const handle = relayForFetch.fetchRelay(settingsFor(url));
    const page = createRelayClient({
      url: 'http://site.test/relay',
      fetch: (target, init) => handle(new Request(target, init)),
    });
    await page.stream(crypto.randomUUID(), TURN).final();
    for await (const _ of page.stream(crypto.randomUUID(), TURN)) break;
    await rejects(page.interactions.cancelTurn('no id', {}), Error);
  },
};

type Handle = (request: Request) => Promise<Response>;

const settingsFor = (url: string): relayForFetch.RelaySettings => ({
  client: client.createClient({ baseUrl: url, token: TOKEN }),
  mayUse: () => true,
});

/** Sends a turn through a relay, and leaves another one in the middle. */
async function useRelayed(handle: Handle): Promise<void> {
  const ask = () => {
    const body = JSON.stringify({ chatId: crypto.randomUUID(), turn: TURN });
    const headers = { 'content-type': 'application/json' };
    return handle(new Request('http://site.test/', { method: 'POST', headers, body }));
  };
  await (await ask()).text();
  await (await ask()).body?.cancel();
}

/** Uses a relay that a server of Node serves. */
async function useServed(server: Server): Promise<void> {
  const { url, close } = await listen(server);
  await useRelayed((request) => fetch(url, new Request(request)));
  await close();
}

const useRelayForFetch: Uses<typeof relayForFetch> = {
  fetchRelay: ({ fetchRelay }, url) => useRelayed(fetchRelay(settingsFor(url))),
};

const useRelayForNext: Uses<typeof relayForNext> = {
  nextRelay: ({ nextRelay }, url) => useRelayed(nextRelay(settingsFor(url)).POST),
};

const useRelayForHono: Uses<typeof relayForHono> = {
  async honoRelay({ honoRelay }, url) {
    const handle = honoRelay(settingsFor(url));
    await useRelayed((raw) => handle({ req: { raw } }));
  },
};

const useRelayForExpress: Uses<typeof relayForExpress> = {
  async expressRelay({ expressRelay }, url) {
    const handle = expressRelay(settingsFor(url));
    await useServed(
      createServer((request, response) => {
        const { url: originalUrl = '/', method = 'GET' } = request;
        void handle(Object.assign(request, { originalUrl, method, protocol: 'http' }), response, () => {});
      }),
    );
  },
};

const useRelayForFastify: Uses<typeof relayForFastify> = {
  async fastifyRelay({ fastifyRelay }, url) {
    const app = fastify();
    app.register(fastifyRelay(settingsFor(url)));
    await app.ready();
    await useServed(app.server);
  },
};

const useFollow: Uses<typeof follow> = {
  async follow({ follow, WAITING }, url) {
    const { turns } = client.createClient({ baseUrl: url, token: TOKEN });
    let state = WAITING;
    for await (const event of turns.stream(crypto.randomUUID(), TURN)) state = follow(state, event);
    if (state.status !== 'completed') throw new Error(`the turn is ${state.status}`);
  },
  answered: async ({ answered, WAITING }) => answered(WAITING, 'an id'),
};

const useErrors: Uses<never> = Object.fromEntries(
  Object.entries(errors).map(([name, each]) => [
    name,
    async () => {
      if (new client.ConversationApiError({ kind: 'unknown', message: 'No.' }) instanceof each) return;
      new (each as typeof errors.RateLimitError)({ message: 'No.' });
    },
  ]),
);

const useLog: Uses<typeof log> = {
  async withLog({ withLog }, url) {
    const lines: string[] = [];
    const logger = { info: (line: string) => void lines.push(line) };
    const options = withLog({ baseUrl: url, token: TOKEN }, { logger, level: 'debug' });
    await client.createClient(options).catalog.get();
    if (lines.length !== 1) throw new Error(`the log has ${lines.length} lines`);
  },
};

const useFetch: Uses<typeof adapter> = {
  async createFetchClient({ createFetchClient }, url) {
    const { data } = await createFetchClient({ baseUrl: url, token: TOKEN }).GET('/api/v1/chat/catalog');
    if (!data) throw new Error('no catalog');
  },
  async bearerToken({ bearerToken }) {
    bearerToken(TOKEN);
  },
  async idempotencyKey({ idempotencyKey }) {
    idempotencyKey();
  },
  async openEnvelope({ openEnvelope }) {
    openEnvelope();
  },
  async UnexpectedAnswerError({ UnexpectedAnswerError }, url) {
    const error = new UnexpectedAnswerError(new Request(url), new Response(), '');
    if (error.code !== 'unexpected-answer') throw error;
  },
};

const useAiSdk: Uses<typeof aiSdk> = {
  async ConversationTransport({ ConversationTransport }, url) {
    const { turns } = client.createClient({ baseUrl: url, token: TOKEN });
    const transport = new ConversationTransport({ stream: turns.stream });
    const message = { id: '1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] };
    const sent = {
      chatId: crypto.randomUUID(),
      messages: [message],
      abortSignal: new AbortController().signal,
    };
    for await (const _ of await transport.sendMessages(sent));
    for await (const _ of await transport.sendMessages(sent)) break;
  },
  toUIMessages: async ({ toUIMessages }) => toUIMessages([]),
  async openTurn({ openTurn }, url) {
    const message = { id: '1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] };
    const served = client.createClient({ baseUrl: url, token: TOKEN });
    const turn = await openTurn(served, { chatId: crypto.randomUUID(), messages: [message] });
    await turn.final();
  },
  async toUIMessageStream({ toUIMessageStream }, url) {
    const { turns } = client.createClient({ baseUrl: url, token: TOKEN });
    for await (const _ of toUIMessageStream(turns.stream(crypto.randomUUID(), TURN)));
    for await (const _ of toUIMessageStream(turns.stream(crypto.randomUUID(), TURN))) break;
  },
};

const useValidators: Uses<typeof validators> = {
  accepts: async ({ accepts }) => validateExamples(accepts),
  matchesContract: async ({ matchesContract }) => validateExamples(matchesContract),
};

const useConformance: Uses<typeof conformance> = {
  async judge({ judge }) {
    const recordings = new URL('../recordings/', import.meta.url);
    for (const folder of ['valid', 'broken']) {
      for (const name of readdirSync(new URL(folder, recordings))) {
        const bytes = readFileSync(new URL(`${folder}/${name}`, recordings));
        await judge(bytes, { name, format: 'sse' });
        await judge(inPieces(gzipSync(bytes)), { format: 'sse', isPartial: true });
      }
    }
    // So large that the command would collect garbage, and that the text is hashed.
    const delta = `event: message.delta\ndata: ${JSON.stringify({ text: 'x'.repeat(MIB), replace: false })}\n\n`;
    await judge(delta.repeat(8), { permissionMode: 'auto' });
    await judge(delta.repeat(2), { eventBytes: 1000 });
    await judge('{"recording":1}\n{"exchange":0,"at":0,"request":{"method":"GET","path":"/api/v1/chats"}}\n');
    await judge('{"log":{"entries":[]}}', { format: 'har' });
  },
  async InputError({ judge, InputError }) {
    await rejects(judge('neither'), InputError);
    await rejects(judge(Uint8Array.of(0x1f, 0x8b, 8, 0, 0)), InputError);
    await rejects(judge('{"recording":2}', { format: 'recording' }), InputError);
  },
  async basicProfile({ basicProfile }, url) {
    basicProfile(url, TOKEN);
  },
  async readProfile({ readProfile }) {
    readProfile(readFileSync(new URL('../../spec/profiles/reference.yaml', import.meta.url), 'utf8'), {
      target: 'http://127.0.0.1:4010',
      token: TOKEN,
      environment: {},
    });
  },
  async ProfileError({ readProfile, basicProfile, ProfileError }) {
    throws(() => readProfile('profile: 1\nresource: {}'), ProfileError);
    throws(() => readProfile('{'), ProfileError);
    throws(() => basicProfile('nowhere', TOKEN), ProfileError);
  },
  async planRun({ planRun, basicProfile }, url) {
    planRun(basicProfile(url, TOKEN), { only: ['chats'], isFast: true, shard: { index: 1, count: 2 } });
  },
  async runSuite({ runSuite, planRun, basicProfile, TargetError }, url) {
    const profile = basicProfile(url, TOKEN);
    const plan = planRun(profile, { only: ['chats', 'catalog', 'stream'], isFast: true });
    await runSuite({ profile, plan, concurrency: 8 });
    const stop = new AbortController();
    await runSuite({ profile, plan, signal: stop.signal, onOutcome: () => stop.abort() });
    const nobody = basicProfile('http://127.0.0.1:1', TOKEN);
    await rejects(runSuite({ profile: nobody, plan: planRun(nobody, { only: ['catalog'] }) }), TargetError);
  },
  async TargetError({ basicProfile, runSuite, TargetError }, url) {
    await rejects(runSuite({ profile: basicProfile(url, 'unknown') }), TargetError);
  },
  async SelectionError({ basicProfile, planRun, SelectionError }, url) {
    throws(() => planRun(basicProfile(url, TOKEN), { only: ['nothing.of.the.kind'] }), SelectionError);
  },
  async conformanceTests({ basicProfile, conformanceTests, planRun }, url) {
    const profile = basicProfile(url, TOKEN);
    const tests = conformanceTests({
      profile,
      plan: planRun(profile, { only: ['catalog', 'chats.delete'] }),
    });
    for (const test of tests) if (test.skip === undefined) await test.run();
  },
  async ConformanceError({ readProfile, conformanceTests, planRun, ConformanceError }, url) {
    // The server refuses nothing to a credential that only the profile calls restricted.
    const text =
      'profile: 1\ncredentials: { main: { token_env: A }, no_scope:skills:write: { token_env: B } }\n';
    const profile = readProfile(text, {
      target: url,
      token: TOKEN,
      environment: { A: TOKEN, B: 'harbor-second' },
    });
    const [test] = conformanceTests({ profile, plan: planRun(profile, { only: ['skills.create.scope'] }) });
    await rejects(Promise.resolve(test?.run()), ConformanceError);
  },
  async clientJourneys({ clientJourneys, ConformanceError }) {
    const { startReferenceServer } = await import('../../src/alterations/index.ts');
    const driver = async () => ({});
    const [journey] = clientJourneys({ serve: startReferenceServer, driver });
    await rejects(Promise.resolve(journey?.run()), ConformanceError);
  },
  async exitOf({ exitOf, judge }) {
    exitOf(await judge('event: ping\ndata: {}\n\n'), { failsOnWarning: true });
  },
};

const useReference: Uses<typeof reference> = {
  async startReferenceServer({ startReferenceServer }) {
    const server = await startReferenceServer({ timeScale: 100, faults: true });
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const send = (path: string, body: unknown) =>
      fetch(`${server.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const turn = { content: 'When do you open?', permission_mode: 'auto' };
    const chat = `/chats/${crypto.randomUUID()}/messages`;
    await (await send(chat, turn)).text();
    await (await send(`${chat}/stream`, { ...turn, permission_mode: 'manual' })).text();
    await (await fetch(`${server.url}/api/v1/chats`, { headers })).text();
    // `close` ends this turn, whose stream is not read.
    const script = '```script\n[{"say": "Wait"}, {"wait": 600000}]\n```';
    await send(`/chats/${crypto.randomUUID()}/messages/stream`, { ...turn, content: script });
    await server.close();
    const wrong = await startReferenceServer({ seed: 'companies: 1' }).catch((error: unknown) => error);
    if (!(wrong instanceof Error)) throw new Error('a wrong seed was accepted');
  },
};

/** A real use of each function that the package exports, by entry. */
export const USES: Readonly<Record<string, Uses<never>>> = {
  '.': useClient,
  './client': useClient,
  './events': {},
  './relay': useRelay,
  './relay/fetch': useRelayForFetch,
  './relay/next': useRelayForNext,
  './relay/hono': useRelayForHono,
  './relay/express': useRelayForExpress,
  './relay/fastify': useRelayForFastify,
  './follow': useFollow,
  './errors': useErrors,
  './log': useLog,
  './fetch': useFetch,
  './ai-sdk': useAiSdk,
  './validators': useValidators,
  './conformance': useConformance,
  './reference': useReference,
};

function validateExamples(table: object): void {
  const examples = new URL('../../spec/examples/', import.meta.url);
  for (const [type, validate] of Object.entries(table) as [string, (value: unknown) => boolean][]) {
    validate(null);
    const folder = new URL(`${type}/`, examples);
    for (const name of readdirSync(examples).includes(type) ? readdirSync(folder) : []) {
      validate(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
    }
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}

type ErrorClass = abstract new (...args: never[]) => Error;

async function rejects(promise: Promise<unknown>, kind: ErrorClass): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof kind)) throw new Error(`expected ${kind.name}, not ${error}`);
}

function throws(work: () => unknown, kind: ErrorClass): void {
  try {
    work();
  } catch (error) {
    if (error instanceof kind) return;
    throw error;
  }
  throw new Error(`expected ${kind.name}`);
}

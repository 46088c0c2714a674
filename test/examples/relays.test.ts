import { createServer, type RequestListener, type Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startReferenceServer } from '../../src/alterations/index.ts';
import { createClient, type TurnStream } from '../../src/client/index.ts';
import { readRelayedTurn } from '../../src/client/relay.ts';
import type { Script } from '../../src/rig/script/act.ts';
import { carryScript } from '../../src/rig/script/render-script.ts';
import { listen } from '../listen.ts';
import { buildExamples, type ExampleProject } from './example-project.ts';
import { NextSite } from './next-site.ts';

type Handler = (request: Request) => Promise<Response>;
type Relay = Readonly<Record<'turns' | 'answers', Handler>>;

/** The examples, with the frameworks that they use. */
interface Relays {
  createClient: typeof createClient;
  relayTurns(client: object, rules: object): Relay;
  relayWithHono(relay: Relay): { readonly fetch: Handler };
  relayWithFastify(relay: Relay): { ready(): Promise<unknown>; readonly server: Server };
  relayWithExpress(relay: Relay): RequestListener;
  getRequestListener(handler: Handler): RequestListener;
}

/** A site that listens. */
interface Site {
  readonly url: string;
  close(): Promise<void>;
}

let project: ExampleProject;
let server: Awaited<ReturnType<typeof startReferenceServer>>;
let relays: Relays;
let relay: Relay;
let next: NextSite;

beforeAll(async () => {
  project = await buildExamples();
  server = await startReferenceServer({ timeScale: 20 });
  relays = await import(pathToFileURL(await project.bundle('examples/test/relays.ts', 'node')).href);
  relay = relays.relayTurns(relays.createClient({ baseUrl: server.url, token: 'harbor-main' }), {
    mayUse: async ({ headers }: Request) => headers.has('cookie'),
    turnFor: (content: string) => ({ content }),
  });
  next = await NextSite.build(project, 'examples/relay');
});

afterAll(async () => {
  await server?.close();
  project?.remove();
});

/** How to start a site with each framework. */
const FRAMEWORKS: Readonly<Record<string, () => Promise<Site>>> = {
  hono: () => listen(createServer(relays.getRequestListener(relays.relayWithHono(relay).fetch))),
  async fastify() {
    const app = relays.relayWithFastify(relay);
    await app.ready();
    return listen(app.server);
  },
  express: () => listen(createServer(relays.relayWithExpress(relay))),
  next: () => next.start({ SERVICE_URL: server.url, SERVICE_TOKEN: 'harbor-main' }),
};

const script = (...acts: Script) => carryScript('Hello', acts);

describe.each(Object.entries(FRAMEWORKS))('the relay with %s', (_, start) => {
  async function open(): Promise<(content: string, chatId?: string) => Promise<Response>> {
    const site = await start();
    onTestFinished(site.close);
    const headers = { 'content-type': 'application/json', cookie: 'session=1' };
    return (content, chatId = crypto.randomUUID()) => {
      const body = JSON.stringify({ chatId, content });
      return fetch(`${site.url}/turns`, { method: 'POST', headers, body });
    };
  }

  const read = ({ body }: Response): TurnStream => {
    if (!body) throw new Error('no stream');
    return readRelayedTurn(body);
  };

  it('passes a turn on, and a refusal', async () => {
    const send = await open();
    expect(await read(await send(script({ say: 'We open at ten.' }))).text()).toBe('We open at ten.');
    const refused = await send('Hello', 'no-id');
    expect([refused.ok, await refused.json()]).toEqual([false, { kind: expect.any(String) }]);
  });

  it('leaves nothing open when the page leaves in the middle, and its turn continues', async () => {
    const send = await open();
    const chatId = crypto.randomUUID();
    const turn = read(await send(script({ say: 'One moment. ' }, { hang: true }), chatId));
    for await (const { type } of turn) if (type === 'message.delta') break;
    const streams = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      return /^conversation_api_streams_open (\d+)$/m.exec(metrics)?.[1];
    };
    await expect.poll(streams).toBe('0');
    const { interactions } = createClient({ baseUrl: server.url, token: 'harbor-main' });
    expect(await interactions.cancelTurn(chatId, {})).toMatchObject({ cancelled: true });
  });
});

it('shows activity while it waits for the outcome of a turn that is read again', async () => {
  const client = createClient({ baseUrl: server.url, token: 'harbor-main' });
  const { turns } = relays.relayTurns(relays.createClient({ baseUrl: server.url, token: 'harbor-main' }), {
    mayUse: async () => true,
    turnFor: (content: string) => ({ content }),
    silence: 20,
  });
  const chatId = crypto.randomUUID();
  const turn = client.turns.stream(chatId, { content: script({ say: 'One moment. ' }, { hang: true }) });
  for await (const { type } of turn) if (type === 'message.delta') break;

  const content = script({ say: 'One moment. ' }, { hang: true });
  const body = JSON.stringify({ chatId, content, idempotencyKey: turn.idempotencyKey });
  const headers = { 'content-type': 'application/json' };
  const answer = await turns(new Request('http://site.test/turns', { method: 'POST', headers, body }));
  const [signs, events] = answer.body?.tee() ?? [];
  const { value } = (await signs?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toMatch(/^: .*\n\n$/);
  await turn.cancel();
  expect(await (events && readRelayedTurn(events).final())).toMatchObject({ status: 'cancelled' });
});

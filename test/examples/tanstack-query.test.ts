import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type * as adapter from '../../src/adapters/fetch.ts';
import { startReferenceServer } from '../../src/alterations/index.ts';
import { createClient } from '../../src/client/index.ts';
import { buildExamples, type ExampleProject } from './example-project.ts';

interface Variables {
  readonly chatId: string;
  readonly content: string;
  readonly key: string;
}

interface Mutation {
  readonly mutationFn: (variables: Variables) => Promise<unknown>;
  readonly retry: (failures: number, error: Error) => boolean;
}

interface QueryClient {
  setMutationDefaults(key: readonly string[], options: object): void;
  resumePausedMutations(): Promise<unknown>;
  getMutationCache(): {
    getAll(): readonly { readonly state: { readonly status: string; readonly isPaused: boolean } }[];
  };
}

/** The bundle of the example, with the real libraries. */
interface Example {
  readonly QueryClient: new () => QueryClient;
  readonly MutationObserver: new (
    client: QueryClient,
    options: object,
  ) => {
    mutate(variables: unknown): Promise<{ readonly content: string }>;
    getCurrentResult(): { readonly failureCount: number };
  };
  readonly QueryClientProvider: unknown;
  readonly onlineManager: { setOnline(isOnline: boolean): void };
  readonly dehydrate: (client: QueryClient) => unknown;
  readonly hydrate: (client: QueryClient, state: unknown) => void;
  readonly ky: (request: Request, options: object) => Promise<Response>;
  readonly createElement: (type: unknown, props: object, ...children: unknown[]) => unknown;
  readonly renderToString: (element: unknown) => string;
  readonly SendForm: unknown;
  readonly createFetchClient: typeof adapter.createFetchClient;
  readonly sendTurn: (client: adapter.FetchClient) => Mutation;
  readonly turnToSend: (chatId: string, content: string) => Variables;
  readonly TurnFailedError: new (status: number, code: string) => Error;
}

const TOKEN = 'harbor-main';
const TURN = '/api/v1/chats/{chat_id}/messages';

let project: ExampleProject;
let example: Example;
let server: Awaited<ReturnType<typeof startReferenceServer>>;
let chatId: string;
let warnings: string[];
/** How many answers are still to be lost after they have arrived. */
let losses = 0;

beforeAll(async () => {
  project = await buildExamples();
  server = await startReferenceServer({ timeScale: 1000 });
  example = await import(pathToFileURL(await project.bundle('examples/test/tanstack-query.ts', 'node')).href);
});

beforeEach(() => {
  chatId = crypto.randomUUID();
  warnings = [];
});

afterAll(async () => {
  await server?.close();
  project?.remove();
});

/** The turn runs, but its answer does not arrive. */
async function lossy(request: Request): Promise<Response> {
  const response = await fetch(request);
  await response.clone().text();
  if (losses-- > 0) throw new TypeError('fetch failed');
  return response;
}

const fetchClient = (fetch: (request: Request) => Promise<Response> = lossy) =>
  example.createFetchClient({
    baseUrl: server.url,
    token: TOKEN,
    fetch,
    warn: (text) => warnings.push(text),
  });

/** A mutation whose repeats need not wait. */
const observe = (options: object) =>
  new example.MutationObserver(new example.QueryClient(), { ...options, retryDelay: 0 });

const turnsRun = async () =>
  (await createClient({ baseUrl: server.url, token: TOKEN }).turns.list(chatId)).data.length;

describe('a mutation that TanStack Query repeats', () => {
  it('runs the turn twice without a key in its variables, and the client warns', async () => {
    const client = fetchClient();
    losses = 1;
    await observe({
      retry: 1,
      mutationFn: async (content: string) => {
        const params = { path: { chat_id: chatId } };
        const { data } = await client.POST(TURN, { params, body: { content, permission_mode: 'auto' } });
        return data;
      },
    }).mutate('Hello');
    expect(await turnsRun()).toBe(2);
    expect(warnings).toEqual([expect.stringContaining('the turn can run twice')]);
  });

  it('runs the turn once with the example, however many answers are lost', async () => {
    losses = 3;
    const { content } = await observe(example.sendTurn(fetchClient())).mutate(
      example.turnToSend(chatId, 'Hello'),
    );
    expect([typeof content, await turnsRun(), losses, warnings]).toEqual(['string', 1, -1, []]);
  });

  it('runs the turn once if a person tries it again with the same variables, and twice with other ones', async () => {
    const mutation = observe({ ...example.sendTurn(fetchClient()), retry: false });
    const turn = example.turnToSend(chatId, 'Hello');
    losses = 1;
    await expect(mutation.mutate(turn)).rejects.toThrow('fetch failed');
    await mutation.mutate(turn);
    expect(await turnsRun()).toBe(1);
    await mutation.mutate(example.turnToSend(chatId, 'Hello'));
    expect(await turnsRun()).toBe(2);
  });

  it('runs the turn once if the page is left during the repeats and restores the mutation', async () => {
    const { QueryClient, MutationObserver, onlineManager, dehydrate, hydrate } = example;
    const options = { ...example.sendTurn(fetchClient()), retryDelay: 0 };
    const before = new QueryClient();
    losses = 1;
    const first = new MutationObserver(before, {
      ...options,
      retry: () => {
        onlineManager.setOnline(false);
        return true;
      },
    });
    void first.mutate(example.turnToSend(chatId, 'Hello'));
    await expect.poll(() => before.getMutationCache().getAll()[0]?.state.isPaused).toBe(true);
    const stored = JSON.stringify(dehydrate(before));

    const after = new QueryClient();
    after.setMutationDefaults(['send-turn'], options);
    hydrate(after, JSON.parse(stored));
    // `before` is the page that is gone.
    Object(before).clear();
    onlineManager.setOnline(true);
    await after.resumePausedMutations();
    expect(after.getMutationCache().getAll()[0]?.state.status).toBe('success');
    expect(await turnsRun()).toBe(1);
  });

  it('is not repeated if the service has refused the turn or the turn has failed', () => {
    const { retry } = example.sendTurn(fetchClient());
    const failed = (code: string) => new example.TurnFailedError(409, code);
    expect(retry(0, failed('api_v1_chat_busy'))).toBe(false);
    expect(retry(9, failed('api_v1_turn_in_progress'))).toBe(true);
    expect([retry(3, new TypeError('fetch failed')), retry(4, new TypeError('fetch failed'))]).toEqual([
      true,
      false,
    ]);
  });

  it('fails with the code of the service', async () => {
    const turn = { ...example.turnToSend(chatId, ''), content: 'x'.repeat(2_000_000) };
    await expect(observe(example.sendTurn(fetchClient())).mutate(turn)).rejects.toThrow(/^4\d\d api_v1_/);
  });
});

it('a fetch that repeats below the client, such as ky, keeps the key that the client made', async () => {
  losses = 1;
  const retry = { limit: 1, methods: ['post'], delay: () => 0, retryOnTimeout: true };
  const client = fetchClient((request) =>
    example.ky(request, { retry, fetch: lossy, throwHttpErrors: false }),
  );
  const params = { path: { chat_id: chatId } };
  const { data } = await client.POST(TURN, { params, body: { content: 'Hello', permission_mode: 'auto' } });
  expect([typeof data?.content, await turnsRun(), losses]).toEqual(['string', 1, -1]);
});

it('the form of the example renders', () => {
  const { createElement, QueryClient, QueryClientProvider, SendForm } = example;
  const form = createElement(SendForm, { client: fetchClient(), chatId });
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, form);
  expect(example.renderToString(page)).toContain('Your message');
});

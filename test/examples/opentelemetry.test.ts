import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReferenceServer } from '../../src/alterations/index.ts';
import type * as client from '../../src/client/index.ts';
import type { Script } from '../../src/rig/script/act.ts';
import { carryScript } from '../../src/rig/script/render-script.ts';
import { buildExamples, type ExampleProject } from './example-project.ts';

interface Span {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number };
  spanContext(): { readonly traceId: string; readonly spanId: string };
}

interface Exporter {
  getFinishedSpans(): readonly Span[];
  reset(): void;
}

/** The bundle of the example with the real SDK of OpenTelemetry. */
interface Tracing {
  readonly api: {
    readonly trace: { setGlobalTracerProvider(provider: object): void; disable(): void };
    readonly propagation: { setGlobalPropagator(propagator: object): void; disable(): void };
  };
  readonly sdk: {
    readonly InMemorySpanExporter: new () => Exporter;
    readonly SimpleSpanProcessor: new (options: object) => object;
    readonly TracerProvider: new (options: object) => object;
  };
  readonly W3CTraceContextPropagator: new () => object;
  createClient: typeof client.createClient;
  traced(): Pick<client.ClientOptions, 'onRequest' | 'onResponse' | 'onEvent'>;
}

const ERROR = 2;
const script = (...acts: Script) => carryScript('Hello', acts);

describe('the recipe for OpenTelemetry', () => {
  let project: ExampleProject;
  let tracing: Tracing;
  let exporter: Exporter;
  let server: Awaited<ReturnType<typeof startReferenceServer>>;
  let calls: client.Client;
  const sent: Record<string, string>[] = [];
  /** Whether the connection is lost after the first bytes of an answer. */
  let isCut = false;
  const turns = () => exporter.getFinishedSpans().filter(({ name }) => name === 'chat');

  beforeAll(async () => {
    project = await buildExamples();
    server = await startReferenceServer({ timeScale: 100 });
    tracing = await import(pathToFileURL(await project.bundle('examples/test/tracing.ts', 'node')).href);
    const { api, sdk, W3CTraceContextPropagator } = tracing;
    exporter = new sdk.InMemorySpanExporter();
    const spanProcessors = [new sdk.SimpleSpanProcessor({ exporter })];
    api.trace.setGlobalTracerProvider(new sdk.TracerProvider({ spanProcessors }));
    api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    calls = tracing.createClient({
      baseUrl: server.url,
      token: 'harbor-main',
      maxRetries: 0,
      async fetch(url, init) {
        sent.push(init.headers);
        const response = await fetch(url, init);
        if (!isCut) return response;
        const { value } = (await response.body?.getReader().read()) ?? {};
        return new Response(value, response);
      },
      ...tracing.traced(),
    });
  });

  beforeEach(() => exporter.reset());

  afterAll(async () => {
    tracing?.api.trace.disable();
    tracing?.api.propagation.disable();
    await server?.close();
    project?.remove();
  });

  it('makes a span for each request, which the service can continue', async () => {
    await calls.catalog.get();
    const [span] = exporter.getFinishedSpans();
    expect(span).toMatchObject({
      name: 'GET /api/v1/chat/catalog',
      attributes: {
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'server.address': '127.0.0.1',
        'url.full': `${server.url}/api/v1/chat/catalog`,
        'url.template': '/api/v1/chat/catalog',
      },
    });
    const { traceId, spanId } = span?.spanContext() ?? {};
    expect(sent.at(-1)?.traceparent).toBe(`00-${traceId}-${spanId}-01`);
  });

  it('records why a request failed', async () => {
    await calls.chats.get(crypto.randomUUID()).catch(() => {});
    await calls.chats.list({}, { signal: AbortSignal.abort() }).then(
      () => {},
      () => {},
    );
    expect(exporter.getFinishedSpans()).toMatchObject([
      {
        attributes: { 'http.response.status_code': 404, 'error.type': 'not-found' },
        status: { code: ERROR },
      },
      { attributes: { 'error.type': 'AbortError' }, status: { code: ERROR } },
    ]);
  });

  it('makes a span for each streamed turn, with its tokens and its failure', async () => {
    const { id } = await calls.chats.create({});
    const send = (...acts: Script) =>
      calls.turns.stream(id, { content: script(...acts), permission_mode: 'auto' }).final();
    const { usage } = await send({ say: 'We open at ten.' });
    await send({ say: 'We ' }, { fail: 'outage' }).catch(() => {});
    expect(turns()).toMatchObject([
      {
        attributes: {
          'gen_ai.conversation.id': id,
          'gen_ai.operation.name': 'chat',
          'gen_ai.response.model': usage?.model,
          'gen_ai.usage.input_tokens': usage?.prompt_tokens,
          'gen_ai.usage.output_tokens': usage?.completion_tokens,
        },
      },
      { attributes: { 'error.type': 'turn-failed' }, status: { code: ERROR } },
    ]);
  });

  it('ends the span of a turn that is left or breaks off', async () => {
    const send = (content: string, options = {}) =>
      calls.turns.stream(crypto.randomUUID(), { content, permission_mode: 'auto' }, options);
    const hang = script({ say: 'One moment. ' }, { hang: true });
    for await (const { type } of send(hang)) if (type === 'message.delta') break;
    const stop = new AbortController();
    const aborted = send(hang, { signal: stop.signal }).on('message.delta', () => stop.abort());
    await aborted.final().catch(() => {});
    isCut = true;
    await send(hang)
      .final()
      .catch(() => {});
    expect(turns().map(({ attributes, status }) => [attributes['error.type'], status.code])).toEqual([
      ['stream-closed', ERROR],
      ['AbortError', ERROR],
      ['stream-truncated', ERROR],
    ]);
  });
});

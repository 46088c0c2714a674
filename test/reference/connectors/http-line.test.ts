import { createMcpHandler, fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { ConnectorFailure } from '../../../src/reference/connectors/connectors.ts';
import { createInProcessServer } from '../../../src/reference/connectors/in-process.ts';
import { findPort } from '../../find-port.ts';
import { barrierFor, callOf, declare, neverAborted, openConnectors } from './calling.ts';
import { serve } from './fetch-server.ts';
import { withSessions } from './with-sessions.ts';

const overHttp = (url: string) => declare({ kind: 'http', url });
const callsOf = async (requests: readonly Request[], method: string) => {
  const bodies = await Promise.all(requests.map((request) => request.clone().text()));
  return bodies.filter((body) => body.includes(`"method":"${method}"`));
};

describe('a server over Streamable HTTP', () => {
  it('gets the token from the environment variable that the seed names', async () => {
    const { handle } = withSessions(createInProcessServer);
    const { url, requests } = await serve((request) =>
      request.headers.get('authorization') === 'Bearer s3cret'
        ? handle(request)
        : new Response('who?', { status: 401 }),
    );
    const connector = declare({ kind: 'http', url, tokenFrom: 'DESK_TOKEN' });
    const toolsWith = (environment: NodeJS.ProcessEnv) =>
      openConnectors({ environment }).tools(connector, neverAborted());

    expect(await toolsWith({ DESK_TOKEN: 's3cret' })).toHaveLength(4);
    await expect(toolsWith({ DESK_TOKEN: 'stale' })).rejects.toThrow('did not accept its token (HTTP 401)');
    const count = requests.length;
    await expect(toolsWith({})).rejects.toThrow('has no token; set the environment variable DESK_TOKEN.');
    expect(requests).toHaveLength(count);
  });

  it('gets the headers whose values are in the environment', async () => {
    const { url, requests } = await serve(withSessions(createInProcessServer).handle);
    const connector = declare({ kind: 'http', url, headersFrom: { 'X-Api-Key': 'DESK_KEY' } });
    const toolsWith = (environment: NodeJS.ProcessEnv) =>
      openConnectors({ environment }).tools(connector, neverAborted());

    expect(await toolsWith({ DESK_KEY: ' s3cret\n' })).toHaveLength(4);
    expect(requests.map(({ headers }) => headers.get('x-api-key'))).toEqual(requests.map(() => 's3cret'));
    await expect(toolsWith({})).rejects.toThrow('has no X-Api-Key; set the environment variable DESK_KEY.');
    await expect(toolsWith({ DESK_KEY: 'a\r\nb' })).rejects.toThrow(
      'has no usable header X-Api-Key; the environment variable DESK_KEY holds characters that a header cannot contain.',
    );
  });

  it('that redirects is not followed, not even within its own origin', async () => {
    const { url, requests } = await serve(
      () => new Response(null, { status: 307, headers: { location: '/elsewhere' } }),
    );
    await expect(openConnectors().tools(overHttp(url), neverAborted())).rejects.toThrow(
      'sent a redirect (HTTP 307)',
    );
    expect(requests.filter((request) => request.url.endsWith('/elsewhere'))).toEqual([]);
  });

  it.each([
    ['500', () => new Response('secret detail', { status: 500 }), 'answered with HTTP 500'],
    [
      'a page',
      () => new Response('<h1>Hello</h1>', { headers: { 'content-type': 'text/html' } }),
      'does not speak MCP as expected',
    ],
    [
      'too much',
      () => Response.json({ text: 'x'.repeat(5e6) }),
      'sent a message or response of more than 4 MB',
    ],
    ['nothing in time', () => new Promise<Response>(() => {}), 'did not answer in time'],
  ])('that answers with %s fails with one line', async (_, answer, reason) => {
    const { url } = await serve(answer);
    const connectors = openConnectors(reason === 'did not answer in time' ? { patience: 300 } : {});
    const failure = connectors.tools(overHttp(url), neverAborted());
    await expect(failure).rejects.toThrow(ConnectorFailure);
    await expect(failure).rejects.toThrow(`The connector "tickets-1" ${reason}`);
    await expect(failure).rejects.not.toThrow('secret');
  });

  it('is abandoned while connecting when the turn is cancelled', async () => {
    const turn = new AbortController();
    const reason = new Error('the turn was cancelled');
    const { url } = await serve(() => {
      turn.abort(reason);
      return new Promise<Response>(() => {});
    });
    await expect(openConnectors().tools(overHttp(url), turn.signal)).rejects.toBe(reason);
  });

  it('that does not listen at its URL fails with one line', async () => {
    const connector = overHttp(`http://127.0.0.1:${await findPort()}/mcp`);
    await expect(openConnectors().tools(connector, neverAborted())).rejects.toThrow(
      'The connector "tickets-1" cannot be reached, since nothing listens at its URL; check its entry in the seed, and that its server runs.',
    );
  });

  it('that has lost its sessions gets a new session', async () => {
    const { handle, forget } = withSessions(createInProcessServer);
    const { url, requests } = await serve(handle);
    const connectors = openConnectors();
    const close = () => connectors.call(overHttp(url), callOf('close_ticket', { ticket: '4410' }));
    await close();
    forget();

    expect(await close()).toMatchObject({ isError: false });
    expect(await callsOf(requests, 'initialize')).toHaveLength(2);
  });

  it('that ends the stream of a call without an answer fails the call', async () => {
    const { handle } = withSessions(createInProcessServer);
    const { url } = await serve(async (request) => {
      const isCall = (await request.clone().text()).includes('"tools/call"');
      if (!isCall) return handle(request);
      return new Response(': nothing\n\n', { headers: { 'content-type': 'text/event-stream' } });
    });
    await expect(openConnectors().call(overHttp(url), callOf('find_tickets'))).rejects.toThrow(
      'closed the connection',
    );
  });

  it('is notified when a call is cancelled and when its session ends', async () => {
    const cancelled = Promise.withResolvers<void>();
    const turn = new AbortController();
    const reason = new Error('the turn was cancelled');
    const { handle } = withSessions(() => {
      const server = new McpServer({ name: 'slow', version: '1' });
      server.registerTool('work', {}, ({ mcpReq }) => {
        mcpReq.signal.addEventListener('abort', () => cancelled.resolve());
        turn.abort(reason);
        return new Promise(() => {});
      });
      return server;
    });
    const { url, requests } = await serve(handle);
    const connectors = openConnectors();

    await expect(connectors.call(overHttp(url), callOf('work', {}, { signal: turn.signal }))).rejects.toBe(
      reason,
    );

    await cancelled.promise;
    await connectors.close();
    expect(await callsOf(requests, 'notifications/cancelled')).toHaveLength(1);
    expect(requests.at(-1)?.method).toBe('DELETE');
  });
});

it('a server without sessions is also notified when a call is cancelled', async () => {
  const cancelled = Promise.withResolvers<unknown>();
  const turn = new AbortController();
  const { url } = await serve(async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const { id, method, params } = JSON.parse(await request.text());
    if (method === 'tools/call') turn.abort(new Error('the turn was cancelled'));
    if (method === 'tools/call') return new Promise<Response>(() => {});
    if (method === 'notifications/cancelled') cancelled.resolve(params.requestId);
    if (id === undefined) return new Response(null, { status: 202 });
    if (method !== 'initialize') return new Response('what?', { status: 400 });
    const { protocolVersion } = params;
    const result = { protocolVersion, serverInfo: { name: 'plain', version: '1' }, capabilities: {} };
    return Response.json({ jsonrpc: '2.0', id, result });
  });

  const call = openConnectors().call(overHttp(url), callOf('work', {}, { signal: turn.signal }));

  await expect(call).rejects.toThrow('the turn was cancelled');
  expect(await cancelled.promise).toEqual(expect.any(Number));
});

describe('the list of tools', () => {
  it('is cached for five minutes, or until the server announces a change', async () => {
    const { handle } = withSessions(() => {
      const server = createInProcessServer();
      server.registerTool('grow', {}, async ({ mcpReq }) => {
        await mcpReq.notify({ method: 'notifications/tools/list_changed' });
        return { content: [] };
      });
      return server;
    });
    const { url, requests } = await serve(handle);
    const clock = new VirtualClock();
    const connectors = openConnectors({ clock });
    const countLists = async () => {
      expect(await connectors.tools(overHttp(url), neverAborted())).toHaveLength(5);
      return (await callsOf(requests, 'tools/list')).length;
    };

    expect(await countLists()).toBe(1);
    await clock.advance(299_000);
    expect(await countLists()).toBe(1);
    await clock.advance(1_000);
    expect(await countLists()).toBe(2);
    await connectors.call(overHttp(url), callOf('grow'));
    expect(await countLists()).toBe(3);
  });

  it('is read only up to its limit when it is endless', async () => {
    let pages = 0;
    const { handle } = withSessions(() => {
      const server = new McpServer({ name: 'endless', version: '1' }, { capabilities: { tools: {} } });
      server.server.setRequestHandler('tools/list', () => {
        pages += 1;
        return { tools: [], nextCursor: `page ${pages}` };
      });
      return server;
    });
    const { url } = await serve(handle);
    expect(await openConnectors().tools(overHttp(url), neverAborted())).toEqual([]);
    expect(pages).toBe(20);
  });

  it('is empty for a server without tools', async () => {
    const { url } = await serve(withSessions(() => new McpServer({ name: 'idle', version: '1' })).handle);
    expect(await openConnectors().tools(overHttp(url), neverAborted())).toEqual([]);
  });
});

it('a server of the 2026 revision asks questions in its results, and each reaches its own call', async () => {
  const requestedSchema = {
    type: 'object' as const,
    properties: { name: { type: 'string' as const, 'x-hint': 'first' } },
  };
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'newer', version: '1' });
      server.registerTool('greet', { inputSchema: fromJsonSchema({ type: 'object' }) }, (_, { mcpReq }) => {
        const { who } = mcpReq.inputResponses ?? {};
        if (who) return { content: [{ type: 'text', text: JSON.stringify(who) }] };
        return inputRequired({
          inputRequests: { who: inputRequired.elicit({ message: 'Who?', requestedSchema }) },
        });
      });
      return server;
    },
    { legacy: 'reject' },
  );
  const { url } = await serve((request) => handler.fetch(request));
  const connectors = openConnectors();
  const everybodyIsAsked = barrierFor(2);
  const greet = async (name: string) => {
    const elicit = async (question: unknown) => {
      expect(question).toEqual({ message: 'Who?', mode: 'form', requestedSchema });
      await everybodyIsAsked();
      return { action: 'accept' as const, content: { name } };
    };
    return (await connectors.call(overHttp(url), callOf('greet', {}, { elicit }))).text;
  };

  expect(await Promise.all([greet('Ada'), greet('Grace')])).toEqual([
    expect.stringContaining('"name":"Ada"'),
    expect.stringContaining('"name":"Grace"'),
  ]);
  expect((await connectors.tools(overHttp(url), neverAborted())).map(({ name }) => name)).toEqual(['greet']);
});

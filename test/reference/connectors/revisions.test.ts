import { createMcpHandler, fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { ConnectorFailure } from '../../../src/reference/connectors/connectors.ts';
import { callOf, declare, neverAborted, openConnectors } from './calling.ts';
import { serve } from './fetch-server.ts';
import { withSessions } from './with-sessions.ts';

const QUESTION = {
  message: 'Close it?',
  requestedSchema: { type: 'object' as const, properties: { sure: { type: 'boolean' as const } } },
};
const input = { inputSchema: fromJsonSchema({ type: 'object' }) };
const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** A tool that asks while it runs, as the revisions with a handshake allow. Current Python servers are written like this. */
function askWhileRunning(): McpServer {
  const server = new McpServer({ name: 'asks-while-running', version: '1' });
  server.registerTool('close', input, async (_, { mcpReq }) =>
    say((await mcpReq.elicitInput(QUESTION)).action),
  );
  return server;
}

/** A tool that asks in its result, as the 2026 revision allows. */
function askInResult(): McpServer {
  const server = new McpServer({ name: 'asks-in-result', version: '1' });
  server.registerTool('close', input, (_, { mcpReq }) => {
    const { sure } = mcpReq.inputResponses ?? {};
    return sure
      ? say((sure as { action: string }).action)
      : inputRequired({ inputRequests: { sure: inputRequired.elicit(QUESTION) } });
  });
  return server;
}

type Handle = (request: Request) => Promise<Response>;
const newer = (server: () => McpServer): Handle => {
  const handler = createMcpHandler(server, { legacy: 'reject' });
  return (request) => handler.fetch(request);
};
const newerOrStateless = (server: () => McpServer): Handle => {
  const handler = createMcpHandler(server, { legacy: 'stateless' });
  return (request) => handler.fetch(request);
};

/** Supports both kinds of revision, with sessions in the older ones. */
function both(server: () => McpServer): Handle {
  const older = withSessions(server).handle;
  const other = newer(server);
  return async (request) => {
    const text = await request.clone().text();
    const isNewer =
      text.includes('2026-07-28') || request.headers.get('mcp-protocol-version') === '2026-07-28';
    return isNewer ? other(request) : older(request);
  };
}

/** Calls the tool. @returns its text, the messages of the questions, and the agreed revision */
async function close(handle: Handle, revision?: string) {
  const { url } = await serve(handle);
  const asked: string[] = [];
  const agreed: string[] = [];
  const connectors = openConnectors({ onConnected: (_, each) => agreed.push(each) });
  const connector = declare({ kind: 'http', url, ...(revision !== undefined && { revision }) });
  const elicit = async ({ message }: { message: string }) => {
    asked.push(message);
    return { action: 'accept' as const, content: { sure: true } };
  };
  const tools = await connectors.tools(connector, neverAborted());
  expect(tools.map(({ name }) => name)).toEqual(['close']);
  const { text } = await connectors.call(connector, callOf('close', {}, { elicit }));
  return { text, asked, agreed: [...new Set(agreed)] };
}

describe('over HTTP', () => {
  it.each<[string, Handle, string]>([
    ['speaks both, and asks while its tool runs', both(askWhileRunning), '2025-11-25'],
    ['speaks older revisions only', withSessions(askWhileRunning).handle, '2025-11-25'],
    ['speaks both without sessions, and asks within its result', newerOrStateless(askInResult), '2026-07-28'],
    ['speaks the revision of 2026 only', newer(askInResult), '2026-07-28'],
  ])('the question of a server reaches its call that %s', async (_what, handle, revision) => {
    expect(await close(handle)).toEqual({ text: 'accept', asked: [QUESTION.message], agreed: [revision] });
  });

  it('a server without sessions or the newer revision is used with the older revision', async () => {
    const { url } = await serve(async (request) => {
      if (request.method !== 'POST') return new Response(null, { status: 405 });
      const { id, method, params } = JSON.parse(await request.text());
      if (id === undefined) return new Response(null, { status: 202 });
      if (method === 'server/discover') return new Response('a defect', { status: 500 });
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: params.protocolVersion,
          serverInfo: { name: 'plain', version: '1' },
          capabilities: { tools: {} },
        },
        'tools/list': { tools: [] },
        'tools/call': say('done'),
      };
      return Response.json({ jsonrpc: '2.0', id, result: results[method] });
    });
    const agreed: string[] = [];
    const connectors = openConnectors({ onConnected: (_, revision) => agreed.push(revision) });
    expect(await connectors.call(declare({ kind: 'http', url }), callOf('close'))).toEqual({
      text: 'done',
      isError: false,
    });
    expect(agreed).toEqual(['2025-11-25']);
  });
});

describe('a revision pinned by the seed', () => {
  it.each(['2025-11-25', '2025-06-18'])('is used: %s', async (revision) => {
    const handle = both(askWhileRunning);
    expect(await close(handle, revision)).toMatchObject({ text: 'accept', agreed: [revision] });
  });

  it('is used even if the tools of the server cannot ask questions in it', async () => {
    const { asked, agreed } = await close(both(askWhileRunning), '2026-07-28');
    expect({ asked, agreed }).toEqual({ asked: [], agreed: ['2026-07-28'] });
  });

  it.each<[string, Handle, string]>([
    ['newer than the server', withSessions(askWhileRunning).handle, '2026-07-28'],
    ['older than the server', newer(askInResult), '2025-11-25'],
  ])('that is %s fails the connector', async (_what, handle, revision) => {
    await expect(close(handle, revision)).rejects.toThrow(ConnectorFailure);
  });
});

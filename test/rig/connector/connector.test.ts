import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openRig } from '../calling.ts';

const QUESTION = {
  message: 'Which branch?',
  schema: {
    type: 'object',
    properties: { branch: { type: 'string', enum: ['Quayside', 'Old Mill'] } },
    required: ['branch'],
  },
};

type Mode = 'auto' | 'legacy';

interface Person {
  readonly asked: unknown[];
  readonly answer: { readonly action: 'accept' | 'decline'; readonly content?: Record<string, string> };
}

/** A third-party MCP client. `legacy` makes it speak the revisions before 2026. */
async function connect(url: string, mode: Mode, person?: Person): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: person ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode } },
  );
  if (person) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      person.asked.push(params);
      return person.answer;
    });
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
}

const textOf = ({ content }: Awaited<ReturnType<Client['callTool']>>) =>
  content.map((block) => ('text' in block ? block.text : '')).join('');

describe.each(['auto', 'legacy'] as const)('the connector, to a client in mode %s', (mode) => {
  it('offers a read-only tool, tools that change data, and one that asks', async () => {
    const { connectorUrl } = await openRig();
    const client = await connect(connectorUrl, mode);
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['find_tickets', true],
      ['close_ticket', false],
      ['order_books', false],
      ['ask_person', true],
    ]);
  });

  it('returns the same result for the same call each time', async () => {
    const { connectorUrl } = await openRig();
    const client = await connect(connectorUrl, mode);
    const call = async (name: string, input = {}) =>
      textOf(await client.callTool({ name, arguments: input }));
    expect(JSON.parse(await call('find_tickets'))).toHaveLength(3);
    expect(JSON.parse(await call('find_tickets', { label: 'order' }))).toMatchObject([{ ticket: 4415 }]);
    expect(await call('close_ticket', { ticket: '4410' })).toBe('Ticket 4410 is closed.');
    expect(await call('close_ticket', { ticket: 4410 })).toBe('Ticket 4410 is closed.');
    expect(await call('order_books', { title: 'Tide tables', copies: 2 })).toBe(
      '2 of "Tide tables" ordered.',
    );
  });

  it.each([[{ action: 'accept', content: { branch: 'Quayside' } }], [{ action: 'decline' }]] as const)(
    'asks the person exactly the given question, and returns the answer: %j',
    async (answer) => {
      const { connectorUrl } = await openRig();
      const person = { asked: [], answer };
      const client = await connect(connectorUrl, mode, person);
      const result = await client.callTool({ name: 'ask_person', arguments: QUESTION });
      expect(JSON.parse(textOf(result))).toMatchObject(answer);
      expect(person.asked).toMatchObject([{ message: QUESTION.message, requestedSchema: QUESTION.schema }]);
    },
  );
});

it('does not ask a client that cannot answer, and reports that', async () => {
  const { connectorUrl } = await openRig();
  const client = await connect(connectorUrl, 'legacy');
  const result = await client.callTool({ name: 'ask_person', arguments: QUESTION });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain('elicitation');
});

it('makes a client with an unknown session start a new one', async () => {
  const { connectorUrl } = await openRig();
  const answer = await fetch(connectorUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': 'forgotten',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { message: 'Session not found' } });
});

it('refuses requests from pages of other sites', async () => {
  const { connectorUrl } = await openRig();
  const answer = await fetch(connectorUrl, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(answer.status).toBe(403);
});

it('ends a call that waits for the person when the rig stops', async () => {
  const { connectorUrl, close } = await openRig();
  const asked = Promise.withResolvers<void>();
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
  );
  client.setRequestHandler('elicitation/create', () => {
    asked.resolve();
    return new Promise<never>(() => {});
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(connectorUrl)));
  onTestFinished(() => client.close());
  void client.callTool({ name: 'ask_person', arguments: QUESTION }).catch(() => {});
  await asked.promise;
  await close();
  await expect(fetch(connectorUrl)).rejects.toThrow('fetch failed');
});

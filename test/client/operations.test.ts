import { describe, expect, it } from 'vitest';
import operations from '../../generated/operations.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import type { Client } from '../../src/client/index.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, type Reply, scriptService, TOKEN } from './harness/service.ts';
import { CHAT, completed, start, stream } from './harness/wire.ts';

forbidUnhandledRejections();

/** An id that would change the path and start a query if it were not encoded. */
const ODD = '../a b?c=d/é';
const ENCODED = '..%2Fa%20b%3Fc%3Dd%2F%C3%A9';
const KEY = 'key-1';
const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;
const message = { id: 7, chat_id: CHAT, content: 'At 10:00.' };

interface Row {
  readonly call: (client: Client) => Promise<unknown>;
  /** Path and query below /api/v1. */
  readonly path: string;
  readonly body?: unknown;
  /** The data of the answer; any object if absent. */
  readonly data?: unknown;
  readonly reply?: Reply;
}

const ROWS: Readonly<Record<string, Row>> = {
  listChats: {
    call: ({ chats }) => chats.list({ is_favorite: true, page: 2, size: 10 }),
    path: '/chats?is_favorite=true&page=2&size=10',
    data: [],
  },
  createChat: { call: ({ chats }) => chats.create({ name: 'A' }), path: '/chats', body: { name: 'A' } },
  getChat: { call: ({ chats }) => chats.get(ODD), path: `/chats/${ENCODED}` },
  updateChat: {
    call: ({ chats }) => chats.update(ODD, { is_favorite: false }),
    path: `/chats/${ENCODED}`,
    body: { is_favorite: false },
  },
  deleteChat: { call: ({ chats }) => chats.delete(ODD), path: `/chats/${ENCODED}` },
  listMessages: {
    call: ({ turns }) => turns.list(ODD, { page: 3 }),
    path: `/chats/${ENCODED}/messages?page=3`,
    data: [],
  },
  sendMessage: {
    call: ({ turns }) => turns.send(CHAT, TURN, { idempotencyKey: KEY }),
    path: `/chats/${CHAT}/messages`,
    body: TURN,
    data: message,
  },
  streamMessage: {
    call: ({ turns }) => turns.stream(CHAT, TURN, { idempotencyKey: KEY }).final(),
    path: `/chats/${CHAT}/messages/stream`,
    body: TURN,
    reply: stream(start + completed('At 10:00.')),
  },
  getCatalog: { call: ({ catalog }) => catalog.get(), path: '/chat/catalog' },
  approveTool: {
    call: ({ interactions }) =>
      interactions.approveTool(ODD, { action_id: 'a', decisions: [{ tool_use_id: 't', approved: true }] }),
    path: `/chats/${ENCODED}/actions/approve-tool`,
    body: { action_id: 'a', decisions: [{ tool_use_id: 't', approved: true }] },
  },
  respondPlan: {
    call: ({ interactions }) => interactions.respondPlan(ODD, { action_id: 'a', action: 'reject' }),
    path: `/chats/${ENCODED}/actions/respond-plan`,
    body: { action_id: 'a', action: 'reject' },
  },
  respondElicitation: {
    call: ({ interactions }) =>
      interactions.respondElicitation(ODD, { action_id: 'a', action: 'accept', content: { b: 1 } }),
    path: `/chats/${ENCODED}/actions/respond-elicitation`,
    body: { action_id: 'a', action: 'accept', content: { b: 1 } },
  },
  cancelAuth: {
    call: ({ interactions }) => interactions.cancelAuth(ODD, { action_id: 'a' }),
    path: `/chats/${ENCODED}/actions/cancel-auth`,
    body: { action_id: 'a' },
  },
  cancelTurn: {
    call: ({ interactions }) => interactions.cancelTurn(ODD),
    path: `/chats/${ENCODED}/actions/cancel`,
    body: {},
  },
  listSkills: { call: ({ skills }) => skills.list(), path: '/skills', data: [] },
  createSkill: {
    call: ({ skills }) => skills.create({ name: 'Tone', instructions: 'Be brief.' }),
    path: '/skills',
    body: { name: 'Tone', instructions: 'Be brief.' },
  },
  getSkill: { call: ({ skills }) => skills.get(43), path: '/skills/43' },
  updateSkill: {
    call: ({ skills }) => skills.update(43, { icon: 'pen' }),
    path: '/skills/43',
    body: { icon: 'pen' },
  },
  toggleSkill: { call: ({ skills }) => skills.toggle(43), path: '/skills/43/toggle' },
  deleteSkill: { call: ({ skills }) => skills.delete(43), path: '/skills/43' },
};

it.each(operations)('an operation $operationId is called by a method of the client', async (operation) => {
  const { call, path, body, data = { id: 43 }, reply } = ROWS[operation.operationId] as Row;
  const envelope = { status: 'success', data, meta: { page: 1, size: 50, total: 0 } };
  const service = scriptService([reply ?? answer(envelope)]);
  const result = await call(service.client);

  const isList = Array.isArray(data);
  if (!reply) expect(result).toEqual(isList ? envelope : data);
  const [sent] = service.sent;
  expect([sent?.method, sent?.url]).toEqual([operation.method, `https://service.test/api/v1${path}`]);
  expect(sent?.body).toBe(body === undefined ? '' : JSON.stringify(body));
  const isKeyed = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  expect(Object.fromEntries(sent?.headers ?? [])).toEqual({
    authorization: `Bearer ${TOKEN}`,
    'user-agent': `conversation-api/${manifest.version}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(isKeyed && { 'idempotency-key': KEY }),
  });
});

it.each([[''], ['.'], ['..'], [undefined]])(
  'an id in the path %j is refused before anything is sent',
  async (id) => {
    const { client, sent } = scriptService([]);
    await expect(client.chats.delete(id as string)).rejects.toThrow(
      new TypeError('chat_id is missing or not an id'),
    );
    expect(sent).toEqual([]);
  },
);

describe('an optional argument', () => {
  it('if omitted, sends an empty object as the body, or no query', async () => {
    const { client, sent } = scriptService([answer({ data: {} }), answer({ data: [] })]);
    await client.chats.create();
    await client.chats.list({});
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      ['https://service.test/api/v1/chats', '{}'],
      ['https://service.test/api/v1/chats', ''],
    ]);
  });

  it.each([['signal'], ['timeout'], ['headers']])('%s may be undefined', async (name) => {
    const { client } = scriptService([answer({ data: message })]);
    await expect(client.turns.send(CHAT, TURN, { [name]: undefined })).resolves.toEqual(message);
  });
});

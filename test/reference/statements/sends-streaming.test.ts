import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestClient, Turn } from '../harness/client.ts';
import { judgedFetch } from '../harness/judged-fetch.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

states('S4.2-53 S4.2-60 S4.2-61 S4.2-62', 'a stream is made of named events with JSON', async () => {
  const response = await judgedFetch(server.url, {
    method: 'POST',
    path: `/api/v1/chats/${randomUUID()}/messages/stream`,
    headers: {
      authorization: 'Bearer harbor-main',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ content: 'Hello' }),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')?.split(';')[0]).toBe('text/event-stream');
  const frames = (await textOf(response.body)).trimEnd().split('\n\n');
  expect(frames.length).toBeGreaterThan(2);
  for (const frame of frames) {
    const [, name, data = ''] = /^event: ?([a-z._]+)\ndata: ?(.*)$/.exec(frame) ?? [];
    expect(name, frame).toMatch(/^(message\.(start|delta|step|completed)|ping)$/);
    expect(JSON.parse(data)).toBeTypeOf('object');
  }
});

states('S4.2-54', 'a streaming send without chat:write is refused, and nothing starts', async () => {
  const reader = server.as('without-chat-write');
  const chatId = randomUUID();
  expect((await reader.refusedStream({}, { chatId })).status).toBeGreaterThanOrEqual(400);
  expect((await reader.get(`/chats/${chatId}`)).status).toBe(404);
});

states('S4.2-57', 'a streaming send without a mode is manual, so it asks before it uses a tool', async () => {
  const stream = await server.as('main').stream({
    permission_mode: undefined,
    attachments: { mcp_server_ids: [7] },
    script: [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }],
  });
  expect((await stream.until('message.action_required')).kind).toBe('tool_approval');
  stream.disconnect();
});

states('S4.2-58', 'a streaming send in auto mode asks for neither approval nor an answer', async () => {
  const stream = await server.as('main').stream({
    permission_mode: 'auto',
    attachments: { mcp_server_ids: [7] },
    script: [
      { call: { tool: 'close_ticket', input: { ticket: 4410 } } },
      { ask: { message: 'Which branch?', schema: { type: 'object', properties: {} } } },
      { say: 'Closed.' },
    ],
  });
  expect((await stream.rest()).type).toBe('message.completed');
  expect(stream.events.map(({ type }) => type)).not.toContain('message.action_required');
});

states('S7-87', 'a busy chat is reported as JSON before the stream opens', async () => {
  const main = server.as('main');
  const running = await main.stream({ script: [{ hang: true }] });
  const { message_id } = await running.until('message.start');
  const refused = await main.refusedStream({}, { chatId: running.chatId });
  expect([refused.status, refused.body.message_code]).toEqual([409, 'api_v1_chat_busy']);
  expect(refused.headers.get('content-type')).toContain('application/json');
  expect(refused.body.data.message_id).toBe(message_id);
  running.disconnect();
});

states('S7-88', 'a key used with another body is reported as JSON before the stream opens', async () => {
  const main = server.as('main');
  const first = await main.stream({ content: 'Hello' });
  await first.rest();
  const refused = await main.refusedStream({ content: 'Good evening' }, first.sent);
  expect([refused.status, refused.body.message_code]).toEqual([409, 'api_v1_idempotency_conflict']);
  expect(refused.headers.get('content-type')).toContain('application/json');
});

states(
  'S7-89 S7-90 S7-91 S7-92 S7-93 S7-94',
  'invalid attachments are reported as JSON before the stream opens, and nothing starts',
  async () => {
    const main = server.as('main');
    const one = withAgents(21);
    await expectRefusal(server.as('allowlist'), withAgents(22), 403, 'api_token_resource_not_allowed');
    await expectRefusal(main, withAgents(37), 403, 'api_v1_agent_not_available');
    await expectRefusal(main, withAgents(...SIXTEEN), 422, 'api_v1_too_many_agents');
    await expectRefusal(main, { ...one, principal_agent_id: 22 }, 422, 'api_v1_validation_error');
    await expectRefusal(main, one, 503, 'api_v1_agents_disabled', 'agents_disabled');
    await expectRefusal(main, one, 503, 'api_v1_agents_unavailable', 'agents_unavailable');
  },
);

states('S7-95', 'once the stream is open, a failure is sent as message.error', async () => {
  const main = server.as('main');
  for (const [script, fault, code] of [
    [[{ fail: 'outage' }], '', 'upstream_error'],
    [[{ say: 'We open at ' }, { fail: 'refusal' }], '', 'upstream_error'],
    [[{ say: 'At 10:00.' }], 'persistence', 'persistence_failed'],
    [[{ say: 'At 10:00.' }], 'idempotency_outcome_unknown', 'idempotency_outcome_unknown'],
  ] as const) {
    const stream = await main.stream({ script }, { headers: { 'x-reference-fault': fault } });
    expect(await stream.rest()).toMatchObject({ type: 'message.error', data: { code } });
    expect(stream.events[0].type).toBe('message.start');
  }
});

const SIXTEEN = Array.from({ length: 16 }, (_, index) => 21 + index);

function withAgents(...agent_ids: number[]): Turn {
  return { attachments: { agent_ids } };
}

async function expectRefusal(
  client: TestClient,
  turn: Turn,
  status: number,
  messageCode: string,
  fault = '',
): Promise<void> {
  const chatId = randomUUID();
  const refused = await client.refusedStream(turn, { chatId, headers: { 'x-reference-fault': fault } });
  expect([refused.status, refused.body.message_code]).toEqual([status, messageCode]);
  expect(refused.headers.get('content-type')).toContain('application/json');
  expect((await client.get(`/chats/${chatId}`)).status).toBe(404);
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

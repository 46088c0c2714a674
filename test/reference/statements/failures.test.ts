import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, TestClient } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { codeOf } from './refusals.ts';

const server = useServer();

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A member that does not apply is null. */
const NAME = expect.toBeOneOf([expect.any(String), null]);

/** Error details as section 7 describes them. */
const DETAILS = {
  schema_version: expect.any(Number),
  service: expect.any(String),
  service_code: expect.any(String),
  dependency: NAME,
  operation: NAME,
  failure_kind: expect.any(String),
  operation_outcome: expect.any(String),
  retryable: expect.any(Boolean),
  retry_action: expect.stringMatching(/^(?:none|retry|check_status)$/),
  request_id: expect.stringMatching(UUID),
};

/** Failures of every kind, each with its status and code. */
const FAILURES: readonly (readonly [status: number, code: string, ask: () => Promise<Answer>])[] = [
  [400, 'api_v1_idempotency_key_required', () => main().post(`/chats/${randomUUID()}/messages`, {})],
  [403, 'api_token_scope_not_allowed', () => server.as('only-chat-write').send({ attachments: AGENT })],
  [404, 'api_v1_not_found', () => main().get(`/chats/${randomUUID()}`)],
  [404, 'api_v1_not_found', () => main().get('/skills/999999')],
  [409, 'api_v1_sync_requires_auto', () => main().send({ permission_mode: 'manual' })],
  [422, 'api_v1_content_too_long', () => main().send({ content: 'a'.repeat(64_001) })],
  [422, 'api_v1_validation_error', () => main().send({ principal_agent_id: 21 })],
];

const AGENT = { agent_ids: [21] };

/** Outages over HTTP, each with its status and code. */
const OUTAGES: typeof FAILURES = [
  [502, 'upstream_error', () => main().send({ script: [{ say: 'We open ' }, { fail: 'outage' }] })],
  [503, 'api_v1_agents_disabled', () => main().send({ attachments: AGENT }, faulty('agents_disabled'))],
  [503, 'api_v1_agents_unavailable', () => main().send({ attachments: AGENT }, faulty('agents_unavailable'))],
  [502, 'api_v1_core_unavailable', cancelInVain],
  [503, 'api_v1_service_unavailable', () => approveWith('action_not_sent')],
  [503, 'api_v1_action_result_unknown', () => approveWith('action_no_answer')],
  [503, 'api_v1_interaction_backend_unavailable', () => approveWith('interaction_backend')],
];

states('S7-01', 'a failure has its code in message_code', async () => {
  for (const [status, code, ask] of [...FAILURES, ...OUTAGES]) {
    expect(codeOf(await ask())).toEqual([status, code]);
  }
});

states('S7-01', 'a request that the contract does not know is refused with a code too', async () => {
  for (const body of [[], 'Hello', null, { name: 7 }, { permission_mode: 'plan' }]) {
    const { status, body: failure } = await main().post('/chats', body);
    expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    expect(failure.message_code).toMatch(/^\w+$/);
    expect(failure.message_code).not.toBe('api_v1_ok');
  }
});

states(
  'S7-03 S7-04 S7-05 S7-06 S7-07 S7-08 S7-09 S7-10 S7-11 S7-12 S7-13',
  'an outage is described in meta.error_details, and nowhere else',
  async () => {
    for (const [, code, ask] of OUTAGES) {
      const { meta, data, ...rest } = (await ask()).body;
      expect(meta.error_details, code).toMatchObject(DETAILS);
      expect({ ...data, ...rest }, code).not.toHaveProperty('error_details');
    }
  },
);

states(
  'S7-07 S7-08',
  'an outage of the model provider names the unreachable service and its purpose',
  async () => {
    const { body } = await main().send({ script: [{ say: 'We open ' }, { fail: 'outage' }] });
    const { dependency, operation } = body.meta.error_details;
    expect(dependency).toMatch(/\w/);
    expect(operation).toMatch(/\w/);
  },
);

states('S7-03', 'a refusal is not described as an outage', async () => {
  for (const [, code, ask] of FAILURES) {
    expect((await ask()).body.meta ?? {}, code).not.toHaveProperty('error_details');
  }
});

states('S7-03 S7-12', 'an outage is described alike over HTTP, in a stream and on a replay', async () => {
  const script = [{ say: 'We open ' }, { fail: 'outage' }] as const;
  const sent = { chatId: randomUUID(), key: randomUUID() };
  const [first, replay] = [await main().send({ script }, sent), await main().send({ script }, sent)];
  const { data } = await (await main().stream({ script })).rest();
  expect(data.details).toMatchObject(DETAILS);
  const { request_id: _, ...details } = first.body.meta.error_details;
  expect(data.details).toMatchObject(details);
  expect(replay.body.meta.error_details).toMatchObject(details);
});

function main(): TestClient {
  return server.as('main');
}

function faulty(fault: string) {
  return { headers: { 'x-reference-fault': fault } };
}

/** Cancels a running turn with a cancellation that does not reach it. */
async function cancelInVain(): Promise<Answer> {
  const stream = await main().stream({ script: [{ hang: true }] });
  await stream.until('message.start');
  return main().act(stream.chatId, 'cancel', {}, faulty('cancel_delivery').headers);
}

/** Approves a tool while decisions cannot be delivered. */
async function approveWith(fault: string): Promise<Answer> {
  const stream = await main().stream({
    attachments: { mcp_server_ids: [7] },
    script: [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }],
  });
  const { action_id, payload } = await stream.until('message.action_required');
  const [{ tool_use_id }] = payload.tools;
  const decisions = [{ tool_use_id, approved: false }];
  return main().act(stream.chatId, 'approve-tool', { action_id, decisions }, faulty(fault).headers);
}

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer, TestClient } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

const ATTACHMENTS = [
  { attachments: { workspace_ids: [12] }, scope: 'libraries:read' },
  { attachments: { file_ids: [512] }, scope: 'libraries:read' },
  { attachments: { skill_ids: [41] }, scope: 'skills:read' },
  { attachments: { mcp_server_ids: [7] }, scope: 'connectors:use' },
  { attachments: { agent_ids: [21] }, scope: 'agents:use' },
];

states(
  'S4.2-31 S4.2-33 S4.2-35 S4.2-37 S4.2-39 S7-20 S7-22',
  'each type of attachment needs its scope, and the refusal names the missing scope',
  async () => {
    for (const { attachments, scope } of ATTACHMENTS) {
      const client = server.as(`without-${scope.replace(':', '-')}`);
      const chatId = randomUUID();
      const refused = await client.send({ attachments }, { chatId });
      expect(refused.status, scope).toBe(403);
      expect(refused.body).toMatchObject({
        message_code: 'api_token_scope_not_allowed',
        data: { required_scopes: [scope] },
      });
      expect((await client.get(`/chats/${chatId}`)).status).toBe(404);
      expect((await server.as('main').send({ attachments })).status).toBe(200);
    }
  },
);

states('S7-21', 'an agent needs agents:use even if it is only cited', async () => {
  const client = server.as('without-agents-use');
  for (const turn of [{ attachments: { agent_ids: [21] } }, { content: 'Ask {{agent:21}}, please.' }]) {
    const { status, body } = await client.send(turn);
    expect([status, body.message_code]).toEqual([403, 'api_token_scope_not_allowed']);
    expect(body.data.required_scopes).toEqual(['agents:use']);
  }
});

states(
  'S7-23',
  'an attachment outside the allowlist is refused, and one on the list is accepted',
  async () => {
    for (const [credential, member, inside, outside] of [
      ['allowlist', 'workspace_ids', 12, 14],
      ['allowlist', 'file_ids', 512, 527],
      ['allowlist', 'mcp_server_ids', 7, 8],
      ['allowlist', 'agent_ids', 21, 22],
      ['allowlist-skills', 'skill_ids', 41, 38],
    ] as const) {
      const client = server.as(credential);
      expect((await client.send({ attachments: { [member]: [inside] } })).status, member).toBe(200);
      const refused = await client.send({ attachments: { [member]: [inside, outside] } });
      expect(codeOf(refused), member).toEqual([403, 'api_token_resource_not_allowed']);
    }
  },
);

states('S7-24', 'a deleted agent is refused like one outside the allowlist', async () => {
  const outside = await server.as('allowlist').send({ attachments: { agent_ids: [22] } });
  const deleted = await server.as('main').send({ attachments: { agent_ids: [39] } });
  expect(codeOf(deleted)).toEqual([403, 'api_token_resource_not_allowed']);
  expect(codeOf(deleted)).toEqual(codeOf(outside));
  expect(deleted.body.data).toEqual(outside.body.data);
});

states('S7-25 S7-26', 'an agent that is inactive or disabled by the company cannot be selected', async () => {
  for (const agent of [37, 38]) {
    const refused = await server.as('main').send({ attachments: { agent_ids: [agent] } });
    expect(codeOf(refused), `${agent}`).toEqual([403, 'api_v1_agent_not_available']);
  }
});

states('S4.2-22 S4.2-23', 'the conducting agent is among those attached or cited', async () => {
  const main = server.as('main');
  expect((await main.send(withPrincipal({ attachments: { agent_ids: [21] } }))).status).toBe(200);
  expect((await main.send(withPrincipal({ content: 'As {{agent:21}} would.' }))).status).toBe(200);
  for (const turn of [{}, { attachments: { agent_ids: [22] } }, { content: 'As {{agent:22}} would.' }]) {
    const refused = await main.send(withPrincipal(turn));
    expect(codeOf(refused)).toEqual([422, 'api_v1_validation_error']);
  }
});

states(
  'S4.2-21 S4.2-24',
  "an agent conducts with the turn's model, and a single agent starts no task",
  async () => {
    const main = server.as('main');
    const plain = await main.send({ model_id: 5 });
    const conducted = await main.send({
      ...withPrincipal({ attachments: { agent_ids: [21] } }),
      model_id: 5,
      script: [{ echo: 'given' }],
    });
    expect(conducted.body.data.content).toContain('You work with figures and dates.');
    expect(conducted.body.data.usage.model).toBe(plain.body.data.usage.model);
    expect(conducted.body.data.agent_runs).toEqual([]);
  },
);

states('S4.2-40 S4.2-41', 'attached and cited agents count together, up to 15', async () => {
  const main = server.as('main');
  expect((await sendWithAgents(main, 15, 0)).status).toBe(200);
  expect((await sendWithAgents(main, 8, 7)).status).toBe(200);
  for (const [attached, cited] of [
    [16, 0],
    [8, 8],
    [0, 16],
  ] as const) {
    const refused = await sendWithAgents(main, attached, cited);
    expect(codeOf(refused), `${attached}+${cited}`).toEqual([422, 'api_v1_too_many_agents']);
  }
});

states('S7-53', 'an agent id that is not positive is refused', async () => {
  for (const turn of [{ principal_agent_id: 0 }, { attachments: { agent_ids: [0] } }]) {
    expect(codeOf(await server.as('main').send(turn))).toEqual([422, 'api_v1_validation_error']);
  }
});

states('S7-55', 'more attachments than the seed allows are refused', async () => {
  const file_ids = Array.from({ length: 51 }, (_, index) => index + 1);
  const refused = await server.as('main').send({ attachments: { file_ids } });
  expect(codeOf(refused)).toEqual([422, 'api_v1_too_many_attachments']);
});

states(
  'S7-69 S7-70 S7-71',
  'while agents are disabled, a turn with agents is refused, and one without runs',
  async () => {
    const main = server.as('main');
    const headers = { 'x-reference-fault': 'agents_disabled' };
    const refused = await main.send({ attachments: { agent_ids: [21] } }, { headers });
    expect(codeOf(refused)).toEqual([503, 'api_v1_agents_disabled']);
    expect(refused.body.meta.error_details.retry_action).toBe('none');
    expect((await main.send({}, { headers })).status).toBe(200);
  },
);

states('S7-72 S7-73', 'when delegation cannot be prepared, nothing starts', async () => {
  const main = server.as('main');
  const chatId = (await main.post('/chats', {})).body.data.id;
  const headers = { 'x-reference-fault': 'agents_unavailable' };
  const refused = await main.send({ attachments: { agent_ids: [21] } }, { chatId, headers });
  expect(codeOf(refused)).toEqual([503, 'api_v1_agents_unavailable']);
  expect(await main.history(chatId)).toEqual([]);
  expect((await main.send({ attachments: { agent_ids: [21] } }, { chatId })).status).toBe(200);
});

function codeOf({ status, body }: Answer) {
  return [status, body.message_code];
}

function withPrincipal(turn: object) {
  return { ...turn, principal_agent_id: 21 };
}

/** Sends a turn with the agents from 21 on. The first ones are attached and the others cited. */
function sendWithAgents(client: TestClient, attached: number, cited: number): Promise<Answer> {
  const ids = Array.from({ length: attached + cited }, (_, index) => 21 + index);
  const content = ids.slice(attached).map((id) => `Ask {{agent:${id}}}.`);
  return client.send({
    content: ['Hello.', ...content].join(' '),
    attachments: { agent_ids: ids.slice(0, attached) },
  });
}

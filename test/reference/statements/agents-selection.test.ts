import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { carryScript } from '../../../src/rig/script/render-script.ts';
import type { Answer, Turn } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { codeOf, comparable } from './refusals.ts';

const server = useServer();

states('S2.4-28', 'a turn that cites an agent carries it like one that attaches it', async () => {
  const main = server.as('main');
  const plain = (await main.send({ content: 'Good morning' })).body.data;
  expect(plain).not.toHaveProperty('agents');
  for (const select of SELECTIONS) {
    const { agents } = (await main.send(select([21]))).body.data;
    expect(agents).toMatchObject({ supported: true });
  }
});

states('S2.4-28 S2.4-27', 'an agent that is only cited can be given a task', async () => {
  const content = carryScript('Ask {{agent:21}}.', [
    { delegate: [{ agent: 21, task: 'How many days are there until Easter?' }] },
    { say: 'Ask again tomorrow.' },
  ]);
  const { agent_runs, steps } = (await server.as('main').send({ content })).body.data;
  expect(agent_runs).toHaveLength(1);
  expect(steps.find(({ key }: { key: string }) => key === 'agent').agent).toMatchObject({
    agent_id: 21,
    name: 'Analyst',
  });
});

states('S2.4-27', 'text that only resembles a citation selects no agent', async () => {
  for (const content of ['{agent:21}', '{{agent 21}}', '{{agent:}}', '{{agent:Analyst}}', 'agent:21']) {
    const { status, body } = await server.as('without-agents-use').send({ content: `Ask ${content}.` });
    expect(status, content).toBe(200);
    expect(body.data, content).not.toHaveProperty('agents');
  }
});

states(
  'S7-21 S7-23 S7-24 S7-25 S7-26 S7-53 S7-69 S7-72 S7-73',
  'agents that are cited are refused like those that are attached, on both channels, and nothing starts',
  async () => {
    for (const { credential = 'main', ids, fault = '', expected } of REFUSALS) {
      for (const select of SELECTIONS) {
        for (const send of ['send', 'refusedStream'] as const) {
          const client = server.as(credential);
          const chatId = randomUUID();
          const refused = await client[send](select(ids), {
            chatId,
            headers: { 'x-reference-fault': fault },
          });
          expect(codeOf(refused), `${expected} ${send}`).toEqual(expected);
          expect((await client.get(`/chats/${chatId}`)).status).toBe(404);
        }
      }
    }
  },
);

states('S7-23 S7-24 S7-25', 'an invisible agent is refused in the same way, whatever its state', async () => {
  // Inactive, switched off, deleted, of another user, of another company, missing: the catalog lists none of these agents.
  const answers: Answer[] = [];
  for (const id of [22, 37, 38, 39, 40, 61, 999_999]) {
    for (const select of SELECTIONS) answers.push(await server.as('allowlist').send(select([id])));
  }
  expect(new Set(answers.map((answer) => JSON.stringify(comparable(answer)))).size).toBe(1);
  expect(codeOf(answers[0] as Answer)).toEqual([403, 'api_token_resource_not_allowed']);
});

states(
  'S7-25',
  'one agent that cannot run makes the server refuse the turn, and the other agents do not run either',
  async () => {
    const main = server.as('main');
    const chatId = (await main.post('/chats', {})).body.data.id;
    const refused = await main.send({ attachments: { agent_ids: [21, 37] } }, { chatId });
    expect(codeOf(refused)).toEqual([403, 'api_v1_agent_not_available']);
    expect(await main.history(chatId)).toEqual([]);
  },
);

states('S7-52 S7-92', 'the conducting agent is one of the selected agents, whichever it is', async () => {
  const main = server.as('main');
  const foreign = await main.refusedStream({ principal_agent_id: 61 });
  for (const principal_agent_id of [22, 37, 39, 40, 999_999]) {
    const refused = await main.refusedStream({ principal_agent_id });
    expect(codeOf(refused), `${principal_agent_id}`).toEqual([422, 'api_v1_validation_error']);
    expect(comparable(refused)).toEqual(comparable(foreign));
  }
});

states('S7-53', 'no id of an agent is zero or less', async () => {
  const main = server.as('main');
  for (const id of [0, -1, -21]) {
    for (const turn of [{ principal_agent_id: id }, { attachments: { agent_ids: [id] } }]) {
      expect(codeOf(await main.send(turn)), `${id}`).toEqual([422, 'api_v1_validation_error']);
      expect(codeOf(await main.refusedStream(turn)), `${id}`).toEqual([422, 'api_v1_validation_error']);
    }
  }
});

states('S7-69 S7-70 S7-71', 'while agents are disabled, a citation still counts as a selection', async () => {
  const main = server.as('main');
  const headers = { 'x-reference-fault': 'agents_disabled' };
  for (const select of SELECTIONS) {
    const { status, body } = await main.refusedStream(select([21]), { headers });
    expect([status, body.message_code]).toEqual([503, 'api_v1_agents_disabled']);
    expect(body.meta.error_details.retry_action).toBe('none');
  }
  const { status, body } = await main.send(
    { attachments: { workspace_ids: [12], agent_ids: [] } },
    { headers },
  );
  expect(status).toBe(200);
  expect(body.data).not.toHaveProperty('agents');
});

states(
  'S7-72 S7-73',
  'when agents could not be prepared, the same turn with the same key runs later',
  async () => {
    const main = server.as('main');
    const options = { chatId: randomUUID(), key: randomUUID() };
    for (const select of SELECTIONS) {
      const fault = { 'x-reference-fault': 'agents_unavailable' };
      const refused = await main.send(select([21]), { ...options, key: randomUUID(), headers: fault });
      expect(codeOf(refused)).toEqual([503, 'api_v1_agents_unavailable']);
    }
    expect((await main.send({ attachments: { agent_ids: [21] } }, options)).status).toBe(200);
    expect(await main.history(options.chatId)).toHaveLength(1);
  },
);

/** The two ways to select agents (section 4.2). */
const SELECTIONS: readonly ((ids: readonly number[]) => Turn)[] = [
  (ids) => ({ attachments: { agent_ids: ids } }),
  (ids) => ({ content: ids.map((id) => `Ask {{agent:${id}}}.`).join(' ') }),
];

const SIXTEEN = Array.from({ length: 16 }, (_, index) => 21 + index);

const REFUSALS: readonly {
  readonly credential?: string;
  readonly ids: readonly number[];
  readonly fault?: string;
  readonly expected: readonly [number, string];
}[] = [
  { credential: 'without-agents-use', ids: [21], expected: [403, 'api_token_scope_not_allowed'] },
  { credential: 'allowlist', ids: [21, 22], expected: [403, 'api_token_resource_not_allowed'] },
  { ids: [21, 39], expected: [403, 'api_token_resource_not_allowed'] },
  { ids: [37], expected: [403, 'api_v1_agent_not_available'] },
  { ids: [21, 38], expected: [403, 'api_v1_agent_not_available'] },
  { ids: SIXTEEN, expected: [422, 'api_v1_too_many_agents'] },
  { ids: [21], fault: 'agents_disabled', expected: [503, 'api_v1_agents_disabled'] },
  { ids: [21], fault: 'agents_unavailable', expected: [503, 'api_v1_agents_unavailable'] },
];

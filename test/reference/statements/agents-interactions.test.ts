import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

/** Two tasks that each want to close a ticket. */
const TWO_QUESTIONS = {
  script: [{ delegate: [closing(21, 4410), closing(22, 4412)] }, { echo: 'results' }] as Act[],
  attachments: { agent_ids: [21, 22], mcp_server_ids: [7] },
};

states('S6-62', 'two tasks that ask at once get two interactions, each with its own id', async () => {
  const stream = await server.as('main').stream(TWO_QUESTIONS);
  const [first, second] = await readQuestions(stream);

  expect(first.action_id).not.toBe(second.action_id);
  expect(first.agent.task_id).not.toBe(second.agent.task_id);
  expect([ticketOf(first), ticketOf(second)].sort()).toEqual([4410, 4412]);
  stream.disconnect();
});

states('S6-63', 'each is resolved by its own id, and the other keeps waiting', async () => {
  const main = server.as('main');
  const stream = await main.stream(TWO_QUESTIONS);
  const [first, second] = await readQuestions(stream);
  const yes = await main.act(stream.chatId, 'approve-tool', answer(first, true));
  const twice = await main.act(stream.chatId, 'approve-tool', answer(first, true));
  const no = await main.act(stream.chatId, 'approve-tool', answer(second, false));
  const { content } = (await stream.rest()).data;

  expect(yes).toMatchObject({
    status: 200,
    body: { data: { action_id: first.action_id, state: 'resolved' } },
  });
  expect(twice).toMatchObject({ status: 409, body: { message_code: 'api_v1_action_not_pending' } });
  expect(no).toMatchObject({
    status: 200,
    body: { data: { action_id: second.action_id, state: 'resolved' } },
  });
  expect(content).toContain(`Ticket ${ticketOf(first)} is closed.`);
  expect(content).not.toContain(`Ticket ${ticketOf(second)} is closed.`);
});

states('S6-63', 'the second may be answered before the first', async () => {
  const main = server.as('main');
  const stream = await main.stream(TWO_QUESTIONS);
  const [first, second] = await readQuestions(stream);
  await main.act(stream.chatId, 'approve-tool', answer(second, true));
  await main.act(stream.chatId, 'approve-tool', answer(first, false));
  const { content } = (await stream.rest()).data;

  expect(content).toContain(`Ticket ${ticketOf(second)} is closed.`);
  expect(content).not.toContain(`Ticket ${ticketOf(first)} is closed.`);
});

states('S6-64', 'naming another task does not redirect an answer', async () => {
  const main = server.as('main');
  const stream = await main.stream(TWO_QUESTIONS);
  const [first, second] = await readQuestions(stream);
  const other = { task_id: second.agent.task_id, agent: second.agent };
  const swapped = await main.act(stream.chatId, 'approve-tool', { ...answer(first, true), ...other });
  const rest = await main.act(stream.chatId, 'approve-tool', answer(second, false));
  const { content } = (await stream.rest()).data;

  expect(swapped).toMatchObject({ status: 200, body: { data: { action_id: first.action_id } } });
  expect(rest.status).toBe(200);
  expect(content).toContain(`Ticket ${ticketOf(first)} is closed.`);
  expect(content).not.toContain(`Ticket ${ticketOf(second)} is closed.`);
});

states('S2.3-91', 'a task keeps its id in steps, interactions, terminal event and history', async () => {
  const main = server.as('main');
  const stream = await main.stream(TWO_QUESTIONS);
  const questions = await readQuestions(stream);
  for (const question of questions) await main.act(stream.chatId, 'approve-tool', answer(question, true));
  const { data } = await stream.rest();
  const [listed] = await main.history(stream.chatId);
  const told = stream.events.flatMap(({ type, data: { steps } }) => (type === 'message.step' ? steps : []));

  for (const { agent, payload } of questions) {
    const asked = payload.tools[0]?.tool_use_id;
    for (const steps of [told, data.steps, listed.steps]) {
      const ran = steps.find(({ tool_calls: calls }: Step) => calls?.[0]?.tool_use_id === asked);
      expect(ran.agent.task_id).toBe(agent.task_id);
      expect(steps.find(isTask(agent.task_id)).agent.name).toBe(agent.name);
    }
    for (const { agent_runs: runs } of [data, listed]) {
      expect(runs).toContainEqual(expect.objectContaining(agent));
    }
  }
});

states('S2.3-91', 'an interaction of the conductor belongs to no task', async () => {
  const main = server.as('main');
  const stream = await main.stream({
    ...TWO_QUESTIONS,
    script: [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }],
  });

  expect(await stream.until('message.action_required')).not.toHaveProperty('agent');
  stream.disconnect();
});

interface Asked {
  readonly action_id: string;
  readonly agent: { readonly task_id: string; readonly name: string };
  readonly payload: {
    readonly tools: readonly { readonly tool_use_id: string; readonly input: { readonly ticket: number } }[];
  };
}

interface Step {
  readonly key: string;
  readonly agent?: { readonly task_id: string };
  readonly tool_calls?: readonly { readonly tool_use_id: string }[];
}

function closing(agent: number, ticket: number) {
  const script: Act[] = [{ call: { tool: 'close_ticket', input: { ticket } } }, { echo: 'results' }];
  return { agent, task: `Close ${ticket}.`, script };
}

async function readQuestions(stream: TestStream): Promise<[Asked, Asked]> {
  return [await stream.until('message.action_required'), await stream.until('message.action_required')];
}

function ticketOf({ payload }: Asked): number | undefined {
  return payload.tools[0]?.input.ticket;
}

function answer({ action_id, payload }: Asked, approved: boolean) {
  return { action_id, decisions: payload.tools.map(({ tool_use_id }) => ({ tool_use_id, approved })) };
}

function isTask(id: string): (step: Step) => boolean {
  return ({ key, agent }) => key === 'agent' && agent?.task_id === id;
}

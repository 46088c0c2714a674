import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

const TASK: Act = { delegate: [{ agent: 21, task: 'Count.', script: [{ say: 'Two.' }] }] };
const DELEGATING = { script: [TASK, { say: 'Two.' }] as Act[], attachments: { agent_ids: [21] } };
/** The model of the default seed that cannot use tools. */
const WITHOUT_TOOLS = 4;

states('S2.3-26 S2.3-28', 'a turn that delegated has a run for each of its tasks', async () => {
  const delegate = [
    { agent: 21, task: 'Count.', script: [{ say: 'Two.' }] },
    { name: 'Clerk', task: 'Look.', script: [{ say: 'Three.' }] },
  ] as const;
  const { agent_runs: runs, steps } = (
    await server.as('main').send({ ...DELEGATING, script: [{ delegate }, { say: 'Done.' }] })
  ).body.data;
  const tasks = steps.filter(({ key }: Step) => key === 'agent').map(({ agent }: Step) => agent.task_id);

  expect(runs.map(({ task_id }: Run) => task_id).sort()).toEqual(tasks.sort());
  expect(new Map(runs.map(({ name, summary }: Run) => [name, summary]))).toEqual(
    new Map([
      ['Analyst', 'Two.'],
      ['Clerk', 'Three.'],
    ]),
  );
});

states('S2.3-28', 'a turn that carries agents and does not delegate has no runs', async () => {
  const { data } = (await server.as('main').send({ ...DELEGATING, script: [{ say: 'Two.' }] })).body;

  expect(data.agent_runs).toEqual([]);
  expect(data.agents).toMatchObject({ supported: true });
});

states('S2.3-29', 'runs are the same in answer, terminal, replay and history', async () => {
  const main = server.as('main');
  const options = { chatId: randomUUID(), key: randomUUID() };
  const blocking = await main.send(DELEGATING, options);
  const repeated = await main.send(DELEGATING, options);
  const stream = await main.stream(DELEGATING);
  const terminal = await stream.rest();
  const replay = await (await main.stream(DELEGATING, stream.repeat)).rest();
  const [listed] = await main.history(stream.chatId);

  expect(repeated.body.data.agent_runs).toEqual(blocking.body.data.agent_runs);
  expect(replay.data.agent_runs).toEqual(terminal.data.agent_runs);
  expect(listed.agent_runs).toEqual(terminal.data.agent_runs);
  expect(Object.keys(terminal.data.agent_runs[0])).toEqual(Object.keys(blocking.body.data.agent_runs[0]));
});

states(
  'S2.3-30 S2.3-31 S2.3-32 S2.3-34',
  'agents is in every answer to the turn, but not in the history',
  async () => {
    const main = server.as('main');
    const options = { chatId: randomUUID(), key: randomUUID() };
    const blocking = await main.send(DELEGATING, options);
    const repeated = await main.send(DELEGATING, options);
    const stream = await main.stream(DELEGATING);
    const terminal = await stream.rest();
    const replay = await (await main.stream(DELEGATING, stream.repeat)).rest();

    for (const { data } of [blocking.body, repeated.body, terminal, replay]) {
      expect(Object.keys(data.agents).sort()).toEqual(['reason', 'supported']);
    }
    for (const chatId of [options.chatId, stream.chatId]) {
      for (const listed of await main.history(chatId)) expect(listed).not.toHaveProperty('agents');
    }
  },
);

states('S2.3-32', 'an agent cited in the content is included too', async () => {
  const { data } = (await server.as('main').send({ content: 'Ask {{agent:21}} to count.' })).body;

  expect(data.agents).toMatchObject({ supported: true });
});

states('S2.3-32 S6-68', 'every kind of terminal event says whether agents were supported', async () => {
  const main = server.as('main');
  const attachments = { agent_ids: [21] };
  const cancelled = await main.stream({ script: [{ hang: true }], attachments });
  await main.act(cancelled.chatId, 'cancel', {});
  const failed = await main.stream({ script: [{ fail: 'outage' }], attachments });

  for (const stream of [cancelled, failed]) {
    expect((await stream.rest()).data.agents).toMatchObject({ supported: true });
  }
});

states('S6-67', 'message.error lists the tasks that ran, and no list when none did', async () => {
  const main = server.as('main');
  const attachments = { agent_ids: [21] };
  const before = await main.stream({ script: [{ fail: 'outage' }], attachments });
  const after = await main.stream({ script: [TASK, { fail: 'outage' }], attachments });

  expect((await before.rest()).data).not.toHaveProperty('agent_runs');
  expect((await after.rest()).data.agent_runs).toMatchObject([{ agent_id: 21, summary: 'Two.' }]);
});

states(
  'S6-67 S6-68',
  'a turn whose save is not confirmed shows its agents, in the first answer and on a replay',
  async () => {
    const main = server.as('main');
    const stream = await main.stream(DELEGATING, { headers: { 'x-reference-fault': 'persistence' } });
    const { type, data } = await stream.rest();
    const replay = await (await main.stream(DELEGATING, stream.repeat)).rest();

    expect([type, replay.type]).toEqual(['message.error', 'message.error']);
    for (const { agents, agent_runs } of [data, replay.data]) {
      expect(agents).toMatchObject({ supported: true });
      expect(agent_runs).toMatchObject([{ agent_id: 21 }]);
    }
  },
);

states(
  'S2.3-35 S2.3-36',
  'a model without tools cannot delegate, although the credential may use agents',
  async () => {
    const main = server.as('main');
    const able = (await main.send(DELEGATING)).body.data;
    const unable = (await main.send({ ...DELEGATING, model_id: WITHOUT_TOOLS })).body.data;

    expect(able.agents.supported).toBe(true);
    expect(able.agent_runs).toHaveLength(1);
    expect(unable.status).toBe('completed');
    expect(unable.agents.supported).toBe(false);
    expect(unable.agent_runs).toEqual([]);
  },
);

states('S2.3-35', 'agents describes the model that answered, however it was chosen', async () => {
  const main = server.as('main');
  const chat = (await main.post('/chats', { name: 'Small', model_id: WITHOUT_TOOLS })).body.data;
  const byChat = await main.send(DELEGATING, { chatId: chat.id });
  const byTurn = await main.send({ ...DELEGATING, model_id: 3 }, { chatId: chat.id });

  expect(byChat.body.data.agents.supported).toBe(false);
  expect(byTurn.body.data.agents.supported).toBe(true);
});

states('S2.3-88 S2.3-89', 'a step says that the turn could not delegate, and why', async () => {
  const main = server.as('main');
  const stream = await main.stream({ ...DELEGATING, model_id: WITHOUT_TOOLS });
  const { data } = await stream.rest();
  const [listed] = await main.history(stream.chatId);
  const told = stream.events.flatMap(({ type, data: { steps } }) => (type === 'message.step' ? steps : []));

  for (const steps of [told, data.steps, listed.steps]) {
    const step = steps.findLast(({ key }: Step) => key === 'agents_unavailable');
    expect(`${step.detail ?? ''} ${step.label}`).toContain('does not use tools');
    expect(steps.filter(({ key }: Step) => key.startsWith('agent'))).not.toContainEqual(
      expect.objectContaining({ key: 'agents_delegated' }),
    );
  }
});

states('S2.3-88', 'a turn that can delegate, or has no agents, has no such step', async () => {
  const main = server.as('main');
  const able = await main.send(DELEGATING);
  const plain = await main.send({ content: 'Hello', model_id: WITHOUT_TOOLS });

  for (const { body } of [able, plain]) {
    expect(body.data.steps.map(({ key }: Step) => key)).not.toContain('agents_unavailable');
  }
});

interface Step {
  readonly key: string;
  readonly agent: { readonly task_id: string };
}

interface Run {
  readonly task_id: string;
  readonly name: string;
  readonly summary: string;
}

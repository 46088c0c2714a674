import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestStream } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

const TWO_TASKS: Act[] = [
  {
    delegate: [
      { agent: 21, task: 'Count the late parcels.', script: [{ say: 'Two.' }] },
      { agent: 22, task: 'Write one sentence about it.', script: [{ say: 'Two parcels are late.' }] },
    ],
  },
  { say: 'Two parcels are late.' },
];
const DELEGATING = { script: TWO_TASKS, attachments: { agent_ids: [21, 22] } };

states(
  'S2.3-64 S2.3-65',
  'a turn that delegates has agent steps, in the stream and everywhere else',
  async () => {
    const main = server.as('main');
    const stream = await main.stream(DELEGATING);
    const terminal = await stream.rest();
    const replay = await (await main.stream(DELEGATING, stream.repeat)).rest();
    const [listed] = await main.history(stream.chatId);
    const blocking = await main.send(DELEGATING);

    for (const steps of [
      toldSteps(stream),
      terminal.data.steps,
      replay.data.steps,
      listed.steps,
      blocking.body.data.steps,
    ]) {
      expect(keysOf(steps)).toEqual(['agent', 'agents_delegated']);
    }
  },
);

states('S2.3-64 S2.3-65', 'a turn that carries agents and does not delegate has no agent steps', async () => {
  const turn = { script: [{ say: 'Two.' }] as const, attachments: { agent_ids: [21] } };
  const { steps } = (await server.as('main').send(turn)).body.data;

  expect(steps).toEqual([]);
});

states('S2.3-65 S2.3-66 S2.3-67', 'each agents_delegated step names the tasks that it started', async () => {
  const script: Act[] = [...TWO_TASKS, { delegate: [{ name: 'Clerk', task: 'Look.' }] }, { say: 'Done.' }];
  const { steps } = (await server.as('main').send({ ...DELEGATING, script })).body.data;
  const [first, second] = steps.filter(({ key }: Step) => key === 'agents_delegated');
  const tasks = steps.filter(({ key }: Step) => key === 'agent').map(({ agent }: Step) => agent?.task_id);

  expect(tasks).toHaveLength(3);
  expect([...first.agent_task_ids, ...second.agent_task_ids].sort()).toEqual(tasks.sort());
  expect(first.agent_task_ids).toHaveLength(2);
  expect(steps.indexOf(first)).toBeLessThan(steps.indexOf(second));
});

states('S2.3-65 S2.3-69', 'agents_delegated comes before the steps of its tasks', async () => {
  const stream = await server.as('main').stream(DELEGATING);
  await stream.rest();
  const told = toldSteps(stream);
  const delegated = told.findIndex(({ key }) => key === 'agents_delegated');
  const firstTask = told.findIndex(({ key }) => key === 'agent');

  expect(delegated).toBeGreaterThanOrEqual(0);
  expect(firstTask).toBeGreaterThan(delegated);
});

states('S2.3-69', 'each task has its own step, with its agent and its outcome', async () => {
  const { steps } = (await server.as('main').send(DELEGATING)).body.data;
  const tasks = steps.filter(({ key }: Step) => key === 'agent');

  expect(tasks).toHaveLength(2);
  expect(tasks.map(({ agent }: Step) => [agent?.agent_id, agent?.name, agent?.summary])).toEqual([
    [21, 'Analyst', 'Two.'],
    [22, 'Writer', 'Two parcels are late.'],
  ]);
  expect(tasks[0].agent.task_id).not.toBe(tasks[1].agent.task_id);
});

states('S2.3-69', 'two tasks of one agent are two tasks', async () => {
  const delegate = [
    { agent: 21, task: 'Count.', script: [{ say: 'Two.' }] },
    { agent: 21, task: 'Count again.', script: [{ say: 'Three.' }] },
  ] as const;
  const { steps, agent_runs: runs } = (
    await server.as('main').send({ ...DELEGATING, script: [{ delegate }, { say: 'Done.' }] })
  ).body.data;
  const tasks = steps.filter(({ key }: Step) => key === 'agent').map(({ agent }: Step) => agent?.task_id);

  expect(new Set(tasks).size).toBe(2);
  expect(runs).toHaveLength(2);
});

states('S2.3-69', 'a running task is working, and the turn waits for it', async () => {
  const stream = await server.as('main').stream({
    script: [
      { delegate: [{ agent: 21, task: 'Count.', script: [{ wait: 5 }, { say: 'Two.' }] }] },
      { echo: 'results' },
    ],
    attachments: { agent_ids: [21] },
  });
  const begun = await untilStep(stream, 'agent');
  await server.clock.advance(5000);
  const { steps, content } = (await stream.rest()).data;
  const ended = steps.find(({ key }: Step) => key === 'agent');

  expect(begun.agent).toMatchObject({ agent_id: 21, state: 'working' });
  expect(ended.agent.task_id).toBe(begun.agent?.task_id);
  expect(ended.agent.state).not.toBe('working');
  expect(content).toContain('Two.');
});

states('S2.3-74 S2.3-71', 'a temporary agent has a name and no id', async () => {
  const delegate = [
    { name: 'Contract reader', task: 'What does a delay cost?', script: [{ say: '1 %.' }] },
    { agent: 21, task: 'Count.', script: [{ say: 'Two.' }] },
  ] as const;
  const stream = await server.as('main').stream({ ...DELEGATING, script: [{ delegate }, { say: '1 %.' }] });
  const { data } = await stream.rest();
  const [listed] = await server.as('main').history(stream.chatId);

  for (const steps of [data.steps, listed.steps]) {
    const [temporary, known] = steps.filter(({ key }: Step) => key === 'agent');
    expect(temporary.agent).toMatchObject({ agent_id: null, name: 'Contract reader' });
    expect(known.agent).toMatchObject({ agent_id: 21 });
  }
});

states('S2.3-87', 'a step inside a task names its task', async () => {
  const call: Act = { call: { tool: 'find_tickets' } };
  const { steps } = (
    await server.as('main').send({
      script: [
        { delegate: [{ agent: 21, task: 'Count.', script: [call, { say: 'Four.' }] }] },
        call,
        { say: 'Four.' },
      ],
      attachments: { agent_ids: [21], mcp_server_ids: [7] },
    })
  ).body.data;
  const [task] = steps.filter(({ key }: Step) => key === 'agent');
  const [inside, outside] = steps.filter(({ tool_calls }: Step) => tool_calls);

  expect(inside.agent).toMatchObject({ task_id: task.agent.task_id, name: 'Analyst' });
  expect(outside).not.toHaveProperty('agent');
});

interface Step {
  readonly key: string;
  readonly agent?: {
    readonly task_id: string;
    readonly agent_id?: number | null;
    readonly name?: string;
    readonly summary?: string;
  };
  readonly tool_calls?: readonly unknown[];
}

function toldSteps(stream: TestStream): Step[] {
  return stream.events.filter(({ type }) => type === 'message.step').flatMap(({ data }) => data.steps);
}

function keysOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.map(({ key }) => key))].sort();
}

async function untilStep(stream: TestStream, key: string): Promise<Step> {
  for (;;) {
    const { steps } = await stream.until('message.step');
    const found = steps.find((step: Step) => step.key === key);
    if (found) return found;
  }
}

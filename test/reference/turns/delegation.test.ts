import { expect, it } from 'vitest';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

it.each<[unknown, string]>([
  [{ agent_id: '21', task: 'Look.' }, 'The agent_id of a task must be a number.'],
  [{ agent_id: {}, task: 'Look.' }, 'The agent_id of a task must be a number.'],
  [{ name: 7, task: 'Look.' }, 'The name of a task must be a string.'],
  [{ agent_id: 21, task: ['Look.'] }, 'The task of each entry must be a string.'],
  [[{ agent_id: 21, task: 'Look.' }], 'The task of each entry must be a string.'],
  ['Look.', 'The task of each entry must be a string.'],
  [{ agent_id: 999, task: 'Look.' }, 'This turn has no agent 999.'],
])('runs no task for %j, and explains what is wrong with it', async (task, problem) => {
  const call = { tool: 'delegate_tasks', input: { tasks: [task] } };
  const { body } = await server
    .as('main')
    .send({ script: [{ call }, { echo: 'results' }], attachments: { agent_ids: [21] } });
  expect(body.data).toMatchObject({ content: problem, agent_runs: [] });
});

it('lists the tasks of a turn that is cancelled in the order in which they began', async () => {
  const main = server.as('main');
  const wait = { script: [{ say: 'One moment. ' }, { wait: 600 }] };
  const tasks = [21, 22].map((agent) => ({ agent, task: 'Look.', ...wait }));
  const stream = await main.stream({ script: [{ delegate: tasks }], attachments: { agent_ids: [21, 22] } });
  const begun = new Set<number>();
  while (begun.size < tasks.length) {
    const { steps } = await stream.until('message.step');
    for (const { agent } of steps) if (agent) begun.add(agent.agent_id);
  }
  await main.act(stream.chatId, 'cancel', {});
  const { data } = await stream.rest();
  expect(
    data.agent_runs.map(({ agent_id, state }: { agent_id: number; state: string }) => [agent_id, state]),
  ).toEqual([...begun].map((id) => [id, 'stopped']));
});

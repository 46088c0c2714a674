import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

const COUNTERS = ['prompt_tokens', 'completion_tokens', 'total_tokens', 'reasoning_tokens'];

/** Short to request and expensive to run, since the task reads its whole conversation again after each call. */
const DEAR_TASK: Act[] = [
  ...Array.from({ length: 12 }, (): Act => ({ call: { tool: 'find_tickets' } })),
  { say: 'Four.' },
];
const DELEGATING = {
  script: [{ delegate: [{ agent: 21, task: 'Count.', script: DEAR_TASK }] }, { say: 'Four tickets.' }],
  attachments: { agent_ids: [21], mcp_server_ids: [7] },
} as const;

states('S2.3-49', 'a turn has the same usage in the answer, the replay and the history', async () => {
  const main = server.as('main');
  for (const turn of [{ script: [{ reason: 'Hm.' }, { say: 'At 9:00.' }] as const }, DELEGATING]) {
    const options = { chatId: randomUUID(), key: randomUUID() };
    const first = await main.send(turn, options);
    const replay = await main.send(turn, options);
    const [listed] = await main.history(options.chatId);

    expect(first.body.data.usage).not.toBeNull();
    expect(replay.body.data.usage).toEqual(first.body.data.usage);
    expect(listed.usage).toEqual(first.body.data.usage);
  }
});

states('S2.3-49', 'a stream has the same usage as its replay, the history and a blocking send', async () => {
  const main = server.as('main');
  for (const turn of [{ script: [{ reason: 'Hm.' }, { say: 'At 9:00.' }] as const }, DELEGATING]) {
    const stream = await main.stream({ ...turn, permission_mode: 'auto' });
    const { usage } = (await stream.rest()).data;
    const replay = await main.stream({ ...turn, permission_mode: 'auto' }, stream.repeat);
    const [listed] = await main.history(stream.chatId);
    const blocking = await main.send(turn);

    expect((await replay.rest()).data.usage).toEqual(usage);
    expect(listed.usage).toEqual(usage);
    // The scripted model is deterministic, so its usage is always the same.
    expect(blocking.body.data.usage).toEqual(usage);
  }
});

states(
  'S2.3-38 S2.3-39 S2.3-40 S2.3-41 S2.3-42 S2.3-43 S2.3-50',
  'names are snake_case, and counters integers',
  async () => {
    const main = server.as('main');
    const plain = (await main.send({ script: [{ reason: 'Hm.' }, { say: 'At 9:00.' }] })).body.data.usage;
    const withAgents = (await main.send(DELEGATING)).body.data.usage;

    expect(Object.keys(plain).sort()).toEqual([...COUNTERS, 'model', 'provider'].sort());
    expect(Object.keys(withAgents).sort()).toEqual(['agent_tokens', ...COUNTERS, 'model', 'provider'].sort());
    for (const usage of [plain, withAgents]) {
      const { model, provider, ...counters } = usage;
      expect(Object.values(counters).every(Number.isInteger)).toBe(true);
      expect([typeof model, typeof provider]).toEqual(['string', 'string']);
    }
    expect(plain.reasoning_tokens).toBeGreaterThan(0);
  },
);

states('S2.3-44 S2.3-45', 'agent_tokens is what the tasks consumed', async () => {
  const { usage, agent_runs: runs } = (await server.as('main').send(DELEGATING)).body.data;

  expect(usage.agent_tokens).toBeGreaterThan(0);
  expect(usage.agent_tokens).toBe(sum(runs.map(({ tokens }: Run) => tokens.total_tokens)));
});

states('S2.3-45 S2.3-46', 'the tasks of several agents are added up, failed ones included', async () => {
  const delegate = [
    { agent: 21, task: 'Count.', script: [{ say: 'Two.' }] },
    { agent: 22, task: 'Write.', script: [{ say: 'Two par' }, { fail: 'outage' }] },
  ] as const;
  const script: Act[] = [{ delegate }, { delegate: [{ name: 'Clerk', task: 'Look.' }] }, { say: 'Two.' }];
  const { usage, agent_runs: runs } = (
    await server.as('main').send({ script, attachments: { agent_ids: [21, 22] } })
  ).body.data;
  const consumed: number[] = runs.map(({ tokens }: Run) => tokens.total_tokens);

  expect(consumed).toHaveLength(3);
  expect(Math.min(...consumed)).toBeGreaterThan(0);
  expect(usage.agent_tokens).toBe(sum(consumed));
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens + usage.agent_tokens);
});

states(
  'S2.3-46 S2.3-48',
  'the total includes agent_tokens once, and the prompt and completion counters include none of them',
  async () => {
    const { usage } = (await server.as('main').send(DELEGATING)).body.data;

    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens + usage.agent_tokens);
    // The task consumed more than the conductor, so neither counter can include it.
    expect(usage.agent_tokens).toBeGreaterThan(usage.prompt_tokens + usage.completion_tokens);
  },
);

states('S2.3-46', 'a cancelled turn counts the tokens that its tasks consumed until then', async () => {
  const main = server.as('main');
  const stream = await main.stream({
    script: [{ delegate: [{ agent: 21, task: 'Count.', script: [{ say: 'One, two' }, { hang: true }] }] }],
    attachments: { agent_ids: [21] },
  });
  while ((await stream.until('message.step')).steps[0].key !== 'agent');
  await main.act(stream.chatId, 'cancel', {});
  const { usage, agent_runs: runs } = (await stream.rest()).data;

  expect(usage.agent_tokens).toBeGreaterThan(0);
  expect(usage.agent_tokens).toBe(sum(runs.map(({ tokens }: Run) => tokens.total_tokens)));
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens + usage.agent_tokens);
});

interface Run {
  readonly tokens: { readonly total_tokens: number };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import { expect, it } from 'vitest';
import operations from '../../generated/operations.json' with { type: 'json' };
import type { Act } from '../../src/rig/script/act.ts';
import { APPROVAL, ASKINGS, asking } from './harness/askings.ts';
import { useServer } from './harness/use-server.ts';

/** What the service document says, and no check of the suite can show of a foreign server. */
const server = useServer();

/** Short to request and expensive to run, since the task reads its whole conversation again after each call. */
const DEAR_TASK: Act[] = [
  ...Array.from({ length: 12 }, (): Act => ({ call: { tool: 'find_tickets' } })),
  { say: 'Four.' },
];

it('the prompt and completion counters include no tokens of tasks (S2.3-48)', async () => {
  const turn = {
    script: [{ delegate: [{ agent: 21, task: 'Count.', script: DEAR_TASK }] }, { say: 'Four tickets.' }],
    attachments: { agent_ids: [21], mcp_server_ids: [7] },
  } as const;
  const { usage } = (await server.as('main').send(turn)).body.data;
  expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens + usage.agent_tokens);
  // The task consumed more than the conductor, so neither counter can include it.
  expect(usage.agent_tokens).toBeGreaterThan(usage.prompt_tokens + usage.completion_tokens);
});

it('no operation confirms that a connector was connected (S4.4-43)', async () => {
  const main = server.as('main');
  const actions = operations.flatMap(({ path }) => /\/actions\/(.*)$/.exec(path)?.[1] ?? []);
  const stream = await main.stream(asking(APPROVAL));

  expect(actions.sort()).toEqual([...ASKINGS.map(({ endpoint }) => endpoint), 'cancel'].sort());
  for (const name of ['connect', 'confirm-auth', 'resolve-auth', 'complete-auth']) {
    expect((await main.act(stream.chatId, name, { action_id: 'act_1' })).status, name).toBe(404);
  }
  await main.act(stream.chatId, 'cancel', {});
  await stream.rest();
});

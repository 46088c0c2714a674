import type { Act } from '../../../src/rig/script/act.ts';
import type { TestClient, TestStream } from './client.ts';
import type { TestServer } from './use-server.ts';

/** Makes the server send every kind of message once. */
export async function tour(server: TestServer): Promise<void> {
  const main = server.as('main');
  await tourChats(main);
  await tourSkills(main);
  await tourTurns(server);
  await tourInteractions(main);
  await tourFailures(server);
}

const AGENTS = { agent_ids: [21, 22] };

async function tourChats(main: TestClient): Promise<void> {
  const { data } = (await main.post('/chats', { name: 'A chat', model_id: 4, permission_mode: 'auto' })).body;
  await main.get('/chats?is_favorite=false&page=1&size=10');
  await main.patch(`/chats/${data.id}`, { is_favorite: true });
  await main.get(`/chats/${data.id}`);
  await main.delete(`/chats/${data.id}`);
  await main.get(`/chats/${data.id}`);
}

async function tourSkills(main: TestClient): Promise<void> {
  await main.get('/chat/catalog');
  const fields = {
    name: 'A skill',
    instructions: 'Answer briefly, by {{library:12}}.',
    visibility: 'shared',
    shared_user_ids: [301],
  };
  const { data } = (await main.post('/skills', fields)).body;
  await main.post('/skills', { ...fields, level: 'workspace', workspace_id: 12 });
  await main.get('/skills');
  await main.get(`/skills/${data.id}`);
  await main.patch(`/skills/${data.id}`, { icon: 'pen', description: 'Short answers' });
  await main.request('PATCH', `/skills/${data.id}/toggle`);
  await main.delete(`/skills/${data.id}`);
  await main.post('/skills', { ...fields, instructions: '{{library:999}}' });
}

async function tourTurns(server: TestServer): Promise<void> {
  const main = server.as('main');
  const delegating: readonly Act[] = [
    { reason: 'Two agents know more.' },
    {
      delegate: [
        { agent: 21, task: 'Count' },
        { name: 'Helper', task: 'Write', script: [{ fail: 'refusal' }] },
      ],
    },
    { say: 'Done.' },
  ];
  const { body } = await main.send({
    script: delegating,
    attachments: { ...AGENTS, workspace_ids: [12] },
    metadata: { ticket: 4410 },
  });
  await main.history(body.data.chat_id);
  await (await main.stream({ script: delegating, attachments: AGENTS })).rest();
  await (
    await main.stream({
      content: 'When may I return a book?',
      attachments: { workspace_ids: [12] },
      model_id: 4,
    })
  ).rest();
  await (await main.stream({ script: [{ say: 'one two' }, { failover: true }, { say: 'three' }] })).rest();
  await (
    await main.stream({
      script: [{ delegate: [{ agent: 21, task: 'Count' }] }, { fail: 'outage' }],
      attachments: AGENTS,
    })
  ).rest();
  const finding = { agent: 21, task: 'Find the tickets', script: [{ call: { tool: 'find_tickets' } }] };
  await (
    await main.stream({
      script: [{ delegate: [finding] }],
      attachments: { ...AGENTS, mcp_server_ids: [7] },
      permission_mode: 'auto',
    })
  ).rest();
  await (await main.stream({ content: 'Hello', model_id: 4, attachments: AGENTS })).rest();
  await (await server.as('incognito').stream({ content: 'Write to ingrid@example.org' })).rest();
  const silent = await main.stream({ script: [{ say: 'a' }, { wait: 40 }, { say: 'b' }] });
  await silent.until('message.delta');
  await server.clock.advance(20_000);
  await main.act(silent.chatId, 'cancel', {});
  await silent.rest();
}

async function tourInteractions(main: TestClient): Promise<void> {
  const attachments = { mcp_server_ids: [7, 9] };
  const approval = await main.stream({
    script: [{ call: { tool: 'close_ticket', input: { ticket: '4410' } } }],
    attachments,
  });
  const { action_id, payload } = await approval.until('message.action_required');
  const decisions = payload.tools.map(({ tool_use_id }: { tool_use_id: string }) => ({
    tool_use_id,
    approved: true,
  }));
  await main.act(approval.chatId, 'approve-tool', { action_id, decisions });
  await approval.rest();

  const plan = {
    title: 'A plan',
    context: 'Spring',
    steps: [{ step: 1, action: 'Order', tool: 'order_books' }],
    notes: 'None',
  };
  await answerOnce(main, await main.stream({ script: [{ plan }] }), 'respond-plan', { action: 'approve' });
  const schema = { type: 'object', properties: { branch: { type: 'string' } } };
  const asking = await main.stream({ script: [{ ask: { message: 'Which branch?', schema } }], attachments });
  await answerOnce(main, asking, 'respond-elicitation', {
    action: 'accept',
    content: { branch: 'Quayside' },
  });
  const connecting = await main.stream({
    script: [{ call: { tool: 'list_events' } }],
    attachments,
    permission_mode: 'auto',
  });
  await answerOnce(main, connecting, 'cancel-auth', {});
  const task = {
    agent: 21,
    task: 'Close it',
    script: [{ call: { tool: 'close_ticket', input: { ticket: '4410' } } }],
  };
  const delegated = await main.stream({
    script: [{ delegate: [task] }],
    attachments: { ...attachments, ...AGENTS },
  });
  await delegated.until('message.action_required');
  await main.act(delegated.chatId, 'cancel', {});
  await delegated.rest();
}

async function answerOnce(main: TestClient, stream: TestStream, name: string, answer: object): Promise<void> {
  const { action_id } = await stream.until('message.action_required');
  await main.act(stream.chatId, name, { action_id, ...answer });
  await stream.rest();
}

async function tourFailures(server: TestServer): Promise<void> {
  const main = server.as('main');
  const fault = (name: string) => ({ headers: { 'x-reference-fault': name } });
  await main.send({ attachments: AGENTS }, fault('agents_disabled'));
  await main.send({ attachments: AGENTS }, fault('agents_unavailable'));
  await main.send({}, fault('persistence'));
  await main.send({ script: [{ fail: 'outage' }] });
  await main.send({ permission_mode: 'manual' });
  await server.as('without-agents-use').send({ attachments: AGENTS });
  await server.as().get('/chats');
}

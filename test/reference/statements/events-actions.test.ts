import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

const CLOSE: Act = { call: { tool: 'close_ticket', input: { ticket: 4410 } } };
const ASK: Act = {
  ask: {
    message: 'Which branch should be searched?',
    schema: { type: 'object', properties: { branch: { type: 'string' } }, required: ['branch'] },
  },
};
const PLAN: Act = {
  plan: { title: 'Easter', context: 'Soon.', steps: [{ step: 1, action: 'Write' }], notes: 'None.' },
};
const CONNECT: Act = { call: { tool: 'list_events' } };
const attachments = { mcp_server_ids: [7, 9], agent_ids: [21] };

/** Each kind of question with the script that raises it, and the endpoint and body that answer it. */
const KINDS = [
  {
    kind: 'tool_approval',
    act: CLOSE,
    endpoint: 'approve-tool',
    answer: ({ tools }: Payload) => ({
      decisions: tools?.map(({ tool_use_id }) => ({ tool_use_id, approved: true })),
    }),
  },
  { kind: 'plan_approval', act: PLAN, endpoint: 'respond-plan', answer: () => ({ action: 'approve' }) },
  {
    kind: 'elicitation',
    act: ASK,
    endpoint: 'respond-elicitation',
    answer: () => ({ action: 'accept', content: { branch: 'Quayside' } }),
  },
  { kind: 'auth_required', act: CONNECT, endpoint: 'cancel-auth', answer: () => ({}) },
];

states('S6-11 S6-60', 'each kind is answered through its own endpoint', async () => {
  const main = server.as('main');
  for (const { kind, act, endpoint, answer } of KINDS) {
    const stream = await main.stream({ script: [act, { say: 'Done.' }], attachments });
    const { action_id, ...question } = await stream.until('message.action_required');
    const answered = await main.act(stream.chatId, endpoint, { action_id, ...answer(question.payload) });
    const { type, data } = await stream.rest();

    expect(question.kind).toBe(kind);
    expect(answered.body.data).toEqual({ action_id, state: 'resolved' });
    expect([type, data.content]).toEqual(['message.completed', 'Done.']);
  }
});

states(
  'S6-60',
  'no kind can be answered through the endpoint of another, and it stays answerable',
  async () => {
    const main = server.as('main');
    for (const asked of KINDS) {
      const stream = await main.stream({ script: [asked.act, { say: 'Done.' }], attachments });
      const { action_id, payload } = await stream.until('message.action_required');
      for (const { kind, endpoint } of KINDS.filter(({ kind }) => kind !== asked.kind)) {
        const refused = await main.act(stream.chatId, endpoint, { action_id, ...BODIES[kind] });
        expect([endpoint, refused.status >= 400]).toEqual([endpoint, true]);
      }
      const answered = await main.act(stream.chatId, asked.endpoint, { action_id, ...asked.answer(payload) });

      expect(answered.status).toBe(200);
      expect((await stream.rest()).type).toBe('message.completed');
    }
  },
);

states(
  'S6-58',
  'in auto, tools run and connectors are answered without a question to the client',
  async () => {
    const main = server.as('main');
    const inTask: Act = {
      delegate: [{ agent: 21, task: 'Close it.', script: [CLOSE, ASK, { echo: 'results' }] }],
    };
    for (const act of [CLOSE, ASK, inTask]) {
      const script = [act, { say: 'Done. ' }, { echo: 'results' }] as Act[];
      const stream = await main.stream({ script, attachments, permission_mode: 'auto' });
      const { type, data } = await stream.rest();

      expect(stream.events.map(({ type }) => type)).not.toContain('message.action_required');
      expect([type, data.status]).toEqual(['message.completed', 'completed']);
      if (act === CLOSE) expect(data.content).toContain('Ticket 4410 is closed.');
    }
  },
);

states('S6-58', 'in manual, a tool that changes nothing needs no answer', async () => {
  const script: Act[] = [{ call: { tool: 'find_tickets' } }, { say: 'Four.' }];
  const stream = await server.as('main').stream({ script, attachments });
  await stream.rest();

  expect(stream.events.map(({ type }) => type)).not.toContain('message.action_required');
});

states('S6-59', 'an unconnected connector asks in either mode', async () => {
  const main = server.as('main');
  for (const permission_mode of ['manual', 'auto']) {
    const stream = await main.stream({ script: [CONNECT, { say: 'Done.' }], attachments, permission_mode });
    const { kind, payload, action_id } = await stream.until('message.action_required');
    await main.act(stream.chatId, 'cancel-auth', { action_id });
    const { data } = await stream.rest();

    expect(kind).toBe('auth_required');
    expect(payload.resolution).toBe('connect_in_ui_or_cancel');
    expect(data).toMatchObject({ status: 'completed', content: 'Done.' });
  }
});

states('S6-59', 'an attached connector that the turn does not use asks nothing', async () => {
  const stream = await server.as('main').stream({ script: [{ say: 'Done.' }], attachments });
  await stream.rest();

  expect(stream.events.map(({ type }) => type)).not.toContain('message.action_required');
});

/** A valid body for each endpoint, without the action_id. */
const BODIES: Readonly<Record<string, object>> = {
  tool_approval: { decisions: [{ tool_use_id: 'call_1', approved: true }] },
  plan_approval: { action: 'approve' },
  elicitation: { action: 'decline' },
  auth_required: {},
};

interface Payload {
  readonly tools?: readonly { readonly tool_use_id: string }[];
}

import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { expect, it } from 'vitest';
import type { ConversationMessage, TransportOptions } from '../../../src/adapters/ai-sdk.ts';
import { Chat, script, setUp } from './chat.ts';

const setup = setUp();

const withDesks = ({ parts: [part] }: ConversationMessage) => ({
  content: part?.type === 'text' ? part.text : '',
  permission_mode: 'manual' as const,
  attachments: { mcp_server_ids: [...setup.desks], agent_ids: [21, 22] },
});
const close = (ticket: number) => ({ tool: 'close_ticket', input: { ticket } });

function open(options: Partial<TransportOptions> = {}) {
  const opened = setup.open({ turnFor: withDesks, ...options });
  opened.transport.connect(opened.chat);
  return opened;
}

/** The answers to the questions about tools that the chat shows, in their order. */
type Shown = ReturnType<typeof open>['chat'];
const approvalsOf = ({ tools }: Shown) => tools.map(({ approval }) => approval?.id ?? '');
const statesOf = ({ tools }: Shown) => tools.map(({ state }) => state);

it('answers a question about a tool by `addToolApprovalResponse`, while the stream goes on', async () => {
  const { chat } = open();
  const sent = chat.sendMessage({ text: script({ call: close(4410) }, { say: 'Closed.' }) });
  await expect.poll(() => statesOf(chat)).toEqual(['approval-requested']);
  expect(chat.tools).toMatchObject([{ toolName: 'close_ticket', input: { ticket: 4410 } }]);
  const [id = ''] = approvalsOf(chat);
  await chat.addToolApprovalResponse({ id, approved: true });
  await sent;
  expect([chat.error, chat.answer?.texts]).toEqual([undefined, ['Closed.']]);
  expect(chat.tools).toMatchObject([
    { state: 'output-available', output: { status: 'done' }, approval: { id, approved: true } },
  ]);
  expect(chat.turn?.interactions).toEqual([]);
});

it('sends the decisions of a question once all of its calls have one', async () => {
  const { chat } = open();
  const sent = chat.sendMessage({ text: script({ call: [close(4410), close(4412)] }, { say: 'Done.' }) });
  await expect.poll(() => statesOf(chat)).toEqual(['approval-requested', 'approval-requested']);
  const [first = '', second = ''] = approvalsOf(chat);
  await chat.addToolApprovalResponse({ id: second, approved: false });
  expect(chat.turn?.interactions).toHaveLength(1);
  await chat.addToolApprovalResponse({ id: first, approved: true });
  await sent;
  expect(statesOf(chat)).toEqual(['output-available', 'output-denied']);
});

it('shows the questions of two agents at once, and answers each', async () => {
  const { chat } = open();
  const task = (agent: number, ticket: number) => ({
    ...{ agent, task: `Close ${ticket}.` },
    script: [{ call: close(ticket) }, { say: 'Closed.' }],
  });
  const sent = chat.sendMessage({
    text: script({ delegate: [task(21, 4410), task(22, 4412)] }, { say: 'Both.' }),
  });
  await expect.poll(() => statesOf(chat)).toEqual(['approval-requested', 'approval-requested']);
  for (const id of approvalsOf(chat)) await chat.addToolApprovalResponse({ id, approved: true });
  await sent;
  expect([chat.error, ...statesOf(chat)]).toEqual([undefined, 'output-available', 'output-available']);
});

it('shows an answer that was given through `answer` on the part of the tool too', async () => {
  const { chat, transport } = open();
  const sent = chat.sendMessage({ text: script({ call: close(4410) }, { say: 'Not closed.' }) });
  await expect.poll(() => chat.turn?.interactions).toHaveLength(1);
  const [question] = chat.turn?.interactions ?? [];
  await transport.answer(question?.action_id ?? '', (event) =>
    event.kind === 'tool_approval' ? event.decline() : undefined,
  );
  await sent;
  expect(statesOf(chat)).toEqual(['output-denied']);
});

it.each([
  [true, 'output-available'],
  [false, 'output-denied'],
])(
  'shows how a call ended, even if the turn ends before its answer is confirmed: %s',
  async (approved, state) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { chat } = open({
      stream: (id, body, options) => {
        const turn = setup.client.turns.stream(id, body, options);
        turn.on('message.action_required', (event) => {
          if (event.kind !== 'tool_approval') return;
          const { approve, decline } = event;
          const late = async <Result>(answer: Promise<Result>) => answer.finally(() => ended);
          Object.assign(event, { approve: () => late(approve()), decline: () => late(decline()) });
        });
        turn.on('message.completed', () => setTimeout(end));
        return turn;
      },
    });
    const sent = chat.sendMessage({ text: script({ call: close(4410) }, { say: 'Ready.' }) });
    await expect.poll(() => statesOf(chat)).toEqual(['approval-requested']);
    const [id = ''] = approvalsOf(chat);
    await chat.addToolApprovalResponse({ id, approved });
    await sent;
    expect(chat.tools).toMatchObject([{ state, approval: { approved } }]);
  },
);

it('asks again when the answer did not get through, and rejects', async () => {
  let isDown = true;
  const { chat } = open({
    stream: (id, body, options) => {
      const turn = setup.client.turns.stream(id, body, options);
      turn.on('message.action_required', (event) => {
        if (event.kind !== 'tool_approval' || !isDown) return;
        const { approve } = event;
        Object.assign(event, {
          approve: async (...ids: string[]) => {
            if (!isDown) return approve(...ids);
            isDown = false;
            throw new Error('your server is down');
          },
        });
      });
      return turn;
    },
  });
  const sent = chat.sendMessage({ text: script({ call: close(4410) }, { say: 'Closed.' }) });
  await expect.poll(() => statesOf(chat)).toEqual(['approval-requested']);
  const [id = ''] = approvalsOf(chat);
  await expect(chat.addToolApprovalResponse({ id, approved: true })).rejects.toThrow('your server is down');
  await expect.poll(() => statesOf(chat)).toEqual(['approval-requested']);
  await chat.addToolApprovalResponse({ id, approved: true });
  await sent;
  expect([chat.error, ...statesOf(chat)]).toEqual([undefined, 'output-available']);
});

it('takes back a question that nobody answered', async () => {
  const { chat } = open();
  const sent = chat.sendMessage({ text: script({ call: close(4410) }, { say: 'Not closed.' }) });
  await expect.poll(() => statesOf(chat)).toEqual(['approval-requested']);
  await setup.clock.advance(120_000);
  await sent;
  expect(chat.tools.filter(({ approval }) => approval)).toEqual([]);
  await chat.addToolApprovalResponse({ id: 'unknown', approved: true });
});

it('sends nothing by itself in a chat with `sendAutomaticallyWhen`', async () => {
  const { id, transport } = open();
  const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;
  const chat = transport.connect(new Chat({ id, transport, sendAutomaticallyWhen }));
  const sent = chat.sendMessage({ text: script({ call: [close(4410), close(4412)] }, { say: 'Done.' }) });
  await expect.poll(() => statesOf(chat)).toHaveLength(2);
  for (const approval of approvalsOf(chat))
    await chat.addToolApprovalResponse({ id: approval, approved: true });
  await sent;
  expect([chat.status, chat.messages.length]).toEqual(['ready', 2]);
  expect((await setup.client.turns.list(id)).data).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import type { TestClient, TestStream, Turn } from '../harness/client.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';

const server = useServer();

const TERMINALS = ['message.completed', 'message.cancelled', 'message.error'];

/** Outputs text, reasons, calls, asks and waits, which produces every non-terminal event. */
const EVERYTHING: Turn = {
  script: [
    { reason: 'The ticket desk knows.' },
    { call: { tool: 'find_tickets' } },
    { call: { tool: 'close_ticket', input: { ticket: 4410 } } },
    { say: 'One moment. ' },
    { wait: 20 },
    { say: 'Closed.' },
  ],
  attachments: { mcp_server_ids: [7] },
};

states('S6-01', 'the streaming send returns events, and the blocking send returns JSON', async () => {
  const main = server.as('main');
  const stream = await main.stream({ content: 'Hello' });
  const blocking = await main.send({ content: 'Hello' });

  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect((await stream.rest()).type).toBe('message.completed');
  expect(blocking.headers.get('content-type')).toMatch(/^application\/json/);
});

states(
  'S6-04 S6-05 S6-15 S6-18 S6-20',
  'every stream begins with message.start, and ends with its only terminal event',
  async () => {
    const main = server.as('main');
    const ends = {
      completed: { say: 'Hello' },
      cancelled: { hang: true },
      error: { fail: 'outage' },
    } as const;
    for (const [end, act] of Object.entries(ends)) {
      const turn = { script: [act] };
      const stream = await main.stream(turn);
      if (end === 'cancelled') await main.act(stream.chatId, 'cancel', {});
      await stream.rest();
      const replay = await main.stream(turn, stream.repeat);
      await replay.rest();

      for (const { events } of [stream, replay]) {
        expect(events[0].type).toBe('message.start');
        expect(events.at(-1).type).toBe(`message.${end}`);
        expect(events.filter(({ type }) => type === 'message.start')).toHaveLength(1);
        expect(events.filter(({ type }) => TERMINALS.includes(type))).toHaveLength(1);
      }
    }
  },
);

states('S6-04 S6-05', 'message.start does not wait for the model', async () => {
  const stream = await server.as('main').stream({ script: [{ hang: true }] });

  expect(await stream.next()).toMatchObject({ type: 'message.start', data: { chat_id: stream.chatId } });
  stream.disconnect();
});

states(
  'S6-06 S6-08 S6-10 S6-12 S6-14 S6-21',
  'the stream continues after start, step, action_required, delta and ping',
  async () => {
    const stream = await runThrough(server.as('main'), EVERYTHING);
    const types = stream.events.map(({ type }) => type);

    expect(types.at(0)).toBe('message.start');
    expect(types.at(-1)).toBe('message.completed');
    expect([...new Set(types.slice(1, -1))].sort()).toEqual([
      'message.action_required',
      'message.delta',
      'message.step',
      'ping',
    ]);
  },
);

states('S6-07 S6-21', 'text is streamed while the model writes it, before the turn has ended', async () => {
  const stream = await server.as('main').stream({ script: [{ say: 'One moment. ' }, { hang: true }] });

  expect(await stream.until('message.delta')).toEqual({ text: 'One moment. ', replace: false });
  stream.disconnect();
});

states('S6-09', 'message.step reports reasoning and tools while they run', async () => {
  const script: Act[] = [
    { reason: 'The ticket desk knows.' },
    { call: { tool: 'find_tickets', input: { text: 'order' } } },
    { say: 'One.' },
    { hang: true },
  ];
  const stream = await server.as('main').stream({ ...EVERYTHING, script });
  await stream.until('message.delta');
  const steps = stepsOf(stream);

  expect(steps.find(({ detail }) => detail === 'The ticket desk knows.')).toBeDefined();
  expect(steps.flatMap(({ tool_calls: calls }) => calls ?? [])).toContainEqual(
    expect.objectContaining({ name: 'find_tickets', server: 'tickets', input: { text: 'order' } }),
  );
  stream.disconnect();
});

states(
  'S6-11 S6-12',
  'the turn waits for the answer to message.action_required, and continues with it',
  async () => {
    const main = server.as('main');
    const stream = await main.stream({
      ...EVERYTHING,
      script: [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }, { echo: 'results' }],
    });
    const question = await stream.until('message.action_required');
    await server.clock.advance(60_000);
    const before = stream.events.length;
    const [pending] = await main.history(stream.chatId);
    await approve(main, stream, question);
    const { type, data } = await stream.rest();

    expect(question.kind).toBe('tool_approval');
    expect(pending.status).toBe('pending');
    expect(stream.events.slice(before).filter(({ type }) => type === 'ping')).toHaveLength(4);
    expect([type, data.content]).toEqual(['message.completed', 'Ticket 4410 is closed.']);
  },
);

states('S6-19', 'on the terminal event the history and the key have the result', async () => {
  const main = server.as('main');
  const ends: Record<string, Act> = { completed: { say: 'Done.' }, cancelled: { hang: true } };
  for (const [end, act] of Object.entries(ends)) {
    const turn = { script: [{ say: 'One moment. ' }, act] };
    const stream = await main.stream(turn);
    await stream.until('message.delta');
    if (end === 'cancelled') await main.act(stream.chatId, 'cancel', {});
    const terminal = await stream.until(`message.${end}` as 'message.completed');
    const [listed] = await main.history(stream.chatId);
    const replay = await main.stream(turn, stream.repeat);

    expect(listed).toMatchObject({ id: terminal.id, status: end, content: terminal.content });
    expect(await replay.until(`message.${end}` as 'message.completed')).toEqual(terminal);
  }
});

states('S6-19', 'a turn that could not be saved is not reported as completed', async () => {
  const stream = await server
    .as('main')
    .stream({ content: 'Hello' }, { headers: { 'x-reference-fault': 'persistence' } });
  await stream.rest();
  const types = stream.events.map(({ type }) => type);

  expect(types).not.toContain('message.completed');
  expect(types.at(-1)).toBe('message.error');
});

states('S6-18', 'a turn that is cancelled twice, or too late, still has one terminal event', async () => {
  const main = server.as('main');
  const cancelled = await main.stream({ script: [{ hang: true }] });
  await Promise.all([main.act(cancelled.chatId, 'cancel', {}), main.act(cancelled.chatId, 'cancel', {})]);
  const completed = await main.stream({ content: 'Hello' });
  await completed.until('message.completed');
  await main.act(completed.chatId, 'cancel', {});

  for (const stream of [cancelled, completed]) {
    await stream.rest();
    expect(stream.events.filter(({ type }) => TERMINALS.includes(type))).toHaveLength(1);
  }
  expect(completed.events.at(-1).type).toBe('message.completed');
});

states('S6-15 S6-50', 'message.completed has the complete answer, as the history keeps it', async () => {
  const main = server.as('main');
  const said = Array.from({ length: 40 }, (_, line) => `Line ${line}: ☂ "quoted"\n`).join('');
  const stream = await main.stream({ script: [{ reason: 'Hm.' }, { say: said, pieces: 25 }] });
  const { type, data } = await stream.rest();

  expect(type).toBe('message.completed');
  expect(data.content).toBe(said);
  expect(await main.history(stream.chatId)).toMatchObject([{ content: said, status: 'completed' }]);
});

/** Runs the turn that does everything, answers its question and advances the clock. */
async function runThrough(main: TestClient, turn: Turn): Promise<TestStream> {
  const stream = await main.stream(turn, { chatId: randomUUID() });
  await approve(main, stream, await stream.until('message.action_required'));
  await stream.until('message.delta');
  await server.clock.advance(20_000);
  await stream.rest();
  return stream;
}

async function approve(main: TestClient, stream: TestStream, question: Question): Promise<void> {
  const decisions = question.payload.tools.map(({ tool_use_id }) => ({ tool_use_id, approved: true }));
  await main.act(stream.chatId, 'approve-tool', { action_id: question.action_id, decisions });
}

interface Question {
  readonly kind: string;
  readonly action_id: string;
  readonly payload: { readonly tools: readonly { readonly tool_use_id: string }[] };
}

function stepsOf(stream: TestStream): { detail?: string; tool_calls?: readonly unknown[] }[] {
  return stream.events.flatMap(({ type, data }) => (type === 'message.step' ? data.steps : []));
}

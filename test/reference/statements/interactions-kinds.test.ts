import { expect } from 'vitest';
import type { Act } from '../../../src/rig/script/act.ts';
import { states } from '../harness/states.ts';
import { useServer } from '../harness/use-server.ts';
import { APPROVAL, ASKINGS, type Asking, asking, CONNECTION, decide, PLAN, QUESTION } from './askings.ts';

const server = useServer();

states(
  'S3.2-02 S3.2-03 S3.2-04 S3.2-05 S4.4-03 S4.4-04 S4.4-07 S4.4-08 S4.4-09 S4.4-18 S4.4-22 S4.4-33 S6-31 S6-60',
  'each kind is answered at its own endpoint with the id from the event, and is then resolved',
  async () => {
    const main = server.as('main');
    for (const each of ASKINGS) {
      const stream = await main.stream(asking(each));
      const asked = await stream.until('message.action_required');
      const answer = await main.act(stream.chatId, each.endpoint, each.answer(asked));

      expect(asked.kind).toBe(each.kind);
      expect(answer.status, each.kind).toBe(200);
      expect(answer.body.data).toEqual({ action_id: asked.action_id, state: 'resolved' });
      expect((await stream.rest()).type).toBe('message.completed');
    }
  },
);

states('S6-11 S6-12', 'a turn that asks waits for its answer until the deadline', async () => {
  const main = server.as('main');
  for (const each of ASKINGS) {
    const stream = await main.stream(asking(each));
    const asked = await stream.until('message.action_required');
    await server.clock.advance(60_000);
    const [turn] = await main.history(stream.chatId);

    expect(turn.status, each.kind).toBe('pending');
    await main.act(stream.chatId, each.endpoint, each.answer(asked));
    await stream.rest();
    expect(stream.events.filter(({ type }) => type === 'message.action_required')).toHaveLength(1);
  }
});

states('S4.4-15', 'an approved tool runs with the input that was shown', async () => {
  const { asked, end } = await answerOnce(APPROVAL);

  expect(asked.payload.tools).toMatchObject([{ name: 'close_ticket', input: { ticket: 4410 } }]);
  expect(end.data.content).toContain('Ticket 4410 is closed.');
  expect(toolSteps(end)).toMatchObject([{ tool_calls: asked.payload.tools, status: 'done' }]);
});

states(
  'S4.4-16',
  'a tool that was not approved is skipped, and an approved one of the same question runs',
  async () => {
    const main = server.as('main');
    const both: Act = {
      call: [
        { tool: 'close_ticket', input: { ticket: 4410 } },
        { tool: 'order_books', input: { title: 'Tide tables', copies: 3 } },
      ],
    };
    const stream = await main.stream(asking({ ...APPROVAL, acts: [both] }));
    const { action_id, payload } = await stream.until('message.action_required');
    const [close, order] = payload.tools;
    // The order differs from the question, since a decision refers to its tool_use_id.
    const decisions = [
      { tool_use_id: order.tool_use_id, approved: true },
      { tool_use_id: close.tool_use_id, approved: false },
    ];
    await main.act(stream.chatId, 'approve-tool', { action_id, decisions });
    const { data } = await stream.rest();

    expect(data.content).toContain('3 of "Tide tables" ordered.');
    expect(data.content).not.toContain('is closed');
  },
);

states('S4.4-16', 'the turn continues when no tool was approved', async () => {
  const { end } = await answerOnce(APPROVAL, (asked) => decide(asked, false));

  expect(end.type).toBe('message.completed');
  expect(end.data.content).not.toContain('is closed');
});

states('S4.4-18', 'the turn continues after a plan is approved or rejected', async () => {
  const approved = await answerOnce(PLAN);
  const rejected = await answerOnce(PLAN, ({ action_id }) => ({ action_id, action: 'reject' }));

  expect(approved.end.data.content).toContain('approved');
  expect(rejected.end.type).toMatch(/^message\.(completed|cancelled|error)$/);
  expect(rejected.end.data.content).not.toContain('approved');
});

states('S4.4-40', 'a plan may wait for approval in auto mode too, and is answered there', async () => {
  const main = server.as('main');
  const stream = await main.stream({ ...asking(PLAN), permission_mode: 'auto' });
  const asked = await stream.until('message.action_required');

  expect(asked.kind).toBe('plan_approval');
  expect((await main.act(stream.chatId, 'respond-plan', PLAN.answer(asked))).status).toBe(200);
  expect((await stream.rest()).type).toBe('message.completed');
});

states('S4.4-26', 'an accepted question receives the content as its answer', async () => {
  const { end } = await answerOnce(QUESTION);

  expect(end.data.content).toContain('"action":"accept"');
  expect(end.data.content).toContain('"content":{"branch":"Old Mill"}');
});

states(
  'S4.4-27 S4.4-28',
  'a declined or aborted question gets no answer, and its turn continues',
  async () => {
    for (const action of ['decline', 'cancel']) {
      const { end } = await answerOnce(QUESTION, ({ action_id }) => ({ action_id, action }));

      expect(end.type, action).toBe('message.completed');
      expect(end.data.content).toContain(`"action":"${action}"`);
      expect(end.data.content).not.toContain('Old Mill');
    }
  },
);

states('S4.4-35 S4.4-37', 'after cancel-auth the turn continues without the tool', async () => {
  const { end } = await answerOnce(CONNECTION, CONNECTION.answer, [{ say: 'I go on without the calendar.' }]);

  expect(end.type).toBe('message.completed');
  expect(end.data.content).toBe('I go on without the calendar.');
  expect(toolSteps(end).filter(({ status }) => status === 'done')).toEqual([]);
});

states('S4.4-36', 'cancel-auth connects nothing: the next turn that needs the tool asks again', async () => {
  const main = server.as('main');
  const { chatId, asked } = await answerOnce(CONNECTION);
  const again = await main.stream(asking(CONNECTION), { chatId });
  const asked2 = await again.until('message.action_required');

  expect(asked2.kind).toBe('auth_required');
  expect(asked2.action_id).not.toBe(asked.action_id);
  await main.act(chatId, 'cancel-auth', CONNECTION.answer(asked2));
  await again.rest();
});

states(
  'S2.6-16 S2.6-17',
  'a question comes with the schema of a flat object, as the connector gave it',
  async () => {
    const schema = {
      type: 'object',
      properties: {
        branch: { type: 'string', enum: ['Quayside', 'Old Mill'] },
        copies: { type: 'integer', minimum: 1 },
        days: { type: 'array', items: { type: 'string', enum: ['Monday', 'Sunday'] } },
      },
      required: ['branch'],
    };
    const content = { branch: 'Quayside', copies: 2, days: ['Sunday'] };
    const { asked, end } = await answerOnce({ ...QUESTION, acts: ask(schema) }, ({ action_id }) => ({
      action_id,
      action: 'accept',
      content,
    }));

    expect(asked.payload.requested_schema).toEqual(schema);
    expect(end.data.content).toContain(JSON.stringify(content));
  },
);

states('S2.6-17', 'a question about more than a flat object is not asked', async () => {
  const nested = { type: 'object', properties: { name: { type: 'string' } } };
  for (const properties of [
    { supplier: nested },
    { supplier: { ...nested, type: ['object', 'null'] } },
    { suppliers: { type: 'array', items: nested } },
  ]) {
    const stream = await server
      .as('main')
      .stream(asking({ ...QUESTION, acts: ask({ type: 'object', properties }) }));
    const end = await stream.rest();

    expect(end.type, JSON.stringify(properties)).toBe('message.completed');
    expect(stream.events.map(({ type }) => type)).not.toContain('message.action_required');
  }
});

/** Runs a turn that asks once, answers it, and reads to the end. */
async function answerOnce(
  each: Asking,
  // biome-ignore lint/suspicious/noExplicitAny: events are untyped in the harness
  answer: (asked: any) => object = each.answer,
  then?: readonly Act[],
) {
  const main = server.as('main');
  const stream = await main.stream(asking(each, then));
  const asked = await stream.until('message.action_required');
  const answered = await main.act(stream.chatId, each.endpoint, answer(asked));
  expect(answered.status).toBe(200);
  return { chatId: stream.chatId, asked, end: await stream.rest() };
}

function ask(schema: Record<string, unknown>): Act[] {
  return [{ ask: { message: 'What do you want to know?', schema } }];
}

function toolSteps(end: { readonly data: { readonly steps: readonly { key: string; status: string }[] } }) {
  return end.data.steps.filter(({ key }) => key === 'tool');
}

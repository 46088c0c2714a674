import type { Script } from '../../../src/rig/script/act.ts';
import { APPROVAL, type Asking, CONNECTION, PLAN, QUESTION } from '../../reference/harness/askings.ts';
import type { Stop, Tourist, Watched } from './tourist.ts';

const SECOND = 1000;
const CLOSES = { tool: 'close_ticket', input: { ticket: 4410 } };
const THEN: Script = [{ echo: 'results' }];

/** Stops for open points about interactions. */
export const INTERACTION_STOPS: Readonly<Record<string, Stop>> = {
  'A-13': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL);
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await stream.rest();
  },
  'A-76': async (t) => {
    const { stream, asked } = await raise(t, PLAN, THEN, { permission_mode: 'auto' });
    if (asked) await t.act(stream.chatId, 'respond-plan', PLAN.answer(asked));
    await stream.rest();
  },
  'A-99': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL);
    await t.act(stream.chatId, 'cancel-auth', { action_id: asked.action_id });
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await stream.rest();
  },
  'A-100': async (t) => {
    const { stream, asked } = await raise(t, { ...APPROVAL, acts: [{ call: [CLOSES, CLOSES] }] });
    const { action_id, payload } = asked;
    const decisions = [{ tool_use_id: payload.tools[0].tool_use_id, approved: true }];
    await t.act(stream.chatId, 'approve-tool', { action_id, decisions });
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await stream.rest();
  },
  'A-101': async (t) => {
    for (const wrong of [
      { action: 'accept', content: {} },
      { action: 'decline', content: { branch: 'Old Mill' } },
    ]) {
      const { stream, asked } = await raise(t, QUESTION);
      await t.act(stream.chatId, 'respond-elicitation', { action_id: asked.action_id, ...wrong });
      await t.act(stream.chatId, 'respond-elicitation', QUESTION.answer(asked));
      await stream.rest();
    }
  },
  'A-102': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL, [{ hang: true }]);
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await t.clock.advance(111 * SECOND);
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await cancel(t, stream);
  },
  'A-103': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL, [{ hang: true }]);
    await t.clock.advance(112 * SECOND);
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await cancel(t, stream);
  },
  'A-104': async (t) => {
    const { stream } = await raise(t, APPROVAL);
    await t.clock.advance(120 * SECOND);
    await stream.rest();
  },
  'A-106': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL);
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked), { as: 'second' });
    await cancel(t, stream);
  },
  'A-107': async (t) => {
    const one = await raise(t, APPROVAL);
    const { action_id } = one.asked;
    await t.act(one.stream.chatId, 'cancel', { action_id });
    await one.stream.rest();
    await t.act(one.stream.chatId, 'cancel', { action_id });
    const other = await raise(t, APPROVAL);
    await t.act(other.stream.chatId, 'approve-tool', APPROVAL.answer(other.asked));
    await other.stream.rest();
    await t.act(other.stream.chatId, 'cancel', { action_id: other.asked.action_id });
  },
  'A-108': async (t) => {
    const chatId = await t.chat();
    await t.act(chatId, 'cancel', {});
    await t.send({}, { chatId });
    await t.act(chatId, 'cancel', {});
  },
  'A-110': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL);
    await cancel(t, stream);
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
  },
  'A-111': async (t) => {
    const { stream, asked } = await raise(t, PLAN);
    await t.act(stream.chatId, 'respond-plan', { action_id: asked.action_id, action: 'reject' });
    await stream.rest();
  },
  'A-112': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL, [{ hang: true }]);
    const headers = { 'x-reference-fault': 'action_rejected' };
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked), { headers });
    await t.act(stream.chatId, 'approve-tool', APPROVAL.answer(asked));
    await cancel(t, stream);
  },
  'A-113': async (t) => cancel(t, (await raise(t, CONNECTION)).stream),
  'A-114': async (t) => cancel(t, (await raise(t, PLAN)).stream),
  'A-115': async (t) => {
    const { stream, asked } = await raise(t, APPROVAL);
    await t.act(await t.chat(), 'approve-tool', APPROVAL.answer(asked));
    await cancel(t, stream);
  },
};

async function raise(
  t: Tourist,
  { acts }: Pick<Asking, 'acts'>,
  then: Script = THEN,
  members: object = {},
): Promise<{ readonly stream: Watched; readonly asked: Awaited<ReturnType<Watched['until']>> }> {
  const script = [...acts, ...then];
  const stream = await t.stream({ script, attachments: { mcp_server_ids: [7, 9] }, ...members });
  return { stream, asked: await stream.until('message.action_required') };
}

async function cancel(t: Tourist, stream: Watched): Promise<void> {
  await t.act(stream.chatId, 'cancel', {});
  await stream.rest();
}

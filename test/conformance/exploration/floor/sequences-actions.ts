import { randomUUID } from 'node:crypto';
import type { Turn } from '../../../alterations/variants/tourist.ts';
import { CLOSES, meaning, type Sequence } from './sequence.ts';

const TWO_TASKS: Turn = {
  script: [
    {
      delegate: [21, 22].map((agent) => ({
        agent,
        task: 'Close a ticket.',
        script: [{ call: { tool: 'close_ticket', input: { ticket: 4389 + agent } } }, { say: 'Closed.' }],
      })),
    },
    { echo: 'results' },
  ],
  attachments: { agent_ids: [21, 22], mcp_server_ids: [7] },
};

/** Sequences that show the defects of interactions and cancellations. */
export const ACTION_SEQUENCES: Readonly<Record<string, Sequence>> = {
  'interactions.answer.own-turn-only/old-id-answers-the-next-turn': {
    async show(visitor, { chatId }) {
      const first = await visitor.asked(chatId);
      await visitor.approve(chatId, first.event);
      await first.stream.rest();
      const second = await visitor.asked(chatId);
      const old = meaning(await visitor.approve(chatId, first.event));
      return [old, meaning(await visitor.approve(chatId, second.event))];
    },
    sound: ['api_v1_action_not_pending', 'ok'],
    broken: ['ok', 'api_v1_action_not_pending'],
  },
  'errors.action-not-found.other-credential/through-an-own-chat': {
    async show(visitor, { chatId }) {
      const { event } = await visitor.asked(chatId);
      const own = await visitor.chat({}, { as: 'second' });
      const inFirst = await visitor.approve(chatId, event, 'second');
      const inOwn = await visitor.approve(own, event, 'second');
      return [meaning(inFirst), meaning(inOwn), meaning(await visitor.approve(chatId, event))];
    },
    sound: ['api_v1_not_found', 'api_v1_action_not_found', 'ok'],
    broken: ['api_v1_not_found', 'ok', 'api_v1_action_not_pending'],
  },
  'stream.action.resolved-separately/one-answer-for-all-tasks': {
    async show(visitor, { chatId }) {
      const stream = await visitor.stream(TWO_TASKS, { chatId });
      const events = [
        await stream.until('message.action_required'),
        await stream.until('message.action_required'),
      ];
      const answers: string[] = [];
      for (const event of events) answers.push(meaning(await visitor.approve(chatId, event)));
      return answers;
    },
    sound: ['ok', 'ok'],
    broken: ['ok', 'api_v1_action_not_pending'],
  },
  'stream.action.manual-only/auto-after-manual': {
    async show(visitor, { chatId }) {
      const asks = async () => {
        const stream = await visitor.stream({ ...CLOSES, permission_mode: 'auto' }, { chatId });
        return (await stream.until('message.action_required'))?.kind;
      };
      const before = await asks();
      const { stream, event } = await visitor.asked(chatId);
      await visitor.approve(chatId, event);
      await stream.rest();
      return [before, await asks()];
    },
    sound: [undefined, undefined],
    broken: [undefined, 'tool_approval'],
  },
  'errors.action-not-found.expired/second-late-answer': {
    async show(visitor, { chatId }) {
      const { event } = await visitor.asked(chatId);
      await visitor.pass(130);
      const first = meaning(await visitor.approve(chatId, event));
      return [first, meaning(await visitor.approve(chatId, event))];
    },
    sound: ['api_v1_action_not_found', 'api_v1_action_not_found'],
    broken: ['api_v1_action_not_found', 'ok'],
  },
  'cancel.turn.ok-means-delivered/second-of-a-chat': {
    async show(visitor, { chatId }) {
      const first = await visitor.cancelled({ chatId });
      return [first?.status, (await visitor.cancelled({ chatId }))?.status];
    },
    sound: ['cancelled', 'cancelled'],
    broken: ['cancelled', undefined],
  },
  'errors.chat-busy.answer/after-a-cancellation': {
    async show(visitor, { chatId }) {
      await visitor.cancelled({ chatId });
      return meaning(await visitor.send({}, { chatId }));
    },
    sound: 'ok',
    broken: 'api_v1_chat_busy',
  },
  'cancel.chat.missing/deleted': {
    async show(visitor, { chatId }) {
      await visitor.send({}, { chatId });
      await visitor.delete(`/chats/${chatId}`);
      const never = await visitor.act(randomUUID(), 'cancel', {});
      return [meaning(never), meaning(await visitor.act(chatId, 'cancel', {}))];
    },
    sound: ['api_v1_not_found', 'api_v1_not_found'],
    broken: ['api_v1_not_found', 'ok'],
  },
};

import { randomUUID } from 'node:crypto';
import { type Json, LONG, meaning, type Sequence } from './sequence.ts';

const FAILS = { script: [{ say: 'We open at ' }, { fail: 'outage' }] } as const;
const CONFLICT = 'api_v1_idempotency_conflict';

/** Sequences that show the defects of messages, streams and keys. */
export const TURN_SEQUENCES: Readonly<Record<string, Sequence>> = {
  'messages.prompt.as-sent/later-overwrites-earlier': {
    async show(visitor, { chatId }) {
      await visitor.send({ content: 'One' }, { chatId });
      await visitor.send({ content: 'Two' }, { chatId });
      return (await visitor.turns(chatId)).map(({ prompt }) => prompt);
    },
    sound: ['One', 'Two'],
    broken: ['Two', 'Two'],
  },
  'messages.chat-id.equals-start/chat-of-the-last-send': {
    async show(visitor) {
      const [first, second] = [randomUUID(), randomUUID()];
      await visitor.send({}, { chatId: first });
      await visitor.send({}, { chatId: second });
      return (await visitor.turns(first)).map(({ chat_id }) => chat_id === first);
    },
    sound: [true],
    broken: [false],
  },
  'states.chat.deletion-removes/send-brings-turns-back': {
    async show(visitor, { chatId }) {
      await visitor.send({ content: 'One' }, { chatId });
      await visitor.delete(`/chats/${chatId}`);
      const deleted = meaning(await visitor.get(`/chats/${chatId}`));
      await visitor.send({ content: 'Two' }, { chatId });
      return [deleted, (await visitor.turns(chatId))?.map(({ prompt }) => prompt)];
    },
    sound: ['api_v1_not_found', undefined],
    broken: ['api_v1_not_found', ['One', 'Two']],
  },
  'messages.status.cancelled-in-history/completed-after-the-next-turn': {
    async show(visitor, { chatId }) {
      const statuses = async () => (await visitor.turns(chatId)).map(({ status }) => status);
      await visitor.cancelled({ chatId });
      const before = await statuses();
      await visitor.send({}, { chatId });
      return [before, await statuses()];
    },
    sound: [['cancelled'], ['cancelled', 'completed']],
    broken: [['cancelled'], ['completed', 'completed']],
  },
  'usage.shape.same-everywhere/earlier-turns-as-text': {
    async show(visitor, { chatId }) {
      await visitor.send({}, { chatId });
      await visitor.send({}, { chatId });
      return (await visitor.turns(chatId)).map(({ usage }) => typeof usage.total_tokens);
    },
    sound: ['number', 'number'],
    broken: ['string', 'number'],
  },
  'messages.metadata.echoed/inherited-in-the-history': {
    async show(visitor, { chatId }) {
      await visitor.send({ metadata: { order: 1 } }, { chatId });
      await visitor.send({}, { chatId });
      return (await visitor.turns(chatId)).map(({ metadata }) => metadata);
    },
    sound: [{ order: 1 }, null],
    broken: [{ order: 1 }, { order: 1 }],
  },
  'messages.metadata.echoed/lost-by-a-cancellation': {
    async show(visitor, { chatId }) {
      const { metadata } = await visitor.cancelled({ chatId }, { metadata: { order: 1 } });
      return [metadata, (await visitor.turns(chatId))[0].metadata];
    },
    sound: [{ order: 1 }, { order: 1 }],
    broken: [{ order: 1 }, null],
  },
  'stream.terminal.after-save/second-stream-of-a-chat': {
    async show(visitor, { chatId }) {
      const listed: number[] = [];
      for (const content of ['One', 'Two']) {
        await visitor.streamed({ content }, { chatId });
        listed.push((await visitor.turns(chatId)).length);
      }
      return listed;
    },
    sound: [1, 2],
    broken: [1, 1],
  },
  'idempotency.replay.after-disconnect/runs-again': {
    async show(visitor, manner) {
      const stream = await visitor.stream(LONG, manner);
      await stream.until('message.start');
      await stream.leave();
      await visitor.pass(30);
      await visitor.streamed(LONG, manner);
      return (await visitor.turns(manner.chatId)).length;
    },
    sound: 1,
    broken: 2,
  },
  'errors.chat-busy.message-id/first-turn-of-the-chat': {
    async show(visitor, { chatId }) {
      const first = (await visitor.send({}, { chatId })).data.id;
      const stream = await visitor.stream(LONG, { chatId });
      const second = (await stream.until('message.start')).message_id;
      const { message_id } = (await visitor.send({}, { chatId })).data;
      return [message_id === first, message_id === second];
    },
    sound: [false, true],
    broken: [true, false],
  },
  'errors.idempotency-conflict.answer/missed-after-a-replay': {
    async show(visitor, manner) {
      const answers: Json[] = [];
      for (const content of ['One', 'One', 'Two'])
        answers.push(meaning(await visitor.send({ content }, manner)));
      return answers;
    },
    sound: ['ok', 'ok', CONFLICT],
    broken: ['ok', 'ok', 'ok'],
  },
  'idempotency.replay.same-result/conflict-takes-the-key-over': {
    async show(visitor, manner) {
      const answers: Json[] = [];
      for (const content of ['One', 'Two', 'One'])
        answers.push(meaning(await visitor.send({ content }, manner)));
      return answers;
    },
    sound: ['ok', CONFLICT, 'ok'],
    broken: ['ok', CONFLICT, CONFLICT],
  },
  'idempotency.replay.cancelled/runs-again': {
    async show(visitor, manner) {
      await visitor.cancelled(manner);
      return (await visitor.streamed(LONG, manner))?.status;
    },
    sound: undefined,
    broken: 'completed',
  },
  'errors.turn-failed.same-as-replay/runs-again-after-another-turn': {
    async show(visitor, manner) {
      const failed = await visitor.send(FAILS, manner);
      await visitor.send({}, { chatId: manner.chatId });
      const again = await visitor.send(FAILS, manner);
      return [again.message_code, again.data.message_id === failed.data.message_id];
    },
    sound: ['upstream_error', true],
    broken: ['upstream_error', false],
  },
  'idempotency.replay.same-result/second-chat-answers-in-the-first': {
    async show(visitor, first) {
      const { id } = (await visitor.send({}, first)).data;
      await visitor.send({}, { ...first, chatId: randomUUID() });
      return (await visitor.send({}, first)).data.id === id;
    },
    sound: true,
    broken: false,
  },
  'idempotency.replay.same-result/latest-turn-of-the-chat': {
    async show(visitor, first) {
      const { chatId } = first;
      const { id } = (await visitor.send({ content: 'One' }, first)).data;
      const again = (await visitor.send({ content: 'One' }, first)).data.id;
      await visitor.send({ content: 'Two' }, { chatId });
      return [again === id, (await visitor.send({ content: 'One' }, first)).data.id === id];
    },
    sound: [true, true],
    broken: [true, false],
  },
  'idempotency.replay.same-result/usage-of-later-turns': {
    async show(visitor, first) {
      const { chatId } = first;
      const { usage } = (await visitor.send({}, first)).data;
      await visitor.send({}, { chatId });
      return (await visitor.send({}, first)).data.usage.total_tokens === usage.total_tokens;
    },
    sound: true,
    broken: false,
  },
};

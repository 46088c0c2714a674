import { findChat, listNewest, makeChat } from '../check-kit/chats.ts';
import { type Check, check } from '../check-kit/check.ts';
import { CHANNELS, type CheckContext } from '../check-kit/context.ts';
import { cancel, endOf, finish } from '../check-kit/turns.ts';
import { Answer } from '../drive/answer.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import { isObject, objectsIn } from '../judge/json.ts';

/** States of messages, chats and agent tasks (sections 3.1 and 3.3). */
export const stateChecks: readonly Check[] = [
  check({
    id: 'states.completed.after-completed-event',
    // The listing shows the status completed for a turn whose stream ended with message.completed.
    requirements: ['states.completed.after-completed-event'],
    async run(t) {
      const stream = await t.open(t.plain());
      await endOf(t, stream, 'message.completed');
      const history = t.given(await t.main.history(stream.chatId));

      t.expect('states.completed.after-completed-event').equals(
        history,
        history.items.find(({ id }) => id === stream.messageId)?.status,
        'completed',
        '/data/0/status',
      );
    },
  }),

  check({
    id: 'states.cancelled.partial-content',
    // The content of a cancelled turn is the part generated before the cut, beginning with what the deltas
    // had delivered.
    requirements: [
      // The `content` of a cancelled turn holds what was generated before the cut.
      'states.cancelled.partial-content',
      // The `content` of a cancelled turn begins with the text of its deltas.
      'states.cancelled.begins-with-deltas',
    ],
    needs: ['scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      await stream.until('message.delta');
      const content = await cutShort(t, stream);
      const received = textOf(stream);

      t.expect('states.cancelled.partial-content').holds(
        stream,
        typeof content === 'string' && (content !== '' || received === ''),
        'the text that was generated before the cut',
        content,
        '/content',
      );
      // Some text may be restored at the end, such as names that were masked.
      t.expect('states.cancelled.begins-with-deltas').holds(
        stream,
        typeof content === 'string' && content.startsWith(received),
        `content that begins with the text of the deltas, ${JSON.stringify(received.slice(0, 80))}`,
        content,
        '/content',
      );
    },
  }),

  check({
    id: 'states.cancelled.content-may-be-empty',
    // A turn that was cancelled before any text was generated still has content, a string that may be empty.
    requirements: ['states.cancelled.content-may-be-empty'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      const content = await cutShort(t, stream);

      t.expect('states.cancelled.content-may-be-empty').holds(
        stream,
        typeof content === 'string',
        'a string, possibly empty',
        content,
        '/content',
      );
    },
  }),

  check({
    id: 'states.error.failed-not-completed',
    // The listing does not show a failed turn as completed.
    requirements: ['states.error.failed-not-completed'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const stream = await t.open(t.scenario('upstream_failure'));
      await endOf(t, stream, 'message.error');
      const history = t.given(await t.main.history(stream.chatId));

      const status = history.items.find(({ id }) => id === stream.messageId)?.status;
      t.expect('states.error.failed-not-completed').holds(
        history,
        status !== 'completed',
        'a status other than completed',
        status,
        '/data/0/status',
      );
    },
  }),

  check({
    id: 'states.chat.one-running-turn',
    // Of two turns sent to one chat at the same time under different keys, only one runs.
    requirements: ['states.chat.one-running-turn'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const { id: chatId } = await makeChat(t);
      const sent = await Promise.all([
        t.attempt('streaming', t.scenario('long_turn'), { chatId }),
        t.attempt('streaming', t.scenario('long_turn'), { chatId }),
      ]);
      const running = sent.filter((each) => !(each instanceof Answer));
      t.assume(running.length > 0, 'the service accepted neither of the two turns');

      t.expect('states.chat.one-running-turn').holds(
        sent[1],
        running.length === 1,
        'one running turn of two that were sent at once',
        'two running turns',
      );
    },
  }),

  check({
    id: 'states.chat.second-send-refused',
    // A send under a fresh key to a chat whose turn still runs gets 409 api_v1_chat_busy.
    requirements: ['states.chat.second-send-refused'],
    needs: ['scenario:long_turn'],
    async run(t) {
      const { chatId } = await t.running(t.scenario('long_turn'));
      for (const channel of CHANNELS) {
        const second = await t.attempt(channel, t.plain(), { chatId });
        t.expect('states.chat.second-send-refused').failsWith(second, 'chat-busy');
      }
    },
  }),

  check({
    id: 'states.chat.busy-from-application',
    // A send to a chat in which the application runs a turn gets 409 api_v1_chat_busy too.
    requirements: ['states.chat.busy-from-application'],
    needs: ['application', 'scenario:long_turn'],
    async run(t) {
      const { id: chatId } = await makeChat(t);
      t.given(await t.inApplication(t.scenario('long_turn'), chatId));
      for (const channel of CHANNELS) {
        const second = await t.attempt(channel, t.plain(), { chatId });
        t.expect('states.chat.busy-from-application').failsWith(second, 'chat-busy');
      }
    },
  }),

  check({
    id: 'states.chat.deleted',
    requirements: [
      // A chat can be read by its id until it is deleted, and not afterwards.
      'states.chat.active-or-deleted',
      // A deleted chat gets 404 by its id and is missing from the chat list.
      'states.chat.deletion-removes',
    ],
    async run(t) {
      const { id, path } = await makeChat(t);
      t.expect('states.chat.active-or-deleted').succeeds(await t.main.get(path));
      t.given(await t.main.delete(path));
      const gone = await t.main.get(path);

      t.expect('states.chat.active-or-deleted').isNoSuccess(gone);
      const claim = t.expect('states.chat.deletion-removes');
      claim.failsWith(gone, 'not-found');
      const list = await listNewest(t);
      claim.holds(
        list,
        findChat(list, id) === undefined,
        'a list without the deleted chat',
        'the chat',
        '/data',
      );
    },
  }),

  check({
    id: 'states.agent-task.working',
    // While an agent task runs, a step about it shows the task in the state working.
    requirements: ['states.agent-task.working'],
    needs: ['scenario:agents'],
    async run(t) {
      const stream = await t.open(t.scenario('agents', { permission_mode: 'auto' }));
      await finish(t, stream);
      const states = stream.events
        .filter(({ type }) => type === 'message.step')
        .flatMap(({ data }) => objectsIn(data.steps))
        .filter(({ key }) => key === 'agent')
        .map(({ agent }) => (isObject(agent) ? agent.state : undefined));
      t.assume(states.length > 0, 'no message.step shows an agent task');

      t.expect('states.agent-task.working').holds(
        stream,
        states.includes('working'),
        'a message.step with a task in the state working',
        states,
        '/steps',
      );
    },
  }),
];

/** Cancels a turn well before its end. @returns the content of its message.cancelled */
async function cutShort(t: CheckContext, stream: LiveStream): Promise<unknown> {
  t.given(await cancel(t, stream.chatId));
  return (await endOf(t, stream, 'message.cancelled')).data.content;
}

/** The text that the deltas of a stream add up to. */
function textOf({ events }: LiveStream): string {
  return events
    .filter(({ type }) => type === 'message.delta')
    .reduce((text, { data }) => (data.replace === true ? '' : text) + String(data.text), '');
}

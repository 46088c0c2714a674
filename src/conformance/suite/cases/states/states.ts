import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, objectsIn } from '../../../judge/json.ts';
import { findChat, listNewest, makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { cancel, endOf, finish } from '../../check-kit/turns.ts';

/** States of messages, chats and agent tasks (sections 3.1 and 3.3). */
export const stateChecks: readonly Check[] = [
  check({
    id: 'states.cancelled.partial-content',
    requirements: [R['states.cancelled.partial-content'], R['states.cancelled.begins-with-deltas']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      await stream.until('message.delta');
      const content = await cutShort(t, stream);
      const received = textOf(stream);

      t.expect('states.cancelled.partial-content').isTrue(
        stream,
        typeof content === 'string' && (content !== '' || received === ''),
        'the text that was generated before the cut',
        content,
        '/content',
      );
      // Some text may be restored at the end, such as masked names.
      t.expect('states.cancelled.begins-with-deltas').isTrue(
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
    requirements: [R['states.cancelled.content-may-be-empty']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const stream = await t.running(t.scenario('long_turn'));
      const content = await cutShort(t, stream);

      t.expect('states.cancelled.content-may-be-empty').isTrue(
        stream,
        typeof content === 'string',
        'a string, possibly empty',
        content,
        '/content',
      );
    },
  }),

  check({
    id: 'states.chat.one-running-turn',
    requirements: [R['states.chat.one-running-turn']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const { id: chatId } = await makeChat(t);
      const sent = await Promise.all([
        t.attempt('streaming', t.scenario('long_turn'), { chatId }),
        t.attempt('streaming', t.scenario('long_turn'), { chatId }),
      ]);
      const running = sent.filter((each) => !(each instanceof Answer));
      t.require(running.length > 0, 'the service accepted neither of the two turns');

      t.expect('states.chat.one-running-turn').isTrue(
        sent[1],
        running.length === 1,
        'one running turn of two that were sent at once',
        'two running turns',
      );
    },
  }),

  check({
    id: 'states.chat.deleted',
    requirements: [R['states.chat.active-or-deleted'], R['states.chat.deletion-removes']],
    arranges: ['deleted-chat'],
    async run(t) {
      const { id, path } = await makeChat(t);
      t.expect('states.chat.active-or-deleted').succeeds(await t.main.get(path));
      t.requireSuccess(await t.main.delete(path));
      const gone = await t.main.get(path);

      t.expect('states.chat.active-or-deleted').isNoSuccess(gone);
      const claim = t.expect('states.chat.deletion-removes');
      claim.failsWith(gone, 'not-found');
      const list = await listNewest(t);
      claim.isTrue(
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
    requirements: [R['states.agent-task.working']],
    needs: ['scenario:agents'],
    async run(t) {
      const stream = await t.open(t.scenario('agents', { permission_mode: 'auto' }));
      await finish(t, stream);
      const states = stream.events
        .filter(({ type }) => type === 'message.step')
        .flatMap(({ data }) => objectsIn(data.steps))
        .filter(({ key }) => key === 'agent')
        .map(({ agent }) => (isObject(agent) ? agent.state : undefined));
      t.require(states.length > 0, 'no message.step shows an agent task');

      t.expect('states.agent-task.working').isTrue(
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
  t.requireSuccess(await cancel(t, stream.chatId));
  return (await endOf(t, stream, 'message.cancelled')).data.content;
}

/** The concatenated deltas of a stream. */
function textOf({ events }: LiveStream): string {
  return events
    .filter(({ type }) => type === 'message.delta')
    .reduce((text, { data }) => (data.replace === true ? '' : text) + String(data.text), '');
}

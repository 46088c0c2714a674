import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, objectsIn } from '../../../judge/json.ts';
import { CANCELLED_ROWS, expectCancelled } from '../../check-kit/cancelled-turn.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { finish, untilText } from '../../check-kit/turns.ts';

/** States of messages and agent tasks (section 3.1). */
export const stateChecks: readonly Check[] = [
  check({
    id: 'states.cancelled.content',
    requirements: [...CANCELLED_ROWS, R['states.cancelled.begins-with-deltas']],
    needs: ['scenario:long_turn'],
    async run(t) {
      for (const isAtOnce of [false, true]) {
        const stream = await t.running(t.scenario('long_turn'));
        if (!isAtOnce) await untilText(t, stream);
        const content = await expectCancelled(t, stream);
        const received = textOf(stream);
        // Some text may be restored at the end, such as masked names.
        t.expect('states.cancelled.begins-with-deltas').isTrue(
          stream,
          content.startsWith(received),
          `content that begins with the text of the deltas, ${JSON.stringify(received.slice(0, 80))}`,
          content,
          '/content',
        );
      }
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

/** The concatenated deltas of a stream. */
function textOf({ events }: LiveStream): string {
  return events
    .filter(({ type }) => type === 'message.delta')
    .reduce((text, { data }) => (data.replace === true ? '' : text) + String(data.text), '');
}

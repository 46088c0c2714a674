import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';
import { RAISING_PLACES } from '../../check-kit/raising-places.ts';
import { cancel, finish, isScripted } from '../../check-kit/turns.ts';
import { raiseTwo } from '../../check-kit/two-interactions.ts';

/** Interactions on a stream, and the answers to them (section 6). */
export const streamActionChecks: readonly Check[] = [
  check({
    id: 'stream.action.emitted',
    requirements: [R['stream.action.emitted']],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const stream = await t.open(t.scenario('tool_approval'));
      const asked = await stream.until('message.action_required');
      const hasReachedTools = objectsIn(stream.terminal?.data.steps).some(
        ({ tool_calls: calls }) => objectsIn(calls).length > 0,
      );
      // A model may answer without calling its tool.
      t.require(asked !== undefined || hasReachedTools, 'the turn called no tool');

      t.expect('stream.action.emitted').isTrue(
        stream,
        asked !== undefined,
        'message.action_required',
        stream.events.map(({ type }) => type),
      );
    },
  }),

  check({
    id: 'stream.action.auth-in-auto',
    requirements: [R['stream.action.auth-any-mode']],
    needs: ['scenario:auth_required'],
    async run(t) {
      const { stream, kinds } = await askInAuto(t, 'auth_required');

      t.expect('stream.action.auth-any-mode').isTrue(
        stream,
        kinds.includes('auth_required'),
        'auth_required',
        kinds,
      );
    },
  }),

  ...RAISING_PLACES.filter(({ kind }) => kind === 'tool_approval' || kind === 'elicitation').map(
    ({ name, scenario, situation }) =>
      check({
        id: `stream.action.manual-only.${name}`,
        situations: [{ probe: 'question in auto mode', ...situation }],
        requirements: [R['stream.action.manual-only']],
        needs: [`scenario:${scenario}`],
        async run(t) {
          const { stream, kinds } = await askInAuto(t, scenario);
          t.expect('stream.action.manual-only').isTrue(
            stream,
            !kinds.includes('tool_approval') && !kinds.includes('elicitation'),
            'a turn that asks nothing',
            kinds,
          );
        },
      }),
  ),

  ...[false, true].map((isLastFirst) =>
    check({
      id: `stream.action.resolved-separately${isLastFirst ? '.last-first' : ''}`,
      requirements: [R['stream.action.resolved-separately']],
      needs: ['scenario:agents_two_actions'],
      async run(t) {
        const asked = await raiseTwo(t);
        const claim = t.expect('stream.action.resolved-separately');
        for (const one of isLastFirst ? asked.toReversed() : asked)
          claim.succeeds(reached(t, await answer(t, one)));
        // The judge compares the tasks of the interactions with the steps at the end of the stream.
        await finish(t, asked[0].stream);
      },
    }),
  ),

  check({
    id: 'stream.action.manual-only.after-manual',
    requirements: [R['stream.action.manual-only'], R['stream.action.emitted']],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const { stream } = await raise(t, 'tool_approval', 'tool_approval');
      const { chatId } = stream;
      await cancel(t, chatId);
      await finish(t, stream);
      const inAuto = await askInAuto(t, 'tool_approval', chatId);
      t.expect('stream.action.manual-only').isTrue(
        inAuto.stream,
        !inAuto.kinds.includes('tool_approval'),
        'a turn that asks nothing, after a turn in manual mode',
        inAuto.kinds,
      );
      // Without a script, a model may not call its tool.
      if (!isScripted(t.scenario('tool_approval'))) return;
      const inManual = await t.open(t.scenario('tool_approval'), { chatId });
      const asked = await inManual.until('message.action_required');
      // Nobody has approved the tool yet.
      t.expect('stream.action.emitted').isTrue(
        inManual,
        asked?.data.kind === 'tool_approval',
        'tool_approval, after a turn in auto mode',
        asked?.data.kind,
      );
    },
  }),

  check({
    id: 'stream.action.task-id-no-target',
    requirements: [R['stream.action.task-id-no-target']],
    needs: ['scenario:agents_two_actions'],
    async run(t) {
      const [one, other] = await raiseTwo(t);
      const { agent } = other.asked.data;
      const task = isObject(agent) ? agent.task_id : undefined;
      t.require(typeof task === 'string', 'the interaction names no task');
      const named = reached(t, await answer(t, one, { task_id: task }));
      const again = reached(t, await answer(t, one));
      const sent = reached(t, await answer(t, other));

      const claim = t.expect('stream.action.task-id-no-target');
      // The service may refuse the unknown member. Then both interactions are still pending.
      if (named.isSuccess) claim.isNoSuccess(again);
      claim.succeeds(sent);
    },
  }),
];

/** Streams a turn in auto mode to its end. @returns the kinds of interactions that it raised */
async function askInAuto(
  t: CheckContext,
  scenario: ScenarioName,
  chatId = t.freshId(),
): Promise<{ readonly stream: LiveStream; readonly kinds: readonly unknown[] }> {
  const stream = await t.open(t.scenario(scenario, { permission_mode: 'auto' }), { chatId });
  await finish(t, stream);
  const asked = stream.events.filter(({ type }) => type === 'message.action_required');
  return { stream, kinds: asked.map(({ data }) => data.kind) };
}

/** Requires that an answer reached its interaction. @throws CannotGoOn after an outage or a rate limit */
function reached(t: CheckContext, answer: Answer): Answer {
  t.require(
    answer.status < 500 && answer.status !== 429,
    `the answer to an interaction got ${answer.status}`,
  );
  return answer;
}

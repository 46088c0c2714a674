import { type Check, check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { answer, type Kind, raise, replyTo } from '../../check-kit/interaction-replies.ts';
import { finish } from '../../check-kit/turns.ts';
import type { Answer } from '../../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../../judge/json.ts';

interface AskingScenario {
  readonly kind: Kind;
  readonly scenario: string;
  /** Members of the answer that are different. */
  readonly change?: JsonObject;
}

/** A turn that asks, for each kind. A question is declined, for which no form has to be filled in. */
const ASKING: readonly AskingScenario[] = [
  { kind: 'tool_approval', scenario: 'tool_approval' },
  { kind: 'plan_approval', scenario: 'plan' },
  { kind: 'elicitation', scenario: 'elicitation', change: { action: 'decline', content: undefined } },
  { kind: 'auth_required', scenario: 'auth_required' },
];

/** What a stream asks of the client, and how it is answered (section 6). */
export const streamActionChecks: readonly Check[] = [
  check({
    id: 'stream.action.emitted',
    requirements: ['stream.action.emitted'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const stream = await t.open(t.scenario('tool_approval'));
      const asked = await stream.until('message.action_required');
      const hasReachedTools = objectsIn(stream.terminal?.data.steps).some(
        ({ tool_calls: calls }) => objectsIn(calls).length > 0,
      );
      // A model may have answered without its tool.
      t.assume(asked !== undefined || hasReachedTools, 'the turn came to no tool');

      t.expect('stream.action.emitted').holds(
        stream,
        asked !== undefined,
        'message.action_required',
        stream.events.map(({ type }) => type),
      );
    },
  }),

  check({
    id: 'stream.action.auth-in-auto',
    requirements: ['stream.action.auth-any-mode'],
    needs: ['scenario:auth_required'],
    async run(t) {
      const stream = await t.open(t.scenario('auth_required', { permission_mode: 'auto' }));
      await finish(t, stream);
      const kinds = stream.events
        .filter(({ type }) => type === 'message.action_required')
        .map(({ data }) => data.kind);

      t.expect('stream.action.auth-any-mode').holds(
        stream,
        kinds.includes('auth_required'),
        'auth_required',
        kinds,
      );
    },
  }),

  ...ASKING.map(({ kind, scenario, change }) =>
    check({
      id: `stream.action.own-endpoint.${kind.replace('_', '-')}`,
      requirements: ['stream.action.own-endpoint'],
      needs: [`scenario:${scenario}`],
      async run(t) {
        const asked = await raise(t, scenario, kind);
        const came = reached(t, await answer(t, asked, change));

        t.expect('stream.action.own-endpoint').succeeds(came);
      },
    }),
  ),

  check({
    id: 'stream.action.resolved-separately',
    requirements: ['stream.action.resolved-separately'],
    needs: ['scenario:agents_two_actions'],
    async run(t) {
      const { stream, one, other } = await raiseTwo(t);
      t.given(await respond(t, stream, one));
      const came = reached(t, await respond(t, stream, other));

      t.expect('stream.action.resolved-separately').succeeds(came);
      // At its end the judge sees whether the tasks that asked are those of the steps.
      await finish(t, stream);
    },
  }),

  check({
    id: 'stream.action.task-id-no-target',
    requirements: ['stream.action.task-id-no-target'],
    needs: ['scenario:agents_two_actions'],
    async run(t) {
      const { stream, one, other } = await raiseTwo(t);
      const task = isObject(other.data.agent) ? other.data.agent.task_id : undefined;
      t.assume(typeof task === 'string', 'the interaction names no task');
      const named = reached(t, await respond(t, stream, one, { task_id: task }));
      const again = reached(t, await respond(t, stream, one));
      const came = reached(t, await respond(t, stream, other));

      const row = t.expect('stream.action.task-id-no-target');
      // A member that no answer has may be refused; then it has no target at all, and both still wait.
      if (named.isSuccess) row.isNoSuccess(again);
      row.succeeds(came);
    },
  }),
];

/** Two agents that ask at once. @throws CannotGoOn when one of them does not */
async function raiseTwo(
  t: CheckContext,
): Promise<{ readonly stream: LiveStream; readonly one: LiveEvent; readonly other: LiveEvent }> {
  const { stream, asked: one } = await t.raise(t.scenario('agents_two_actions'));
  const other = await t.inTime(stream.until('message.action_required'));
  t.assume(other !== undefined, 'the turn asked only once');
  return { stream, one, other: other as LiveEvent };
}

/** @param change members of the body that are different */
async function respond(
  t: CheckContext,
  { chatId }: LiveStream,
  asked: LiveEvent,
  change: JsonObject = {},
): Promise<Answer> {
  const reply = replyTo(asked);
  t.assume(reply !== undefined, `there is no answer to ${String(asked.data.kind)}`);
  return t.main.act(chatId, reply?.action ?? '', { ...reply?.body, ...change });
}

/** @throws CannotGoOn after an outage, for which no interaction has to answer */
function reached(t: CheckContext, answer: Answer): Answer {
  t.assume(answer.status < 500 && answer.status !== 429, `the answer to an interaction got ${answer.status}`);
  return answer;
}

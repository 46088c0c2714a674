import type { Need } from '../../../../../generated/ids.d.ts';
import type { Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { CLOSE_FAILURES, expectCode } from '../../check-kit/fault-ends.ts';
import { replayOf } from '../../check-kit/replayed-stream.ts';
import { actsBeforeEnd, withScript } from '../../check-kit/scripted-turn.ts';
import { showListed } from '../../check-kit/shown-turn.ts';
import { endOf, nameEnd, withFault } from '../../check-kit/turns.ts';
import { expectAgents, expectNoDetails, expectRuns, showsTask, TIMEOUT_ROWS } from './after-faults.ts';

const TURN_DURATION = 30 * 60_000;
/** How much longer than that the check reads a turn. */
const LATE = 60_000;
/** Pauses between replays of a turn, in milliseconds: one second at first, doubled each time, about 17 minutes in total. */
const RECOVERY_PAUSES = Array.from({ length: 10 }, (_, index) => 1000 * 2 ** index);

/** Codes for an outcome that is not yet known. */
const PROVISIONAL = new Set(['outcome_unknown', 'idempotency_outcome_unknown']);

/** Turns for which it is unknown what was stored: one with an answer, and one without text after its tool call. */
const UNKNOWN: readonly {
  readonly id: string;
  readonly needs: readonly Need[];
  /** Whether a service may treat the turn as a model failure. */
  readonly mayFail?: boolean;
  members(t: CheckContext): Partial<Turn>;
}[] = [
  { id: 'events.error.outcome-unknown.recovery', needs: [], members: () => ({}) },
  {
    id: 'events.error.outcome-unknown.recovery.without-text',
    needs: ['scenario:tool_use'],
    mayFail: true,
    members: (t) => withScript(t.scenario('tool_use', { permission_mode: 'auto' }), actsBeforeEnd),
  },
];

/** Turns that fail because of an outage: without agents, with an agent that runs no task, and after a task has run. */
const FAILING: readonly {
  readonly id: string;
  readonly needs: readonly Need[];
  make(t: CheckContext): Turn;
}[] = [
  {
    id: 'events.error.replay',
    needs: ['scenario:upstream_failure'],
    make: (t) => t.scenario('upstream_failure'),
  },
  {
    id: 'events.error.replay.with-agent',
    needs: ['scenario:upstream_failure', 'resource:agent'],
    make: (t) => t.scenario('upstream_failure', { attachments: { agent_ids: [t.resource('agent')] } }),
  },
  {
    id: 'events.error.replay.after-task',
    needs: ['scenario:agents_failure'],
    make: (t) => t.scenario('agents_failure'),
  },
];

/** The content of terminal events (section 6). The judge verifies the shape of events in every stream of a run. */
export const eventChecks: readonly Check[] = [
  check({
    id: 'events.completed.content',
    requirements: [R['events.completed.complete-content']],
    async run(t) {
      const stream = await t.open(t.plain());
      const { data } = await endOf(t, stream, 'message.completed');
      const { source, turn } = await showListed(t, stream.chatId, data.id);

      t.expect('events.completed.complete-content').equals(source, turn.content, data.content, '/content');
    },
  }),

  check({
    id: 'events.error.upstream',
    requirements: [
      R['stream.failure.as-event'],
      R['events.error.upstream-error'],
      R['events.error.details-on-outage'],
    ],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const stream = await t.open(t.scenario('upstream_failure'));
      const end = await stream.rest();
      // A second provider may have answered after the first one failed.
      t.require(end?.type !== 'message.completed', 'the turn that should fail completed');

      const asEvent = t.expect('stream.failure.as-event', 'events.error.upstream-error');
      asEvent.equals(stream, end?.type, 'message.error');
      expectCode(t, 'events.error.upstream-error', stream, 'upstream_error');
      t.expect('events.error.details-on-outage').isTrue(
        stream,
        isObject(end?.data.details),
        'an object',
        end?.data.details,
        '/details',
      );
    },
  }),

  check({
    id: 'events.error.turn-timeout',
    requirements: TIMEOUT_ROWS,
    needs: ['scenario:endless_turn', 'wait:30min'],
    waits: TURN_DURATION,
    async run(t) {
      const stream = await t.open(t.scenario('endless_turn'), { patience: TURN_DURATION + LATE });
      const isOver = await t.inTime(
        stream.rest().then(() => true),
        TURN_DURATION,
        {},
      );
      t.skipIf(!isOver, 'the turn still runs; the deadline of a streamed turn is not stated (A-55)');
      await expectTimeout(t, stream);
    },
  }),

  check({
    id: 'events.error.turn-timeout.early',
    requirements: TIMEOUT_ROWS,
    needs: ['scenario:endless_turn', 'fault:turn_timeout'],
    async run(t) {
      await expectTimeout(t, await t.open(...withFault(t, 'turn_timeout', t.scenario('endless_turn'))));
    },
  }),

  ...CLOSE_FAILURES.map(({ requirement, code, fault }) =>
    check({
      id: requirement,
      requirements: [requirement],
      needs: [`fault:${fault}`],
      async run(t) {
        const stream = await t.open(...withFault(t, fault));
        await stream.rest();

        expectCode(t, requirement, stream, code);
      },
    }),
  ),

  ...UNKNOWN.map(({ id, needs, mayFail = false, members }) =>
    check({
      id,
      requirements: [R['events.error.outcome-unknown-recovers']],
      needs: ['fault:outcome_unknown', ...needs],
      waits: RECOVERY_PAUSES.reduce((sum, pause) => sum + pause),
      async run(t) {
        const [faulty, sent] = withFault(t, 'outcome_unknown');
        const turn = { ...faulty, ...members(t) };
        const stream = await t.open(turn, sent);
        const end = await stream.rest();
        const code = end?.data.code;
        t.skipIf(mayFail && code !== 'outcome_unknown', 'the turn failed in another way');
        t.require(code === 'outcome_unknown', `the turn ended with ${nameEnd(end)}`);
        const again = await replayUntilKnown(t, turn, stream);

        const claim = t.expect('events.error.outcome-unknown-recovers');
        if (isOutcome(again)) {
          claim.equals(again, t.opened(again).messageId, stream.messageId, '/message_id');
          return;
        }
        // A replay may repeat the error for ever. The history then shows how the turn ended.
        const history = t.requireSuccess(await t.main.history(stream.chatId));
        const status = history.items.find(({ id }) => id === stream.messageId)?.status ?? 'pending';
        const expected = 'a stored outcome, or the settled turn in the history';
        claim.isTrue(again, status !== 'pending', expected, codeOf(again));
      },
    }),
  ),

  check({
    id: 'events.error.retryable',
    requirements: [R['events.error.retryable-new-key']],
    needs: ['fault:pre_dispatch_error'],
    async run(t) {
      const failed = await t.open(...withFault(t, 'pre_dispatch_error'));
      const { data } = await endOf(t, failed, 'message.error');
      t.skipIf(data.retryable !== true, 'no failure of the target is retryable (A-82)');
      const again = await t.attempt('streaming', t.plain(), { chatId: failed.chatId });
      // The new attempt may run into the same outage.
      t.require(!(again instanceof Answer) || again.status < 500, 'the target still has the outage');

      const claim = t.expect('events.error.retryable-new-key');
      claim.accepts(again);
      const stream = t.opened(again);
      await stream.rest();
      claim.isTrue(
        stream,
        stream.messageId !== failed.messageId,
        'another turn',
        stream.messageId,
        '/message_id',
      );
    },
  }),

  check({
    id: 'events.error.agents',
    requirements: [
      R['events.error.agents-if-carried'],
      R['events.error.agent-runs-only-with-tasks'],
      R['messages.agent-runs.same-everywhere'],
    ],
    needs: ['scenario:agents_failure'],
    async run(t) {
      const stream = await t.open(t.scenario('agents_failure'));
      await endOf(t, stream, 'message.error');
      t.require(stream.events.some(showsTask), 'no agent task ran before the turn failed');

      expectAgents(t, stream);
      expectRuns(t, stream);
      // A service may omit a failed turn from the listing.
      const history = t.requireSuccess(await t.main.history(stream.chatId));
      const listed = history.items.find(({ id }) => id === stream.messageId);
      if (listed?.status === 'error')
        t.expect('messages.agent-runs.same-everywhere').isTrue(
          history,
          Array.isArray(listed.agent_runs) && listed.agent_runs.length > 0,
          'a summary of the tasks, as in message.error',
          listed.agent_runs,
          '/data/0/agent_runs',
        );
    },
  }),

  ...FAILING.map(({ id, needs, make }) =>
    check({
      id,
      requirements: [R['events.error.replay-same-error']],
      needs,
      async run(t) {
        const turn = make(t);
        const stream = await t.open(turn);
        const end = await endOf(t, stream, 'message.error');
        // Some of the other codes are provisional.
        t.require(end.data.code === 'upstream_error', `the turn ended with ${nameEnd(end)}`);
        const again = await replayOf(t, turn, { chatId: stream.chatId, key: stream.key });

        // The judge compares the other members.
        const claim = t.expect('events.error.replay-same-error');
        claim.equals(again, codeOf(again), end.data.code);
        if (!(again instanceof Answer)) claim.equals(again, again.messageId, stream.messageId, '/message_id');
      },
    }),
  ),
];

async function expectTimeout(t: CheckContext, stream: LiveStream): Promise<void> {
  const end = await stream.rest();
  t.require(end?.type !== 'message.completed', 'the turn that should run until its deadline completed');
  expectCode(t, 'events.error.turn-timeout', stream, 'turn_timeout');
  expectNoDetails(t, stream);
}

/** Replays a turn with increasing pauses until its outcome is known. @returns the last replay */
async function replayUntilKnown(
  t: CheckContext,
  turn: Turn,
  stream: LiveStream,
): Promise<Answer | LiveStream> {
  const sent = { chatId: stream.chatId, key: stream.key };
  let again = await replayOf(t, turn, sent);
  for (const pause of RECOVERY_PAUSES) {
    if (isOutcome(again)) break;
    await t.wait(pause);
    again = await replayOf(t, turn, sent);
  }
  return again;
}

function isOutcome(again: Answer | LiveStream): boolean {
  return (
    !(again instanceof Answer) && again.terminal !== undefined && !PROVISIONAL.has(String(codeOf(again)))
  );
}

/** The code of a replayed failure, from the stream's message.error or from the answer's `message_code`. */
function codeOf(again: Answer | LiveStream): unknown {
  if (again instanceof Answer) return again.messageCode;
  return again.terminal?.type === 'message.error' ? again.terminal.data.code : again.terminal?.type;
}

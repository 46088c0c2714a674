import { type Check, check } from '../check-kit/check.ts';
import type { CheckContext } from '../check-kit/context.ts';
import { showListed } from '../check-kit/shown-turn.ts';
import { endOf, withFault } from '../check-kit/turns.ts';
import type { Turn } from '../drive/actor.ts';
import { Answer } from '../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../drive/live-stream.ts';
import { isObject, objectsIn } from '../judge/json.ts';

const TURN_DURATION = 30 * 60_000;
/** Between two questions for an outcome, in milliseconds: short at first, a quarter of an hour in all. */
const RECOVERY_PAUSES = Array.from({ length: 10 }, (_, index) => 1000 * 2 ** index);

/** Codes that only say that the outcome is not known yet. */
const PROVISIONAL = new Set(['outcome_unknown', 'idempotency_outcome_unknown']);

interface Failure {
  readonly requirement: string;
  readonly code: string;
  readonly fault: string;
}

/** Failures of the close, which only an injected fault brings about. */
const CLOSE_FAILURES: readonly Failure[] = [
  { requirement: 'events.error.persistence-failed', code: 'persistence_failed', fault: 'persistence' },
  { requirement: 'events.error.outcome-unknown', code: 'outcome_unknown', fault: 'outcome_unknown' },
  {
    requirement: 'events.error.idempotency-outcome-unknown',
    code: 'idempotency_outcome_unknown',
    fault: 'idempotency_outcome_unknown',
  },
];

/** What terminal events say (section 6). The shape of every event is judged with every stream of a run. */
export const eventChecks: readonly Check[] = [
  check({
    id: 'events.completed.content',
    requirements: ['events.completed.complete-content'],
    async run(t) {
      const stream = await t.open(t.plain());
      const { data } = await endOf(t, stream, 'message.completed');
      const { source, turn } = await showListed(t, stream.chatId, data.id);

      t.expect('events.completed.complete-content').equals(source, turn.content, data.content, '/content');
    },
  }),

  check({
    id: 'events.error.upstream',
    requirements: ['events.error.upstream-error', 'events.error.details-on-outage'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const stream = await t.open(t.scenario('upstream_failure'));
      const end = await stream.rest();
      // Another provider may have taken over.
      t.assume(end?.type !== 'message.completed', 'the turn that should fail went well');

      expectCode(t, 'events.error.upstream-error', stream, 'upstream_error');
      t.expect('events.error.details-on-outage').holds(
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
    requirements: ['events.error.turn-timeout'],
    needs: ['scenario:endless_turn', 'wait:30min'],
    waits: TURN_DURATION,
    async run(t) {
      const patience = TURN_DURATION + 60_000;
      await expectTimeout(t, await t.open(t.scenario('endless_turn'), { patience }));
    },
  }),

  check({
    id: 'events.error.turn-timeout.early',
    requirements: ['events.error.turn-timeout'],
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

  check({
    id: 'events.error.outcome-unknown.recovery',
    requirements: ['events.error.outcome-unknown-recovers'],
    needs: ['fault:outcome_unknown'],
    waits: RECOVERY_PAUSES.reduce((sum, pause) => sum + pause),
    async run(t) {
      const [turn, sent] = withFault(t, 'outcome_unknown');
      const stream = await t.open(turn, sent);
      const { data } = await endOf(t, stream, 'message.error');
      t.assume(data.code === 'outcome_unknown', `the turn ended with ${String(data.code)}`);
      const again = await replayUntilKnown(t, turn, stream);

      const row = t.expect('events.error.outcome-unknown-recovers');
      row.holds(again, isOutcome(again), 'a stored outcome', codeOf(again));
      row.equals(again, t.opened(again).messageId, stream.messageId, '/message_id');
    },
  }),

  check({
    id: 'events.error.retryable',
    requirements: ['events.error.retryable-new-key'],
    needs: ['fault:pre_dispatch_error'],
    async run(t) {
      const failed = await t.open(...withFault(t, 'pre_dispatch_error'));
      const { data } = await endOf(t, failed, 'message.error');
      t.assume(data.retryable === true, 'the failure is not retryable');
      const again = await t.attempt('streaming', t.plain(), { chatId: failed.chatId });
      // A new attempt may work, and it may meet the same outage.
      t.assume(!(again instanceof Answer) || again.status < 500, 'the target is still out of order');

      const row = t.expect('events.error.retryable-new-key');
      row.accepts(again);
      const stream = t.opened(again);
      await stream.rest();
      row.holds(
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
    requirements: ['events.error.agent-runs-only-with-tasks'],
    needs: ['scenario:agents_failure'],
    async run(t) {
      const stream = await t.open(t.scenario('agents_failure'));
      const { data } = await endOf(t, stream, 'message.error');
      t.assume(stream.events.some(tellsOfTask), 'no agent task ran before the turn failed');

      t.expect('events.error.agent-runs-only-with-tasks').holds(
        stream,
        Array.isArray(data.agent_runs),
        'a summary of the tasks',
        data.agent_runs,
        '/agent_runs',
      );
    },
  }),

  check({
    id: 'events.error.replay',
    requirements: ['events.error.replay-same-error'],
    needs: ['scenario:upstream_failure'],
    async run(t) {
      const turn = t.scenario('upstream_failure');
      const stream = await t.open(turn);
      const { data } = await endOf(t, stream, 'message.error');
      // Of the other codes, some are provisional.
      t.assume(data.code === 'upstream_error', `the turn ended with ${String(data.code)}`);
      const again = await replay(t, turn, stream);

      const row = t.expect('events.error.replay-same-error');
      row.equals(again, codeOf(again), data.code);
      if (!(again instanceof Answer)) row.equals(again, again.messageId, stream.messageId, '/message_id');
    },
  }),
];

/** Whether an event tells of a task of an agent, and not only that there shall be one. */
function tellsOfTask({ type, data }: LiveEvent): boolean {
  return type === 'message.step' && objectsIn(data.steps).some(({ key }) => key === 'agent');
}

async function expectTimeout(t: CheckContext, stream: LiveStream): Promise<void> {
  const end = await stream.rest();
  t.assume(end?.type !== 'message.completed', 'the turn that should go on for ever came to an end');
  expectCode(t, 'events.error.turn-timeout', stream, 'turn_timeout');
}

function expectCode(t: CheckContext, requirement: string, stream: LiveStream, code: string): void {
  const row = t.expect(requirement);
  row.equals(stream, stream.terminal?.type, 'message.error');
  row.equals(stream, stream.terminal?.data.code, code, '/code');
}

/** The same body under the same key, read to its end. */
async function replay(
  t: CheckContext,
  turn: Turn,
  { chatId, key }: LiveStream,
): Promise<Answer | LiveStream> {
  const again = await t.attempt('streaming', turn, { chatId, key });
  if (!(again instanceof Answer)) await again.rest();
  return again;
}

/** Asks again and again, less and less often, until the outcome of a turn is known. @returns the last replay */
async function replayUntilKnown(
  t: CheckContext,
  turn: Turn,
  stream: LiveStream,
): Promise<Answer | LiveStream> {
  let again = await replay(t, turn, stream);
  for (const pause of RECOVERY_PAUSES) {
    if (isOutcome(again)) break;
    await t.wait(pause);
    again = await replay(t, turn, stream);
  }
  return again;
}

function isOutcome(again: Answer | LiveStream): boolean {
  return (
    !(again instanceof Answer) && again.terminal !== undefined && !PROVISIONAL.has(String(codeOf(again)))
  );
}

/** What a failure that was replayed says: a stream in its message.error, an answer in its `message_code`. */
function codeOf(again: Answer | LiveStream): unknown {
  if (again instanceof Answer) return again.messageCode;
  return again.terminal?.type === 'message.error' ? again.terminal.data.code : again.terminal?.type;
}

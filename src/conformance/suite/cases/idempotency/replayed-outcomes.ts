import type { RequirementId } from '../../../../../generated/ids.d.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { R } from '../../check-kit/check.ts';
import type { Channel, CheckContext } from '../../check-kit/context.ts';
import { type EndedState, TURN_FAILED } from '../../check-kit/ended-states.ts';
import { isRefused } from '../../check-kit/ended-turn.ts';
import { codeOf } from '../../check-kit/replayed-stream.ts';
import { NOT_RERUN, SAME_FAILURE, SAME_RESULT } from '../../check-kit/send-rows.ts';
import { together } from '../../check-kit/together.ts';

const STORED = R['idempotency.key.running-or-stored'];
const CANCELLED = R['idempotency.replay.cancelled'];

/** The outcome of a turn, and what the same send was answered with afterwards. */
type Expectation<Sent> = (t: CheckContext, ending: EndedState, first: Sent, again: Sent) => void;

/** The requirements about replaying a turn with this ending. */
export function replayRows(ending: EndedState, channel: Channel): readonly RequirementId[] {
  const stored = ending.situation.end === 'timed out' ? [STORED] : [];
  return [...new Set([NOT_RERUN[channel], ...stored, outcomeRow(ending, channel)])];
}

/**
 * The requirement about the replayed outcome. The contract does not say what is stored for a turn that was cut at an interaction.
 */
function outcomeRow({ situation: { end }, failure }: EndedState, channel: Channel): RequirementId {
  if (end === 'timed out') return channel === 'streaming' ? SAME_FAILURE.streaming : SAME_RESULT.blocking;
  if (end === 'cut') return NOT_RERUN[channel];
  if (end === 'cancelled') return CANCELLED;
  return failure === TURN_FAILED ? SAME_FAILURE[channel] : SAME_RESULT[channel];
}

/** Compares the answer to a repeated send with the outcome of its turn. */
export function expectReplay(
  t: CheckContext,
  channel: Channel,
  ending: EndedState,
  first: Answer | LiveStream,
  again: Answer | LiveStream,
): void {
  const { end } = ending.situation;
  // It is open what a replay of such a turn returns.
  if (end === 'cut') return;
  if (end === 'timed out') expectTimeout(t, outcomeRow(ending, channel), first, again);
  else if (channel === 'streaming') expectStream(t, ending, first, again);
  else {
    t.require(first instanceof Answer && again instanceof Answer, 'a blocking send opened a stream');
    expectAnswer(t, ending, first as Answer, again as Answer);
  }
}

function expectTimeout(
  t: CheckContext,
  row: RequirementId,
  first: Answer | LiveStream,
  again: Answer | LiveStream,
): void {
  t.expect(STORED).isTrue(again, !isRefused(again), 'the stored outcome', again.exchange.status);
  t.require(codeOf(first) === 'turn_timeout', 'the turn did not end at its deadline');
  t.expect(row).equals(again, codeOf(again), codeOf(first));
}

const expectStream: Expectation<Answer | LiveStream> = (t, { situation, failure }, first, again) => {
  const claim = t.expect(failure === TURN_FAILED ? SAME_FAILURE.streaming : SAME_RESULT.streaming);
  // A turn that fails before its stream opens may be answered with its failure.
  if (failure === TURN_FAILED && codeOf(first) === 'upstream_error' && first instanceof Answer) {
    claim.equals(again, codeOf(again), codeOf(first));
    return;
  }
  const stream = t.opened(first);
  claim.accepts(again);
  const replay = t.opened(again);
  const { messageId, terminal: end } = stream;
  together(
    () => claim.equals(replay, replay.messageId, messageId, '/message_id'),
    () => claim.equals(replay, replay.terminal?.type, end?.type),
    () => claim.equals(replay, replay.terminal?.data.content, end?.data.content, '/content'),
    () => claim.equals(replay, replay.terminal?.data.code, end?.data.code, '/code'),
    () => {
      if (situation.end === 'cancelled')
        t.expect(CANCELLED).equals(replay, replay.terminal?.type, 'message.cancelled');
    },
  );
};

const expectAnswer: Expectation<Answer> = (t, { situation, failure }, first, again) => {
  if (failure === TURN_FAILED) {
    t.require(first.status === 502, 'the turn that should fail was not answered with 502');
    const claim = t.expect(SAME_FAILURE.blocking);
    claim.equals(again, again.messageCode, first.messageCode, '/message_code');
    claim.equals(again, again.data.message_id, first.data.message_id, '/data/message_id');
    return;
  }
  // The contract leaves the first answer to a cancelled send open, but not its replay.
  if (situation.end === 'cancelled') {
    t.expect(CANCELLED).succeeds(again);
    t.expect(CANCELLED).shows(again, 'status', 'cancelled');
    return;
  }
  t.requireSuccess(first);
  t.expect(SAME_RESULT.blocking).succeeds(again);
  t.expect(NOT_RERUN.blocking).equals(again, again.data.id, first.data.id, '/data/id');
  t.expect(SAME_RESULT.blocking).equals(again, again.data, first.data, '/data');
};

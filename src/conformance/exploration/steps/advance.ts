import type { LiveEvent } from '../../drive/live-stream.ts';
import { isTerminal } from '../../judge/rules/event-names.ts';
import { CUT } from '../../suite/check-kit/composed-turn.ts';
import { actionIdOf, type CheckContext, lastReceivedAt } from '../../suite/check-kit/context.ts';
import { CLOSE_FAILURES, expectCode, type FaultEnd, TIMEOUT } from '../../suite/check-kit/fault-ends.ts';
import { type Asked, type InteractionKind, replyTo } from '../../suite/check-kit/interaction-replies.ts';
import { nextMove } from '../../suite/check-kit/turns.ts';
import type { KnownTurn } from '../world.ts';

/** Short, since a service may hold back what a turn says, and a sequence that keeps two such turns open must end within an exchange's limit. */
const QUIET = 60_000;

/**
 * Reads a turn's stream until the turn asks something, goes quiet or ends, and records which.
 *
 * @param patience how long the turn may be quiet, in milliseconds of the service's time
 */
export async function advance(t: CheckContext, turn: KnownTurn, patience = QUIET): Promise<void> {
  const { stream } = turn;
  if (!stream || turn.isLeft) return;
  turn.asked = undefined;
  let said = '';
  const next = () => nextMove(t, stream, patience);
  for (let event = await next(); event; event = await next()) {
    if (isTerminal(event.type)) {
      noteEnd(turn, event.type);
      if (mustFail(turn)) expectCode(t, turn.failure.requirement, stream, turn.failure.code);
      return;
    }
    if (event.type === 'message.action_required') return noteQuestion(t, turn, event);
    if (typeof event.data.text === 'string') said += event.data.text;
    // A scenario that holds says something first.
    if (turn.fault !== TIMEOUT.fault && (said.includes(CUT) || (turn.holding && said !== ''))) {
      turn.state = 'held';
      return;
    }
  }
  turn.state = 'open';
}

/** Records that a turn has ended. @param terminal the name of its terminal event */
export function noteEnd(turn: KnownTurn, terminal: string | undefined): void {
  const end = terminal?.replace('message.', '');
  const isDoubtful = end === 'error' && CLOSE_FAILURES.some(({ fault }) => fault === turn.fault);
  turn.state = end === undefined ? 'open' : isDoubtful ? 'recovering' : 'over';
  turn.end = end as KnownTurn['end'] & string;
}

/** Whether nothing but its fault can have ended a turn. After a refusal or an expiry, the turn may end in another way. */
function mustFail(turn: KnownTurn): turn is KnownTurn & { readonly failure: FaultEnd } {
  return turn.failure !== undefined && !turn.hasRefusal && turn.closed?.by !== 'time';
}

function noteQuestion(t: CheckContext, turn: KnownTurn, event: LiveEvent): void {
  const { stream } = turn;
  const reply = replyTo(event);
  t.require(reply !== undefined, `the contract has no answer to ${String(event.data.kind)}`);
  if (!stream || !reply) return;
  // Tasks ask at the same time. A refusal of one question may have ended the turn, and the other question with it.
  if (turn.hasRefusal && event.data.agent) {
    turn.state = 'open';
    return;
  }
  turn.state = 'asking';
  turn.asked = {
    stream,
    asked: event,
    actionId: actionIdOf(event),
    reply,
    // A task's interaction may have arrived together with the previous one.
    askedAt: (event.data.agent ? turn.closed?.asked.askedAt : undefined) ?? lastReceivedAt(stream),
  };
}

/** The kind of an interaction. */
export function kindOf({ asked }: Asked): InteractionKind {
  return asked.data.kind as InteractionKind;
}

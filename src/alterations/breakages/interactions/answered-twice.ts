import { TIMERS } from '../../../reference/timers.ts';
import { type Breakage, breakage, type PortChange } from '../../alteration.ts';
import { answerInstead, succeedAt } from '../../decorators/answer-instead.ts';
import { notPending, resolved } from '../../decorators/answers.ts';
import { insteadOfNotFound, isAtItsEndpoint, isByOwner } from '../../decorators/interactions.ts';
import { notFoundAfter } from '../../decorators/not-found-after.ts';
import { ANSWERS } from '../../decorators/operations.ts';
import { inDuration, withClock } from '../../decorators/ports.ts';
import { actionIdOf } from '../../decorators/requests.ts';
import { recode } from '../../decorators/rewrite-answers.ts';
import { rewriteEvents } from '../../decorators/rewrite-events.ts';

/** Accepts another answer to an interaction that was already answered, or whose answer was lost. */
const succeedingAgain = succeedAt(ANSWERS, 'action-not-pending', resolved);

/** Interactions that expire too early or too late, or accept a second answer. */
export const answeredTwiceBreakages: readonly Breakage[] = [
  breakage(
    'interactions.expiry.answer-in-time',
    'An interaction expires after 20 seconds.',
    inDuration(TIMERS.interaction, 20_000),
  ),
  breakage(
    'interactions.expiry.after-110-seconds',
    'An interaction expires only at the deadline of its turn.',
    inDuration(TIMERS.interaction, TIMERS.turn),
  ),
  ...(['interactions.expiry.not-found', 'errors.action-not-found.expired'] as const).map((id) =>
    breakage(
      id,
      'An answer to an expired interaction fails as not pending.',
      insteadOfNotFound(
        (answer, raised) => isByOwner(answer, raised) && isAtItsEndpoint(answer, raised),
        notPending,
      ),
    ),
  ),
  breakage(
    'interactions.expiry.turn-ends',
    'When an interaction expires, the stream of its turn never ends.',
    rewriteEvents(() => {
      let hasAsked = false;
      return (event) => {
        hasAsked ||= event.type === 'message.action_required';
        return hasAsked && event.type === 'message.completed' ? [] : [event];
      };
    }),
  ),
  breakage(
    'interactions.resolved.second-answer-refused',
    'A second answer succeeds as if it resolved the interaction.',
    succeedingAgain,
  ),
  breakage(
    'interactions.resolved.first-answer-stands/accepted',
    'A second answer succeeds as if it resolved the interaction.',
    succeedingAgain,
  ),
  breakage(
    'interactions.resolved.first-answer-stands/replaced',
    'A second answer is refused, but the turn continues with it.',
    replacingFirst(),
  ),
  breakage(
    'errors.action-not-pending.claimed',
    'A second answer succeeds as if it resolved the interaction.',
    succeedingAgain,
  ),
  breakage(
    'errors.action-not-pending.outcome-unknown/accepted',
    'A second answer succeeds as if it resolved the interaction.',
    succeedingAgain,
  ),
  breakage(
    'errors.action-not-pending.outcome-unknown/code',
    'A second answer to an interaction whose outcome is unknown fails with an unknown outcome again.',
    recode(ANSWERS, 'api_v1_action_not_pending', 'api_v1_action_result_unknown'),
  ),
  breakage(
    'errors.action-not-pending.outcome-unknown/not-found',
    'A second answer to an interaction whose outcome is unknown fails as not found.',
    notFoundAfter('decision-result-unknown'),
  ),
  breakage(
    'interactions.cancelled-turn.refused',
    'An answer to an interaction of a cancelled turn succeeds.',
    succeedAt(ANSWERS, 'action-not-found', resolved),
  ),
];

/** Says that the first answer has resolved the interaction, but delivers the second answer if it comes soon. */
function replacingFirst(): PortChange {
  /** How long the first answer waits for a second one, in milliseconds. */
  const patience = 300;
  return withClock((clock) => (exchange) => {
    const dropFirst = new Map<string, () => void>();
    return answerInstead('approveTool', (request, sound) => {
      const id = actionIdOf(request);
      const drop = dropFirst.get(id);
      if (drop === undefined) {
        dropFirst.set(
          id,
          clock.after(patience, () => void sound(request)),
        );
        return resolved(request);
      }
      drop();
      sound(request);
      return notPending(request);
    })(exchange);
  });
}

import { ANSWERS } from '../../../../generated/operation-groups.js';
import { TIMERS } from '../../../reference/timers.ts';
import { type Breakage, breakage, type PortChange } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { notPending, resolved } from '../../decorators/answers.ts';
import { insteadOfNotFound, isAtItsEndpoint, isByOwner } from '../../decorators/interactions.ts';
import { notFoundAfter } from '../../decorators/not-found-after.ts';
import { withClock } from '../../decorators/ports.ts';
import { actionIdOf } from '../../decorators/requests.ts';
import { rewriteEvents } from '../../decorators/rewrite-events.ts';
import { failed, succeeded, timed } from '../kinds/answered.ts';

/** Interactions that expire too early or too late, or accept a second answer. */
export const answeredTwiceBreakages: readonly Breakage[] = [
  timed('interactions.expiry.answer-in-time', 'interaction', 20_000),
  timed('interactions.expiry.after-110-seconds', 'interaction', TIMERS.turn),
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
  succeeded('interactions.resolved.second-answer-refused', ANSWERS, 'action-not-pending', resolved),
  succeeded('interactions.resolved.first-answer-stands/accepted', ANSWERS, 'action-not-pending', resolved),
  breakage(
    'interactions.resolved.first-answer-stands/replaced',
    'A second answer is refused, but the turn continues with it.',
    replacingFirst(),
  ),
  succeeded('errors.action-not-pending.claimed', ANSWERS, 'action-not-pending', resolved),
  succeeded('errors.action-not-pending.outcome-unknown/accepted', ANSWERS, 'action-not-pending', resolved),
  failed('errors.action-not-pending.outcome-unknown/code', ANSWERS, 'api_v1_action_not_pending', {
    message_code: 'api_v1_action_result_unknown',
  }),
  breakage(
    'errors.action-not-pending.outcome-unknown/not-found',
    'A second answer to an interaction whose outcome is unknown fails as not found.',
    notFoundAfter('decision-result-unknown'),
  ),
  succeeded('interactions.cancelled-turn.refused', ANSWERS, 'action-not-found', resolved),
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

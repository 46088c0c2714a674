import { TIMERS } from '../../../reference/timers.ts';
import {
  ANSWERS,
  answerAfter,
  notPending,
  resolved,
  rewriteDuration,
  succeedAt,
} from '../../decorators/acting.ts';
import { actionIdOf, type Wrap } from '../../decorators/asked.ts';
import { recode } from '../../decorators/refuse.ts';
import { answerInstead, rewriteEvents } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';
import { toldWrongly } from '../errors/told-wrongly.ts';

/** An interaction that was answered or lost is answered with success all the same. */
const succeedingAgain = succeedAt(ANSWERS, 'action-not-pending', resolved);

/** Interactions that live too long or too short, or take another answer. */
export const againBreakages: readonly Breakage[] = [
  ...toldWrongly('action-not-pending'),
  {
    id: 'interactions.expiry.answer-in-time',
    requirement: 'interactions.expiry.answer-in-time',
    port: 'clock',
    behaviour: 'An interaction expires after 20 seconds.',
    ports: rewriteDuration(TIMERS.interaction, 20_000),
  },
  {
    id: 'interactions.expiry.after-110-seconds',
    requirement: 'interactions.expiry.after-110-seconds',
    port: 'clock',
    behaviour: 'An interaction waits for an answer as long as its turn may last.',
    ports: rewriteDuration(TIMERS.interaction, TIMERS.turn),
  },
  ...['interactions.expiry.not-found', 'errors.action-not-found.expired'].map(
    (requirement): Breakage => ({
      id: requirement,
      requirement,
      port: 'exchange',
      behaviour: 'An expired interaction is told not to be pending.',
      exchange: answerAfter(ANSWERS, (request, sound) =>
        sound.status === 404 ? notPending(request) : undefined,
      ),
    }),
  ),
  {
    id: 'interactions.expiry.turn-ends',
    requirement: 'interactions.expiry.turn-ends',
    port: 'exchange',
    behaviour: 'The stream of a turn whose interaction expired never tells the end.',
    exchange: rewriteEvents(() => {
      let hasAsked = false;
      return (event) => {
        hasAsked ||= event.type === 'message.action_required';
        return hasAsked && event.type === 'message.completed' ? [] : [event];
      };
    }),
  },
  {
    id: 'interactions.resolved.second-answer-refused',
    requirement: 'interactions.resolved.second-answer-refused',
    port: 'exchange',
    behaviour: 'A second answer is told to have resolved the interaction.',
    exchange: succeedingAgain,
  },
  {
    id: 'interactions.resolved.first-answer-stands/accepted',
    requirement: 'interactions.resolved.first-answer-stands',
    port: 'exchange',
    behaviour: 'A second answer is accepted.',
    exchange: succeedingAgain,
  },
  {
    id: 'interactions.resolved.first-answer-stands/replaced',
    requirement: 'interactions.resolved.first-answer-stands',
    port: 'exchange',
    behaviour: 'A second answer is refused, and the turn goes on by it nevertheless.',
    exchange: replacingFirst(),
  },
  {
    id: 'errors.action-not-pending.claimed',
    requirement: 'errors.action-not-pending.claimed',
    port: 'exchange',
    behaviour: 'Of two answers at once, both are accepted.',
    exchange: succeedingAgain,
  },
  {
    id: 'errors.action-not-pending.outcome-unknown/accepted',
    requirement: 'errors.action-not-pending.outcome-unknown',
    port: 'exchange',
    behaviour: 'An interaction whose outcome is unknown takes another answer.',
    exchange: succeedingAgain,
  },
  {
    id: 'errors.action-not-pending.outcome-unknown/code',
    requirement: 'errors.action-not-pending.outcome-unknown',
    port: 'exchange',
    behaviour: 'Answering again an interaction whose outcome is unknown says that it still is.',
    exchange: recode(ANSWERS, 'api_v1_action_not_pending', 'api_v1_action_result_unknown'),
  },
  {
    id: 'interactions.cancelled-turn.refused',
    requirement: 'interactions.cancelled-turn.refused',
    port: 'exchange',
    behaviour: 'An interaction of a cancelled turn is answered with success.',
    exchange: succeedAt(ANSWERS, 'action-not-found', resolved),
  },
];

/** How long a first answer is held back for a second one, in milliseconds of the real clock. */
const HELD = 300;

/** Says that the first answer has resolved the interaction, and delivers the second if one comes soon. */
function replacingFirst(): Wrap {
  return (exchange) => {
    const held = new Map<string, NodeJS.Timeout>();
    return answerInstead('approveTool', (request, sound) => {
      const id = actionIdOf(request);
      const first = held.get(id);
      if (first === undefined) {
        held.set(
          id,
          setTimeout(() => sound(request), HELD),
        );
        return resolved(request);
      }
      clearTimeout(first);
      sound(request);
      return notPending(request);
    })(exchange);
  };
}

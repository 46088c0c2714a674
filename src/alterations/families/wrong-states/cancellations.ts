import { answerInstead } from '../../decorators/answer-instead.ts';
import { cancelled, fail, isSuccess } from '../../decorators/answers.ts';
import { haveSameToken, withInteractions } from '../../decorators/interactions.ts';
import { bodyOf, insteadOf } from '../../decorators/requests.ts';
import type { StateChange } from './state-change.ts';
import { afterEnd, CAUSES, ENDED_TURNS, whileRunning } from './turns.ts';
import { answerInState, withTurns } from './with-turns.ts';

const operations = ['cancelTurn'] as const;

/** A turn that is cancelled, or that can no longer be cancelled. */
export function* cancellations(): Generator<StateChange> {
  for (const { end, cause } of ENDED_TURNS) {
    const isInState = afterEnd({ end, cause });
    for (const row of ['not-found', 'action-not-found', 'action-not-pending'] as const)
      yield {
        id: `cancel-${end}-of-${cause}/answers-${row}`,
        behaviour: `The cancellation of a turn of ${cause} that ended as ${end} is answered ${row}.`,
        operations,
        isInState,
        change: answerInState('cancelTurn', isInState, (request) => fail(request, row)),
      };
  }
  for (const cause of CAUSES) {
    const isInState = whileRunning(cause);
    yield {
      id: `cancel-running-${cause}/without-effect`,
      behaviour: `The cancellation of a turn of ${cause} has no effect.`,
      operations,
      isInState,
      change: answerInState('cancelTurn', isInState, (request) => cancelled(request)),
    };
    yield {
      id: `cancel-running-${cause}/refused`,
      behaviour: `The cancellation of a turn of ${cause} is refused.`,
      operations,
      isInState,
      change: answerInState('cancelTurn', isInState, (request) => fail(request, 'not-found')),
    };
  }
  yield {
    id: 'cancel-running/all-chats',
    behaviour: 'A cancellation ends the turns of all chats of the credential.',
    operations,
    isInState: (turns, request) => turns.hasOther(request),
    change: withTurns((turns) =>
      answerInstead('cancelTurn', async (request, sound) => {
        const answer = await sound(request);
        if (isSuccess(answer))
          for (const chat of turns.othersOf(request))
            await sound({ ...insteadOf(request, 'cancelTurn', {}), path: { chat_id: chat } });
        return answer;
      }),
    ),
  };
  yield {
    id: 'cancel-by-id/other-interaction',
    behaviour: 'A cancellation that names an interaction of another credential is delivered.',
    operations,
    isInState: (_, request) => bodyOf(request)?.action_id !== undefined,
    change: withInteractions((raised) =>
      answerInstead('cancelTurn', async (request, sound) => {
        const owner = raised.get(String(bodyOf(request)?.action_id))?.request;
        if (!owner || haveSameToken(owner, request)) return sound(request);
        await sound(insteadOf(owner, 'cancelTurn', {}));
        return cancelled(request);
      }),
    ),
  };
}

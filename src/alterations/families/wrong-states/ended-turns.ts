import { SENDS } from '../../../../generated/operation-groups.js';
import { fail } from '../../decorators/answers.ts';
import type { StateChange } from './state-change.ts';
import { afterEnd, ENDED_TURNS, type IsInState } from './turns.ts';
import { answerInState } from './with-turns.ts';

/** A chat whose turn has ended. */
export function* endedTurns(): Generator<StateChange> {
  for (const { end, cause } of ENDED_TURNS)
    for (const operation of SENDS) {
      const isAfter = afterEnd({ end, cause });
      const isInState: IsInState = (turns, request) => isAfter(turns, request) && !turns.hasKey(request);
      yield {
        id: `ended-by-${end}-of-${cause}:${operation}/still-busy`,
        behaviour: `After a turn of ${cause} has ended as ${end}, ${operation} finds the chat busy.`,
        operations: [operation],
        isInState,
        change: answerInState(operation, isInState, (request, _, turns) => {
          const id = turns.endedIn(request.path.chat_id)?.id ?? 1;
          return fail(request, 'chat-busy', { data: { message_id: id } });
        }),
      };
    }
}

import { answerInstead } from '../../decorators/answer-instead.ts';
import { fail } from '../../decorators/answers.ts';
import { SENDS } from '../../decorators/operations.ts';
import type { IsInState, StateChange } from './state-change.ts';
import { ENDED_TURNS } from './turns.ts';
import { withTurns } from './with-turns.ts';

/** A chat whose turn has ended. */
export function* endedTurns(): Generator<StateChange> {
  for (const { end, cause } of ENDED_TURNS)
    for (const operation of SENDS) {
      const isInState: IsInState = (turns, request) => {
        const last = turns.endedIn(request.path.chat_id);
        return last?.end === end && last.sentBy === cause && !turns.hasKey(request);
      };
      yield {
        id: `ended-by-${end}-of-${cause}:${operation}/still-busy`,
        behaviour: `After a turn of ${cause} has ended as ${end}, ${operation} finds the chat busy.`,
        operations: [operation],
        isInState,
        change: withTurns((turns) =>
          answerInstead(operation, (request) => {
            if (!isInState(turns, request)) return undefined;
            const id = turns.endedIn(request.path.chat_id)?.id ?? 1;
            return fail(request, 'chat-busy', { data: { message_id: id } });
          }),
        ),
      };
    }
}

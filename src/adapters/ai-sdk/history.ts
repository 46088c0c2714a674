import type { ListedMessage } from '../../../generated/types.js';
import { follow, type TurnState, WAITING } from '../../client/follow.ts';
import type { ConversationMessage } from './message.ts';
import { sourcesOf, stepPartsOf } from './parts.ts';

const STATUSES = {
  completed: 'completed',
  cancelled: 'cancelled',
  error: 'failed',
  pending: 'running',
} as const;

/** Makes the messages of `useChat` from the turns of a chat: `toUIMessages(await client.turns.list(chatId).all({ limit: Infinity }))`. */
export function toUIMessages(turns: readonly ListedMessage[]): ConversationMessage[] {
  return turns.flatMap((turn): ConversationMessage[] => {
    const { id, prompt, content, usage } = turn;
    const state = stateOf(turn);
    return [
      { id: `${id} prompt`, role: 'user', parts: [{ type: 'text', text: prompt }] },
      {
        id: `${id}`,
        role: 'assistant',
        metadata: { usage },
        parts: [
          { type: 'step-start' },
          { type: 'data-turn', id: 'turn', data: state },
          ...stepPartsOf(state),
          ...(content === '' ? [] : [{ type: 'text', text: content, state: 'done' } as const]),
          ...sourcesOf(state),
        ],
      },
    ];
  });
}

/** The turn as it would be after its last event. */
function stateOf(turn: ListedMessage): TurnState {
  const { message, ...state } = follow(WAITING, { type: 'message.completed', data: turn });
  const isOver = turn.status === 'completed' || turn.status === 'cancelled';
  return { ...state, status: STATUSES[turn.status], message: isOver ? message : undefined };
}

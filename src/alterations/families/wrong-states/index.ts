import type { PortChange } from '../../alteration.ts';
import { isFor } from '../../decorators/operations.ts';
import type { Family } from '../family.ts';
import { busyChats } from './busy-chats.ts';
import { cancellations } from './cancellations.ts';
import { endedTurns } from './ended-turns.ts';
import { interactions, noteInteractions } from './interactions.ts';
import { keys } from './keys.ts';
import { alteration, type StateChange, stateOf } from './state-change.ts';
import { withTurns } from './with-turns.ts';

/** The states that the family alters, each with an action (stateOf). */
export function listStates(): readonly string[] {
  return [...new Set([...stateChanges()].map(stateOf))];
}

/** In one state, an action has the effect or the answer of another state. */
export const wrongStates: Family = {
  name: 'wrong-states',
  *generate(traffic) {
    for (const change of stateChanges()) yield alteration(change, traffic);
  },
};

function* stateChanges(): Generator<StateChange> {
  yield* busyChats();
  yield* endedTurns();
  yield* keys();
  yield* interactions();
  yield* cancellations();
}

/** Reports the states in which requests arrive. @param note called with a state and an action (stateOf) */
export function noteStates(note: (state: string) => void): PortChange {
  const states = new Map([...stateChanges()].map((change) => [stateOf(change), change]));
  return withTurns((turns) => (exchange) => {
    const noting = noteInteractions(note)(exchange);
    return (request) => {
      for (const [state, { operations, isInState }] of states)
        if (isFor(operations, request) && isInState?.(turns, request)) note(state);
      return noting(request);
    };
  });
}

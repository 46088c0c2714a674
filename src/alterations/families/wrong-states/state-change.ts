import type { OperationId } from '../../../reference/http/operation.ts';
import type { PortChange, Wrap } from '../../alteration.ts';
import type { FamilyAlteration } from '../family.ts';
import { checksThat, type Traffic } from '../traffic.ts';
import type { IsInState } from './turns.ts';

/** A misbehaviour in one state. */
export interface StateChange {
  /** The state, the action, and the misbehaviour. */
  readonly id: string;
  readonly behaviour: string;
  /** The operations whose requests are affected. */
  readonly operations: readonly OperationId[];
  /** Whether a request arrives in the state. Undefined if the answer, or an interaction, decides that. */
  readonly isInState?: IsInState;
  readonly change: Wrap | PortChange;
  /** The checks that wait for the state, if it only comes with time. */
  readonly waiting?: readonly string[];
}

/** The part of the id that names the state and the action. */
export function stateOf({ id }: Pick<StateChange, 'id'>): string {
  return id.slice(0, id.indexOf('/'));
}

export function alteration(stateChange: StateChange, traffic: Traffic): FamilyAlteration {
  const { id, behaviour, operations, change, waiting = [] } = stateChange;
  return {
    id: `wrong-states/${id}`,
    behaviour,
    ...(typeof change === 'function' ? { port: 'exchange', exchange: change } : change),
    get checks() {
      const sending = checksThat(traffic, ({ operation }) => operations.includes(operation));
      const known = traffic.states.get(stateOf(stateChange)) ?? [];
      return [...new Set([...waiting, ...known, ...likeliestFirst(id, sending)])];
    },
  };
}

/** Checks of interactions come first. Almost every check sends turns, but most raise none. */
const OF_INTERACTIONS = /^(interactions|errors\.(action|decision|interactions)|stream\.action)/;

function likeliestFirst(id: string, checks: readonly string[]): readonly string[] {
  const isLikely = (check: string) => id.startsWith('interaction') && OF_INTERACTIONS.test(check);
  return [...checks.filter(isLikely), ...checks.filter((check) => !isLikely(check))];
}

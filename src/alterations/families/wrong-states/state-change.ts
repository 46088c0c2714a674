import type { OperationId } from '../../../reference/http/operation.ts';
import type { PortChange, Wrap } from '../../alteration.ts';
import type { FamilyAlteration } from '../family.ts';
import { checksThat, type Traffic } from '../traffic.ts';

/** A misbehaviour in one state. */
export interface StateChange {
  /** The state, the action, and the misbehaviour. */
  readonly id: string;
  readonly behaviour: string;
  /** The operations whose requests are affected. */
  readonly operations: readonly OperationId[];
  readonly change: Wrap | PortChange;
  /** The checks that wait for the state, if it only comes with time. */
  readonly waiting?: readonly string[];
}

export function alteration(
  { id, behaviour, operations, change, waiting = [] }: StateChange,
  traffic: Traffic,
): FamilyAlteration {
  const checks = checksThat(traffic, ({ operation }) => operations.includes(operation));
  return {
    id: `wrong-states/${id}`,
    behaviour,
    ...(typeof change === 'function' ? { port: 'exchange', exchange: change } : change),
    checks: [...waiting, ...likeliestFirst(id, checks)],
  };
}

/** Checks of the same subject come first. Almost every check sends turns, but most show nothing about a particular state. */
const SUBJECTS: readonly (readonly [id: RegExp, checks: RegExp])[] = [
  [/^busy/, /^(states\.(busy|chat)|errors\.chat-busy|failures)/],
  [/^ended/, /^states\.ended/],
  [/^key/, /^(idempotency|errors\.(idempotency|turn-in))/],
  [/^interaction/, /^(interactions|errors\.(action|decision|interactions)|stream\.action)/],
  [/^cancel/, /^(cancel|states\.ended|interactions\.[\w-]+\.cancel)/],
];

function likeliestFirst(id: string, checks: readonly string[]): readonly string[] {
  const subject = SUBJECTS.find(([pattern]) => pattern.test(id))?.[1];
  const isLikely = (check: string) => subject?.test(check) ?? false;
  return [...checks.filter(isLikely), ...checks.filter((check) => !isLikely(check))];
}

import type { LiveTurn } from '../turns/live-turn.ts';

/**
 * The way from the service to a running turn. Here it is a function call and never fails; where the turn runs elsewhere it
 * can fail in the ways that section 7 tells apart.
 */
export interface Delivery {
  /** @throws DeliveryFailure */
  decide(decision: Decision, accept: (decision: Decision) => void): void | Promise<void>;
  /** @throws DeliveryFailure when the turn cannot be reached and keeps running */
  cancel(turn: LiveTurn): void | Promise<void>;
}

/** What the client answered. `expired`: nobody did, in time. */
export type Decision =
  | { readonly kind: 'tool_approval'; readonly approved: ReadonlyMap<string, boolean> }
  | { readonly kind: 'plan_approval'; readonly action: 'approve' | 'reject' }
  | {
      readonly kind: 'elicitation';
      readonly action: 'accept' | 'decline' | 'cancel';
      readonly content: Record<string, unknown>;
    }
  | { readonly kind: 'auth_required' };

/**
 * `not-sent`: it never left. `no-answer`: it left, and what became of it is unknown. `rejected`: it arrived and was refused.
 * `no-backend`: interactions cannot be looked up now.
 */
export type DeliveryProblem = 'not-sent' | 'no-answer' | 'rejected' | 'no-backend';

export class DeliveryFailure extends Error {
  readonly code = 'delivery-failure';
  readonly problem: DeliveryProblem;
  /** With `rejected`: the status of the refusal. */
  readonly upstreamStatus: number | undefined;

  constructor(problem: DeliveryProblem, upstreamStatus?: number) {
    super(`the delivery failed: ${problem}`);
    this.problem = problem;
    this.upstreamStatus = upstreamStatus;
  }
}

export const directDelivery: Delivery = {
  decide: (decision, accept) => accept(decision),
  cancel: (turn) => turn.cut('cancelled'),
};

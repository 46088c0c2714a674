import type { LiveTurn } from '../turns/live-turn.ts';

/**
 * Delivers decisions and cancellations to a running turn. In this server a delivery is a function call and never fails. In a
 * service that runs its turns elsewhere it can fail in the ways that section 7 distinguishes.
 */
export interface Delivery {
  /** Delivers the person's decision. @throws DeliveryFailure */
  decide(decision: Decision, accept: (decision: Decision) => void): void | Promise<void>;
  /** Delivers a cancellation. @throws DeliveryFailure when the turn cannot be reached and keeps running */
  cancel(turn: LiveTurn): void | Promise<void>;
}

/** The person's answer to an interaction, by the kind of the interaction. */
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
 * How a delivery failed.
 *
 * - `not-sent`: it was never sent.
 * - `no-answer`: it was sent, and its outcome is unknown.
 * - `rejected`: it arrived and was rejected.
 * - `no-backend`: interactions cannot be looked up.
 */
export type DeliveryProblem = 'not-sent' | 'no-answer' | 'rejected' | 'no-backend';

/** A decision or a cancellation was not delivered. */
export class DeliveryFailure extends Error {
  readonly code = 'delivery-failure';
  readonly problem: DeliveryProblem;
  /** The status of the rejection; undefined for other problems. */
  readonly upstreamStatus: number | undefined;

  constructor(problem: DeliveryProblem, upstreamStatus?: number) {
    super(`the delivery failed: ${problem}`);
    this.problem = problem;
    this.upstreamStatus = upstreamStatus;
  }
}

/** Delivers by function calls, to turns that run in this process. */
export const directDelivery: Delivery = {
  decide: (decision, accept) => accept(decision),
  cancel: (turn) => turn.cut('cancelled'),
};

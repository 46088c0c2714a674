/** The outages that a request can ask for. */
export const FAULT_NAMES = [
  'agents_disabled',
  'agents_unavailable',
  'pre_dispatch_error',
  'turn_timeout',
  'persistence',
  'outcome_unknown',
  'idempotency_outcome_unknown',
  'action_not_sent',
  'action_no_answer',
  'action_rejected',
  'interaction_backend',
  'cancel_delivery',
] as const;

export type FaultName = (typeof FAULT_NAMES)[number];

import type { ActionRequired } from '../../../generated/types.d.ts';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { insteadOf } from './acting.ts';

/** By what an interaction of a kind is answered. */
export const ANSWERED_BY = {
  tool_approval: 'approveTool',
  plan_approval: 'respondPlan',
  elicitation: 'respondElicitation',
  auth_required: 'cancelAuth',
} as const satisfies Readonly<Record<ActionRequired['kind'], OperationId>>;

/** The request that declines what a turn asks, in the place of another by the same client in the same chat. */
export function declining(asked: ActionRequired, request: HttpRequest): HttpRequest {
  return insteadOf(request, ANSWERED_BY[asked.kind], { action_id: asked.action_id, ...refusalOf(asked) });
}

function refusalOf(asked: ActionRequired): object {
  switch (asked.kind) {
    case 'tool_approval':
      return {
        decisions: asked.payload.tools.map(({ tool_use_id }) => ({ tool_use_id, approved: false })),
      };
    case 'plan_approval':
      return { action: 'reject' };
    case 'elicitation':
      return { action: 'decline' };
    case 'auth_required':
      return {};
  }
}

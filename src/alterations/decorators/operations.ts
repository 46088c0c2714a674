import type { ANSWERS } from '../../../generated/operation-groups.js';
import type { ActionRequired } from '../../../generated/types.d.ts';
import { OPERATIONS, type Operation, type OperationId } from '../../reference/http/operation.ts';

/** One operation or several. */
export type Operations = OperationId | readonly OperationId[];

export const EVERY: readonly OperationId[] = OPERATIONS.map(({ operationId }) => operationId);

/** The operation that answers each kind of interaction. */
export const ANSWERED_BY = {
  tool_approval: 'approveTool',
  plan_approval: 'respondPlan',
  elicitation: 'respondElicitation',
  auth_required: 'cancelAuth',
} as const satisfies Readonly<Record<ActionRequired['kind'], (typeof ANSWERS)[number]>>;

export function operationOf(id: OperationId): Operation {
  const operation = OPERATIONS.find(({ operationId }) => operationId === id);
  if (!operation) throw new RangeError(`there is no operation ${id}`);
  return operation;
}

/** The operations, as a sentence names them. */
export function namesOf(operations: Operations): string {
  return operations === EVERY ? 'every operation' : [operations].flat().join(' or ');
}

/** Whether a request is for one of the operations. */
export function isFor(operations: Operations, { operation }: { readonly operation: Operation }): boolean {
  return typeof operations === 'string'
    ? operations === operation.operationId
    : operations.includes(operation.operationId);
}

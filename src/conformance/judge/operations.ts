import type { OperationId } from '../../../generated/ids.d.ts';
import * as groups from '../../../generated/operation-groups.js';
import type { Operation } from '../../../generated/operations.d.ts';
import type { ActionRequired } from '../../../generated/types.d.ts';
import { readGenerated } from '../generated.ts';
import { isSuccessStatus } from './status.ts';

// The generated groups, typed so that any operation can be looked up in them.
export const SENDS: readonly OperationId[] = groups.SENDS;
export const LISTS: readonly OperationId[] = groups.LISTS;
export const ANSWERS: readonly OperationId[] = groups.ANSWERS;

/** The operation that answers each kind of interaction. */
export const ANSWERED_BY = {
  tool_approval: 'approveTool',
  plan_approval: 'respondPlan',
  elicitation: 'respondElicitation',
  auth_required: 'cancelAuth',
} as const satisfies Readonly<Record<ActionRequired['kind'], (typeof groups.ANSWERS)[number]>>;

/** The operation that answers this kind; undefined for a kind that the contract does not define. */
export function operationAnswering(kind: unknown): OperationId | undefined {
  return typeof kind === 'string' && Object.hasOwn(ANSWERED_BY, kind)
    ? ANSWERED_BY[kind as keyof typeof ANSWERED_BY]
    : undefined;
}

const PREFIX = '/api/v1/';

/** Letters, digits and marks that are the same written plainly (RFC 3986, 2.3). */
const UNRESERVED = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

interface Route {
  readonly operation: Operation;
  readonly method: string;
  readonly pattern: RegExp;
}

interface Match {
  readonly operation: Operation;
  readonly parameters: readonly string[];
}

let routes: readonly Route[] | undefined;

function loadRoutes(): readonly Route[] {
  routes ??= readGenerated<Operation[]>('operations.json').map((operation) => ({
    operation,
    method: operation.method.toUpperCase(),
    pattern: new RegExp(`^${operation.path.replaceAll(/\{[^{}]+\}/g, '([^/]+)')}$`),
  }));
  return routes;
}

/** All operations of the contract. */
export function listOperations(): readonly Operation[] {
  return loadRoutes().map(({ operation }) => operation);
}

/** The type of the body of an answer; undefined if its operation has no JSON body. */
export function typeOfBody({ responses }: Operation, status: number): string | undefined {
  if (!isSuccessStatus(status)) return 'FailureResponse';
  const [, success] = Object.entries(responses).find(([key]) => key.startsWith('2')) ?? [];
  return success === null || success?.includes('/') ? undefined : success;
}

/** The operation that a request addresses, and the parameters in its path. The service may have any base path. */
export function matchOperation(method: string, target: string): Match | undefined {
  const [written = ''] = target.split('?', 1);
  const path = written.replace(UNRESERVED, decodeURIComponent);
  const start = path.lastIndexOf(PREFIX);
  if (start < 0) return undefined;
  const [name, place] = [method.toUpperCase(), path.slice(start)];
  for (const route of loadRoutes()) {
    const match = route.method === name ? route.pattern.exec(place) : null;
    if (match) return { operation: route.operation, parameters: match.slice(1) };
  }
  return undefined;
}

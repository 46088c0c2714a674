import operations from '../../../generated/operations.json' with { type: 'json' };
import type { operations as OperationTypes } from '../../../generated/types.d.ts';
import type { Scope } from '../directory/types.ts';

export type OperationId = keyof OperationTypes;

/** An operation of the contract, as in generated/operations.json. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: string;
  /** Path template: `/api/v1/chats/{chat_id}`. */
  readonly path: string;
  readonly requiredScopes: readonly Scope[];
  /** Type of the request body; null or absent for an operation without one. */
  readonly request?: string | null;
}

export const OPERATIONS = operations as readonly Operation[];

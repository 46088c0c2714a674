import type { OperationId } from '../../../generated/ids.d.ts';
import type { Operation } from '../../../generated/operations.d.ts';
import operations from '../../../generated/operations.json' with { type: 'json' };

export type { Operation, OperationId };

export const OPERATIONS = operations as unknown as readonly Operation[];

/** The operations that send a turn. */
export const SENDS: readonly OperationId[] = ['sendMessage', 'streamMessage'];

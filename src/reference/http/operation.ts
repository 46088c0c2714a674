import type { OperationId } from '../../../generated/ids.d.ts';
import * as groups from '../../../generated/operation-groups.js';
import type { Operation } from '../../../generated/operations.d.ts';
import operations from '../../../generated/operations.json' with { type: 'json' };

export type { Operation, OperationId };

export const OPERATIONS = operations as unknown as readonly Operation[];

// The generated groups, typed so that any operation can be looked up in them.
export const SENDS: readonly OperationId[] = groups.SENDS;
export const LISTS: readonly OperationId[] = groups.LISTS;

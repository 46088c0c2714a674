import type { OperationId } from '../../reference/http/operation.ts';
import { rewriteBodies } from '../decorators/rewrite-requests.ts';
import { type Breakage, breakage } from './breakage.ts';

/** The permission modes of this version. */
export const versioningBreakages: readonly Breakage[] = [
  breakage(
    'versioning.modes.manual-and-auto',
    'The blocking send accepts the mode plan.',
    planAs('sendMessage', 'auto'),
  ),
  breakage(
    'versioning.modes.plan-not-streamed',
    'The streaming send accepts the mode plan.',
    planAs('streamMessage', 'manual'),
  ),
];

/** Runs turns with the mode `plan` in another mode. */
function planAs(operation: OperationId, mode: string) {
  return rewriteBodies(operation, (body) =>
    body.permission_mode === 'plan' ? { ...body, permission_mode: mode } : body,
  );
}

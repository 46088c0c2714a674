import type { OperationId } from '../../reference/http/operation.ts';
import { rewriteRequests, withBody } from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';

/** Turns with the mode `plan` run in another one. */
function planAs(operation: OperationId, mode: string) {
  return rewriteRequests(operation, (request) =>
    withBody(request, (body) =>
      body.permission_mode === 'plan' ? { ...body, permission_mode: mode } : body,
    ),
  );
}

/** What this area's requirements forbid, each done. */
export const versioningBreakages: readonly Breakage[] = [
  {
    id: 'versioning.modes.manual-and-auto',
    requirement: 'versioning.modes.manual-and-auto',
    port: 'exchange',
    behaviour: 'The blocking send takes the mode plan.',
    exchange: planAs('sendMessage', 'auto'),
  },
  {
    id: 'versioning.modes.plan-not-streamed',
    requirement: 'versioning.modes.plan-not-streamed',
    port: 'exchange',
    behaviour: 'The streaming send takes the mode plan.',
    exchange: planAs('streamMessage', 'manual'),
  },
];

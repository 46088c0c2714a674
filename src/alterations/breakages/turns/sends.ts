import type { OperationId } from '../../../reference/http/operation.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { refusing } from '../../decorators/answer-instead.ts';
import { keyOf, withFreshKey } from '../../decorators/keys.ts';
import { rewriteItems, rewriteStatus } from '../../decorators/rewrite-answers.ts';
import { changeData } from '../../decorators/rewrite-events.ts';
import { rewriteBodies, rewriteRequests } from '../../decorators/rewrite-requests.ts';

const NO_KEY = 'api_v1_idempotency_key_required';

const SEND_OPERATIONS = [
  ['send', 'sendMessage'],
  ['stream', 'streamMessage'],
] as const;

/** The two sends, their permission modes, and the listing. */
export const turnSendBreakages: readonly Breakage[] = [
  breakage('turns.listing.exists', 'The turns of a chat cannot be listed.', refusing('listMessages')),
  breakage(
    'turns.listing.chronological',
    'The turns of a page are listed in reverse order.',
    rewriteItems('listMessages', (turns) => turns.toReversed()),
  ),
  breakage('turns.send.exists', 'Every blocking send is refused.', refusing('sendMessage')),
  breakage('turns.stream.exists', 'Every streaming send is refused.', refusing('streamMessage')),
  ...SEND_OPERATIONS.flatMap(([way, operation]) => [
    breakage(
      `turns.${way}.requires-key/made-up`,
      'A turn that is sent without a key gets a generated one.',
      rewriteRequests(operation, (request) => (keyOf(request) === undefined ? withFreshKey(request) : {})),
    ),
    breakage(
      `turns.${way}.requires-key/status`,
      'A turn without a key is refused with the status 422.',
      rewriteStatus(operation, (status, body) => (body.message_code === NO_KEY ? 422 : status)),
    ),
  ]),
  breakage(
    'turns.send.only-auto/manual',
    'The blocking send accepts the mode manual and runs the turn in auto mode.',
    rewriteBodies('sendMessage', (body) =>
      body.permission_mode === 'manual' ? { ...body, permission_mode: 'auto' } : body,
    ),
  ),
  ...(['turns.send.only-auto/default', 'turns.mode.default-manual'] as const).map((id) =>
    breakage(
      id,
      'A blocking send without a mode runs in auto mode.',
      rewriteBodies('sendMessage', (body) => ({ permission_mode: 'auto', ...body })),
    ),
  ),
  breakage(
    'turns.stream.accepts-auto',
    'A streaming send in auto mode is refused.',
    refusing('streamMessage', ({ permission_mode }) => permission_mode === 'auto'),
  ),
  breakage(
    'turns.stream.default-manual',
    'A streaming send without a mode runs in auto mode.',
    rewriteBodies('streamMessage', (body) => ({ permission_mode: 'auto', ...body })),
  ),
  breakage(
    'turns.mode.auto-runs-tools/asks',
    'A streaming send asks for approvals even in auto mode.',
    rewriteBodies('streamMessage', (body) => ({ ...body, permission_mode: 'manual' })),
  ),
  breakage(
    'turns.mode.auto-runs-tools/hides',
    'A completed stream does not show that a tool has run.',
    changeData('message.completed', (turn) => ({ ...turn, steps: [] })),
  ),
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
function planAs(operation: OperationId, mode: string): Wrap {
  return rewriteBodies(operation, (body) =>
    body.permission_mode === 'plan' ? { ...body, permission_mode: mode } : body,
  );
}

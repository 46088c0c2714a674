import { type Breakage, breakage } from '../../alteration.ts';
import { keyOf, withFreshKey } from '../../decorators/keys.ts';
import { rewriteStatus } from '../../decorators/rewrite-answers.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { instead, reversed } from '../../decorators/values.ts';
import { heard, refused } from '../kinds/heard.ts';
import { listed, shown } from '../kinds/shown.ts';

const NO_KEY = 'api_v1_idempotency_key_required';

const SEND_OPERATIONS = [
  ['send', 'sendMessage'],
  ['stream', 'streamMessage'],
] as const;

/** The two sends, their permission modes, and the listing. */
export const turnSendBreakages: readonly Breakage[] = [
  refused('turns.listing.exists', 'listMessages'),
  listed('turns.listing.chronological', 'listMessages', reversed),
  refused('turns.send.exists', 'sendMessage'),
  refused('turns.stream.exists', 'streamMessage'),
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
  heard('turns.send.only-auto/manual', 'sendMessage', { permission_mode: instead('manual', 'auto') }),
  ...(['turns.send.only-auto/default', 'turns.mode.default-manual'] as const).map((id) =>
    heard(id, 'sendMessage', { permission_mode: instead(undefined, 'auto') }),
  ),
  refused('turns.stream.accepts-auto', 'streamMessage', { permission_mode: 'auto' }),
  heard('turns.stream.default-manual', 'streamMessage', { permission_mode: instead(undefined, 'auto') }),
  heard('turns.mode.auto-runs-tools/asks', 'streamMessage', { permission_mode: 'manual' }),
  shown('turns.mode.auto-runs-tools/hides', 'message.completed', { steps: [] }),
  heard('versioning.modes.manual-and-auto', 'sendMessage', { permission_mode: instead('plan', 'auto') }),
  heard('versioning.modes.plan-not-streamed', 'streamMessage', {
    permission_mode: instead('plan', 'manual'),
  }),
];

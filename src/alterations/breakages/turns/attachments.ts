import type { Attachments } from '../../../../generated/types.d.ts';
import { inExchange, refusing, rewriteBodies, SENDS } from '../../decorators/in-exchange.ts';
import type { Breakage } from '../breakage.ts';

/** Far above the ids of the seed. */
const UNKNOWN = 1_000_000;

/** The row of each type of attachment. */
const ROWS = {
  workspace_ids: 'turns.attachments.workspace-ids',
  file_ids: 'turns.attachments.file-ids',
  skill_ids: 'turns.attachments.skill-ids',
  mcp_server_ids: 'turns.attachments.connector-ids',
  agent_ids: 'turns.attachments.agent-ids',
} as const satisfies Record<keyof Attachments, string>;

/** What the requirements of a turn's attachments forbid, each done. */
export const turnAttachmentBreakages: readonly Breakage[] = [
  inExchange(
    'turns.attachments.optional/with',
    'A turn with attachments is refused.',
    refusing(SENDS, ({ attachments }) => attachments !== undefined),
  ),
  inExchange(
    'turns.attachments.optional/without',
    'A turn without attachments is refused.',
    refusing(SENDS, ({ attachments }) => attachments === undefined),
  ),
  ...Object.entries(ROWS).map(([member, requirement]) =>
    inExchange(
      requirement,
      `A turn that attaches ${member} is refused.`,
      refusing(SENDS, ({ attachments }) => attachments?.[member]?.length > 0),
    ),
  ),
  inExchange(
    'turns.attachments.unknown-refused',
    'Attachments that do not exist are left out.',
    rewriteBodies(SENDS, (body) => ({ ...body, attachments: withoutUnknown(body.attachments) })),
  ),
];

function withoutUnknown(attachments: Readonly<Record<string, readonly number[]>> = {}) {
  return Object.fromEntries(
    Object.entries(attachments).map(([member, ids]) => [member, ids.filter((id) => id < UNKNOWN)]),
  );
}

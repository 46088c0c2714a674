import type { Attachments } from '../../../../generated/types.d.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { refusing } from '../../decorators/answer-instead.ts';
import { SENDS } from '../../decorators/operations.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';

/** Far above the ids of the seed. */
const UNKNOWN_IDS_FROM = 1_000_000;

/** The requirement about each type of attachment. */
const ROWS = {
  workspace_ids: 'turns.attachments.workspace-ids',
  file_ids: 'turns.attachments.file-ids',
  skill_ids: 'turns.attachments.skill-ids',
  mcp_server_ids: 'turns.attachments.connector-ids',
  agent_ids: 'turns.attachments.agent-ids',
} as const satisfies Record<keyof Attachments, string>;

export const turnAttachmentBreakages: readonly Breakage[] = [
  breakage(
    'turns.attachments.optional/with',
    'A turn with attachments is refused.',
    refusing(SENDS, ({ attachments }) => attachments !== undefined),
  ),
  breakage(
    'turns.attachments.optional/without',
    'A turn without attachments is refused.',
    refusing(SENDS, ({ attachments }) => attachments === undefined),
  ),
  ...Object.entries(ROWS).map(([member, requirement]) =>
    breakage(
      requirement,
      `A turn that attaches ${member} is refused.`,
      refusing(SENDS, ({ attachments }) => attachments?.[member]?.length > 0),
    ),
  ),
  breakage(
    'turns.attachments.unknown-refused',
    'Attachments that do not exist are dropped, and the turn runs.',
    rewriteBodies(SENDS, (body) => ({ ...body, attachments: withoutUnknown(body.attachments) })),
  ),
];

function withoutUnknown(attachments: Readonly<Record<string, readonly number[]>> = {}) {
  return Object.fromEntries(
    Object.entries(attachments).map(([member, ids]) => [member, ids.filter((id) => id < UNKNOWN_IDS_FROM)]),
  );
}

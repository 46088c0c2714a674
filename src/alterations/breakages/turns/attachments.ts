import { type Breakage, breakage } from '../../alteration.ts';
import { SENDS } from '../../decorators/operations.ts';
import { type Body, isObject } from '../../decorators/requests.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';

/** Far above the ids of the seed. */
const UNKNOWN_IDS_FROM = 1_000_000;

export const turnAttachmentBreakages: readonly Breakage[] = [
  breakage(
    'turns.attachments.unknown-refused',
    'Attachments that do not exist are dropped, and the turn runs.',
    rewriteBodies(SENDS, (body) =>
      isObject(body.attachments) ? { ...body, attachments: withoutUnknown(body.attachments) } : body,
    ),
  ),
];

function withoutUnknown(attachments: Readonly<Record<string, Body>>) {
  return Object.fromEntries(
    Object.entries(attachments).map(([member, ids]) => [
      member,
      Array.isArray(ids) ? ids.filter((id) => id > 0 && id < UNKNOWN_IDS_FROM) : ids,
    ]),
  );
}

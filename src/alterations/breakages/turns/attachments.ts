import { SENDS } from '../../../../generated/operation-groups.js';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { SEED, UNKNOWN_IDS_FROM } from '../../decorators/facts.ts';
import { isObject } from '../../decorators/requests.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';

export const turnAttachmentBreakages: readonly Breakage[] = [
  breakage(
    'turns.attachments.unknown-refused',
    'Attachments that do not exist are dropped, and the turn runs.',
    dropping((id) => id >= UNKNOWN_IDS_FROM),
  ),
  breakage(
    'turns.attachments.unknown-refused/zero',
    'The id zero is dropped from attachments other than agents, and the turn runs.',
    dropping((id, member) => id === 0 && member !== 'agent_ids'),
  ),
  breakage(
    'turns.attachments.unknown-refused/of-other-user',
    'An attached agent that only another user sees is dropped, and the turn runs.',
    dropping((id, member) => id === SEED.foreignAgent && member === 'agent_ids'),
  ),
];

/** Drops some ids from the attachments of turns. */
function dropping(isDropped: (id: number, member: string) => boolean): Wrap {
  return rewriteBodies(SENDS, (body) => {
    if (!isObject(body.attachments)) return body;
    const kept = Object.entries(body.attachments).map(([member, ids]) => [
      member,
      Array.isArray(ids) ? ids.filter((id) => !isDropped(id, member)) : ids,
    ]);
    return { ...body, attachments: Object.fromEntries(kept) };
  });
}

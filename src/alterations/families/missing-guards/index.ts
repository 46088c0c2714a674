import type { Family } from '../family.ts';
import { attachmentHoles } from './attachments.ts';
import { deletedHoles } from './deleted.ts';
import { alterations } from './guard.ts';
import { interactionHoles } from './interactions.ts';
import { ownerHoles } from './owners.ts';
import { scopeHoles } from './scopes.ts';
import { tokenHoles } from './tokens.ts';

/** A restriction is not enforced at one place, is enforced with another restriction's failure, or reveals what exists. */
export const missingGuards: Family = {
  name: 'missing-guards',
  *generate(traffic) {
    const all = [
      ...tokenHoles(),
      ...scopeHoles(),
      ...attachmentHoles(),
      ...ownerHoles(),
      ...interactionHoles(),
      ...deletedHoles(),
    ];
    for (const hole of all) yield* alterations(hole, traffic);
  },
};

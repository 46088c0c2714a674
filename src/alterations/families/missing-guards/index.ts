import type { Family } from '../family.ts';
import { attachmentGuards } from './attachments.ts';
import { deletedGuards } from './deleted.ts';
import { alterations } from './guard.ts';
import { interactionGuards } from './interactions.ts';
import { ownerGuards } from './owners.ts';
import { scopeGuards } from './scopes.ts';
import { tokenGuards } from './tokens.ts';

/** A restriction is not enforced at one place, is enforced with another restriction's failure, or reveals what exists. */
export const missingGuards: Family = {
  name: 'missing-guards',
  *generate(traffic) {
    const all = [
      ...tokenGuards(),
      ...scopeGuards(),
      ...attachmentGuards(),
      ...ownerGuards(),
      ...interactionGuards(),
      ...deletedGuards(),
    ];
    for (const hole of all) yield* alterations(hole, traffic);
  },
};

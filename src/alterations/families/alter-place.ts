import type { Wrap } from '../alteration.ts';
import { ABSENT } from '../decorators/change-member.ts';
import type { Body } from '../decorators/requests.ts';
import { createMemory, type Earlier, memberOf } from './memory.ts';
import { formatPlace, type Place } from './place.ts';
import { changeShown } from './show-values.ts';
import { findValues, replaceAt } from './values.ts';

/** A value at the place, and what is known about it. */
export interface ValueThere extends Earlier {
  /** Name of the member, or of the list that contains the item. */
  readonly member: string;
  /** Whether the value is an item of a list. */
  readonly isItem: boolean;
}

/** A replacement for the value at a place. @returns undefined to keep the value, ABSENT to remove it */
export type ChangeValue = (value: Body, there: ValueThere) => unknown;

/** Replaces the value at one place whenever a server shows that place. */
export function alterPlace(place: Place, change: ChangeValue): Wrap {
  const wanted = formatPlace(place);
  const member = memberOf(place.pointer);
  return changeShown(() => {
    const memory = createMemory();
    return ({ request, root, placeOf }) => {
      let changed = root;
      // In reverse order, so that removing an item does not move items that are still to come.
      const found = [...findValues(root)]
        .filter(({ pointer }) => memberOf(pointer) === member)
        .map((each) => ({ each, earlier: memory.note(request, root, each) }));
      for (const { each, earlier } of found.reverse()) {
        if (each.pointer !== place.pointer || formatPlace(placeOf(each)) !== wanted) continue;
        const other = change(each.value, { ...earlier, ...positionOf(place) });
        if (other === undefined) continue;
        if (each.path.length === 0) return other === ABSENT ? [] : (other as Body[]);
        changed = replaceAt(changed, each.path, other);
      }
      return [changed];
    };
  });
}

/** What operators know about a place. */
export function positionOf({ pointer }: Place): Pick<ValueThere, 'member' | 'isItem'> {
  return { member: pointer.replaceAll('[]', '').split('.').at(-1) ?? '', isItem: pointer.endsWith('[]') };
}

import type { Wrap } from '../alteration.ts';
import { ABSENT } from '../decorators/change-member.ts';
import type { Body } from '../decorators/requests.ts';
import { createMemory, type Earlier } from './memory.ts';
import { formatPlace, type Place } from './place.ts';
import { changeShown } from './show-values.ts';
import { findValues, replaceAt } from './values.ts';

/** A value at the place, and what is known about it. */
export interface ValueThere extends Earlier {
  /** Name of the member, or of the list whose item it is. */
  readonly member: string;
  /** Whether the value is an item of a list. */
  readonly isItem: boolean;
}

/** Another value for a place. @returns undefined to leave the value as it is, ABSENT to leave it out */
export type ChangeValue = (value: Body, there: ValueThere) => unknown;

/** Shows another value at one place, whenever a server shows that place. */
export function alterPlace(place: Place, change: ChangeValue): Wrap {
  const wanted = formatPlace(place);
  return changeShown(() => {
    const memory = createMemory();
    return ({ request, root, placeOf }) => {
      let changed = root;
      // From the last to the first, so that leaving out an item moves none that is still to come.
      const found = [...findValues(root)].map((each) => ({
        each,
        earlier: memory.note(request, root, each),
      }));
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

/** What the operators are told about a place. */
export function positionOf({ pointer }: Place): Pick<ValueThere, 'member' | 'isItem'> {
  return { member: pointer.replaceAll('[]', '').split('.').at(-1) ?? '', isItem: pointer.endsWith('[]') };
}

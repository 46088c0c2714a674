import { ALL_BREAKAGES } from './breakages/index.ts';
import { FRONTS } from './fronts/front.ts';
import { VARIANTS } from './variants/index.ts';

/** A breakage, a variant or a front, as shown by `conversation-api list`. */
export interface ListedAlteration {
  readonly id: string;
  /** The requirement that a breakage violates, or the open point that a variant reads differently. */
  readonly of?: string;
  /** What the server does. */
  readonly behaviour: string;
}

const LISTS: Readonly<Record<ListedKind, () => readonly ListedAlteration[]>> = {
  breakages: () =>
    ALL_BREAKAGES.map(({ id, requirement, behaviour }) => ({ id, of: requirement, behaviour })),
  variants: () => VARIANTS.map(({ id, openPoint, behaviour }) => ({ id, of: openPoint, behaviour })),
  fronts: () => FRONTS.map(({ id, behaviour }) => ({ id, behaviour })),
};

type ListedKind = 'breakages' | 'variants' | 'fronts';

/** Lists everything of a kind, without the implementations. */
export function listAlterations(kind: ListedKind): readonly ListedAlteration[] {
  return LISTS[kind]();
}

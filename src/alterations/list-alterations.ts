import { ALL_BREAKAGES } from './breakages/index.ts';
import { VARIANTS } from './variants/index.ts';

/** A breakage or a variant, as shown by `conversation-api list`. */
export interface ListedAlteration {
  readonly id: string;
  /** The requirement that a breakage violates, or the open point that a variant reads differently. */
  readonly of: string;
  /** What the server does. */
  readonly behaviour: string;
}

/** Lists all breakages or variants, without their implementations. */
export function listAlterations(kind: 'breakages' | 'variants'): readonly ListedAlteration[] {
  return kind === 'breakages'
    ? ALL_BREAKAGES.map(({ id, requirement, behaviour }) => ({ id, of: requirement, behaviour }))
    : VARIANTS.map(({ id, openPoint, behaviour }) => ({ id, of: openPoint, behaviour }));
}

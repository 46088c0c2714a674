import {
  type Breakage,
  type BreakageId,
  breakage,
  type Change,
} from '../../../../src/alterations/alteration.ts';

/** A breakage that no one or two requests of a client show: only a longer sequence does. */
export interface FloorDefect extends Breakage {
  /** The sentence of the service document that it breaks. */
  readonly sentence: string;
}

/** Declares a defect. Its state belongs to one server: a change makes it anew each time that it decorates an exchange. */
export function defect<const Id extends string>(
  id: BreakageId<Id>,
  sentence: string,
  behaviour: string,
  change: Change,
): FloorDefect {
  return { ...breakage(id, behaviour, change), sentence };
}

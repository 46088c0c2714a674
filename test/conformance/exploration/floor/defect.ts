import {
  type Breakage,
  type BreakageId,
  breakage,
  type Change,
} from '../../../../src/alterations/alteration.ts';

/** A breakage that only a longer sequence of requests shows, never one or two requests. */
export interface FloorDefect extends Breakage {
  /** The sentence of the service document that the defect breaks. */
  readonly sentence: string;
}

/** Declares a defect. Its state belongs to one server: the change creates it again for each server that it decorates. */
export function defect<const Id extends string>(
  id: BreakageId<Id>,
  sentence: string,
  behaviour: string,
  change: Change,
): FloorDefect {
  return { ...breakage(id, behaviour, change), sentence };
}

import { type Alteration, alter, type Change } from '../alteration.ts';

/** A named misbehaviour of the server that breaks one requirement. */
export interface Breakage extends Alteration {
  readonly requirement: string;
}

/** @param id the id of the requirement, followed by a slash and the way it is broken where there are several ways */
export function breakage(id: string, behaviour: string, change: Change): Breakage {
  return { ...alter(id, behaviour, change), requirement: id.split('/', 1)[0] as string };
}

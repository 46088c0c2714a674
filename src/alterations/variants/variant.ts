import { type Alteration, alter, type Change } from '../alteration.ts';

/** Another behaviour that is as faithful as the sound server's: another reading of an open point. */
export interface Variant extends Alteration {
  readonly openPoint: string;
}

/** @param id the open point, followed by `=` and the reading */
export function variant(id: string, behaviour: string, change: Change): Variant {
  return { ...alter(id, behaviour, change), openPoint: id.split('=', 1)[0] as string };
}

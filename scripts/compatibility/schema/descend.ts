import type { Change } from '../change.ts';
import type { Place } from '../place.ts';
import type { Conjunction } from './flat.ts';

/**
 * Compares two schemas inside the schemas that are being compared. It is passed to the comparison of each kind of keyword, so that
 * this comparison need not import the comparison of whole schemas.
 * @param refines whether the schemas only narrow what another schema declares, as a `then` does
 */
export type Descend = (before: Conjunction, after: Conjunction, at: Place, refines: boolean) => Change[];

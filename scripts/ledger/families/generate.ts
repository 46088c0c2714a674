import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import { FAMILIES } from '../../../src/alterations/families/index.ts';
import type { Traffic } from '../../../src/alterations/families/traffic.ts';
import { takeSample } from './sample.ts';

/** Which of the generated alterations are judged. */
export interface AlterationSelection {
  /** Names of families; all by default. */
  readonly families?: readonly string[] | undefined;
  /** The most alterations of each family, chosen by the seed. */
  readonly sample?: number | undefined;
  readonly seed: number;
  /** Only alterations whose id contains this text. */
  readonly containing?: string | undefined;
}

/** Generates the selected alterations from the traffic of a sound run. */
export function generateAlterations(
  traffic: Traffic,
  { families, sample = Number.POSITIVE_INFINITY, seed, containing = '' }: AlterationSelection,
): FamilyAlteration[] {
  return FAMILIES.filter(({ name }) => families?.includes(name) ?? true).flatMap((family) => {
    const all = [...family.generate(traffic)].filter(({ id }) => id.includes(containing));
    return takeSample(all, sample, seed);
  });
}

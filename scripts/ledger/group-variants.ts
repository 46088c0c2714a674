import type { Variant } from '../../src/alterations/alteration.ts';

/**
 * Groups variants so that no group has two readings of the same open point. The number of groups is the largest number of
 * readings that a point has, and the groups are about equally large.
 */
export function groupVariants(variants: readonly Variant[]): Variant[][] {
  const readings = Map.groupBy(variants, ({ openPoint }) => openPoint);
  const count = Math.max(...[...readings.values()].map(({ length }) => length));
  const groups: Variant[][] = Array.from({ length: count }, () => []);
  for (const variant of variants) {
    const [smallest] = groups
      .filter((members) => members.every(({ openPoint }) => openPoint !== variant.openPoint))
      .sort((a, b) => a.length - b.length);
    smallest?.push(variant);
  }
  return groups;
}

/** Keeps the first reading of each open point among some variants. */
export function firstReadings(variants: readonly Variant[]): Variant[] {
  return [...Map.groupBy(variants, ({ openPoint }) => openPoint).values()].flatMap(([first]) => first ?? []);
}

import type { Variant } from '../../src/alterations/variants/variant.ts';

/**
 * Puts variants together as far as they do not contradict each other: a group has one reading of an open point at most. There
 * are as many groups as some point has readings, and they are about as large as each other.
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

/** Of each open point, the first reading among some variants. */
export function firstReadings(variants: readonly Variant[]): Variant[] {
  return [...Map.groupBy(variants, ({ openPoint }) => openPoint).values()].flatMap(([first]) => first ?? []);
}

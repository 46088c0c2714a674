import type { Variant } from '../../../src/reference/variants/variant.ts';

/** Puts variants together as far as they do not contradict each other: a group has one reading of an open point at most. */
export function groupVariants(variants: readonly Variant[]): Variant[][] {
  const groups: Variant[][] = [];
  for (const variant of variants) {
    const group = groups.find((members) => members.every(({ openPoint }) => openPoint !== variant.openPoint));
    if (group) group.push(variant);
    else groups.push([variant]);
  }
  return groups;
}

import type { RequirementReport, Summary } from './model.ts';

/** Adds up the places of requirements. */
export function sumPlaces(requirements: readonly RequirementReport[]): NonNullable<Summary['places']> {
  let seen = 0;
  let of = 0;
  for (const { places } of requirements) {
    seen += places?.seen ?? 0;
    of += places?.of ?? 0;
  }
  return { seen, of };
}

/** The ids that an edition freezes, by kind. Reports, known failures and profiles of users name them. */
export interface FrozenIds {
  readonly requirements: readonly string[];
  readonly checks: readonly string[];
  readonly breakages: readonly string[];
  readonly variants: readonly string[];
}

/** One sentence for each id of an edition that no longer exists. */
export function goneIds(frozen: FrozenIds, current: FrozenIds): string[] {
  return (['requirements', 'checks', 'breakages', 'variants'] as const).flatMap((kind) => {
    const known = new Set(current[kind]);
    const noun = kind.slice(0, -1);
    return frozen[kind]
      .filter((id) => !known.has(id))
      .map(
        (id) =>
          `the id ${id} of a ${noun} is gone; released ids are stable for ever, so restore it and give the new ${noun} another id`,
      );
  });
}

import type { Spec } from '../generate/spec.ts';

/** The ids that are stable for ever, by kind. Reports, known failures and profiles of users name them. */
export interface FrozenIds {
  readonly requirements: readonly string[];
  readonly checks: readonly string[];
  readonly breakages: readonly string[];
  readonly variants: readonly string[];
}

const fileName = 'frozen-ids.json';
export const frozenIdsPath = `spec/${fileName}`;

const kinds = ['requirements', 'checks', 'breakages', 'variants'] as const;

/** The ids that were frozen before; none if there is no such file yet. */
export function readFrozenIds(spec: Spec): FrozenIds {
  const frozen = spec.has(fileName) ? (spec.object(fileName) as unknown as Partial<FrozenIds>) : {};
  return mapKinds((kind) => frozen[kind] ?? []);
}

/** Adds the current ids to the frozen ones. An id that is gone stays, so that the test of frozen ids finds it. */
export function freezeIds(frozen: FrozenIds, current: FrozenIds): FrozenIds {
  return mapKinds((kind) => [...new Set([...frozen[kind], ...current[kind]])].sort());
}

/** One sentence for each frozen id that no longer exists. */
export function goneIds(frozen: FrozenIds, current: FrozenIds): string[] {
  return kinds.flatMap((kind) => {
    const known = new Set(current[kind]);
    return frozen[kind]
      .filter((id) => !known.has(id))
      .map(
        (id) =>
          `the id ${id} of a ${kind.slice(0, -1)} is gone; ids are stable for ever, so restore it and give the new ${kind.slice(0, -1)} another id`,
      );
  });
}

function mapKinds(idsOf: (kind: keyof FrozenIds) => readonly string[]): FrozenIds {
  return {
    requirements: idsOf('requirements'),
    checks: idsOf('checks'),
    breakages: idsOf('breakages'),
    variants: idsOf('variants'),
  };
}

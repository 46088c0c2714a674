import type { Judged } from './judge-alteration.ts';
import { explainSurvivor, type SurvivorEntry, type SurvivorReason } from './survivors.ts';

/** The result of one family, as stored in reports/ledger.json. */
export interface FamilyResult {
  readonly family: string;
  readonly sections: readonly SectionResult[];
  /** The entries of survivors.yaml that explain survivors of this family, identified by their first id. */
  readonly survivors: readonly {
    readonly entry: string;
    readonly reason: SurvivorReason;
    readonly point?: string;
    readonly count: number;
  }[];
}

/** The result of one operation. */
export interface SectionResult {
  readonly section: string;
  readonly generated: number;
  readonly caught: number;
  readonly survived: Readonly<Partial<Record<SurvivorReason, number>>>;
}

/** Summarises the results for a family. */
export function summariseFamily(
  family: string,
  judged: readonly Judged[],
  entries: readonly SurvivorEntry[],
): FamilyResult {
  const survivors = judged.filter(({ result }) => result === 'survived');
  const byEntry = Map.groupBy(survivors, ({ id }) => explainSurvivor(entries, id));
  byEntry.delete(undefined);
  return {
    family,
    sections: [...Map.groupBy(judged, ({ id }) => sectionOf(id))].sort().map(([section, all]) => ({
      section,
      generated: all.length,
      caught: all.filter(({ result }) => result === 'caught').length,
      survived: countReasons(all, entries),
    })),
    survivors: [...byEntry].map(([entry, ids]) => ({
      entry: entry?.ids[0] ?? '',
      reason: entry?.reason ?? 'unstated',
      ...(entry?.point && { point: entry.point }),
      count: ids.length,
    })),
  };
}

/** Lists the entries of survivors.yaml that a family no longer needs, given the results for all its alterations. */
export function listUnneeded(
  { family, survivors }: FamilyResult,
  entries: readonly SurvivorEntry[],
): string[] {
  const used = new Set(survivors.map(({ entry }) => entry));
  return entries
    .filter(
      ({ ids: [first = ''], sometimes }) => !sometimes && first.startsWith(`${family}/`) && !used.has(first),
    )
    .map(({ ids: [first] }) => `nothing needs the entry of ${first} in survivors.yaml any more; remove it`);
}

function countReasons(
  judged: readonly Judged[],
  entries: readonly SurvivorEntry[],
): Partial<Record<SurvivorReason, number>> {
  const counts: Partial<Record<SurvivorReason, number>> = {};
  for (const { id, result } of judged) {
    const reason = result === 'survived' ? explainSurvivor(entries, id)?.reason : undefined;
    if (reason) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

/** The operation of an alteration, or the first part of its place. */
function sectionOf(id: string): string {
  return id.split('/')[1]?.split(/[@:]/)[0] ?? '';
}

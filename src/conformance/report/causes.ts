import type { ReportedFinding, RequirementReport } from './model.ts';

/** Requirements that are violated for a cause which an earlier requirement shows already. */
export class Causes {
  readonly #followers = new Map<string, string[]>();
  readonly #following = new Set<string>();

  constructor(rows: readonly RequirementReport[]) {
    const first = new Map<string, string>();
    for (const { id, findings } of rows) {
      const keys = findings.flatMap((finding) => causeOf(finding) ?? []);
      const leader = keys[0] === undefined ? undefined : first.get(keys[0]);
      const isWhole = keys.length === findings.length;
      if (leader !== undefined && isWhole && keys.every((key) => first.has(key))) {
        this.#following.add(id);
        this.#followers.set(leader, [...(this.#followers.get(leader) ?? []), id]);
      }
      for (const key of keys) if (!first.has(key)) first.set(key, id);
    }
  }

  follows({ id }: RequirementReport): boolean {
    return this.#following.has(id);
  }

  followersOf({ id }: RequirementReport): readonly string[] {
    return this.#followers.get(id) ?? [];
  }
}

/** Findings with the same key have one cause: a program that wraps one payload wraps them all. */
function causeOf({ file, hint }: ReportedFinding): string | undefined {
  return hint === undefined ? undefined : JSON.stringify([file, hint]);
}

import { matchOperation } from '../judge/operations.ts';
import type { ReportedFinding, RequirementReport } from './model.ts';

/** Requirements that are violated for a cause which an earlier requirement shows already. */
export class Causes {
  readonly #followers = new Map<string, string[]>();
  readonly #following = new Set<string>();

  constructor(rows: readonly RequirementReport[]) {
    const first = findLeaders(rows);
    const damaged = findDamage(rows);
    for (const { id, findings } of rows) {
      const leaders = findings.map((finding) => {
        const cause = causeOf(finding) ?? placesOf(finding).flatMap((place) => damaged.get(place) ?? [])[0];
        return cause === undefined ? undefined : first.get(cause);
      });
      const [leader] = leaders;
      if (leader === undefined || leaders.includes(undefined) || leaders.includes(id)) continue;
      this.#following.add(id);
      this.#followers.set(leader, [...(this.#followers.get(leader) ?? []), id]);
    }
  }

  follows({ id }: RequirementReport): boolean {
    return this.#following.has(id);
  }

  followersOf({ id }: RequirementReport): readonly string[] {
    return this.#followers.get(id) ?? [];
  }
}

/** By place, the cause that makes what a value there has impossible to find. */
function findDamage(rows: readonly RequirementReport[]): ReadonlyMap<string, string> {
  const damaged = new Map<string, string>();
  for (const finding of rows.flatMap(({ findings }) => findings)) {
    const cause = causeOf(finding);
    if (cause === undefined) continue;
    for (const place of placesOf(finding)) if (!damaged.has(place)) damaged.set(place, cause);
  }
  return damaged;
}

/**
 * Where a finding says that something is absent: the kind of event of an operation, or the answers and streams of the operation. In a value
 * whose content is in another object, every rule misses what it looks for.
 */
function placesOf({ file, request, eventType, actual, hint }: ReportedFinding): string[] {
  if (hint === undefined && !actual.startsWith('absent')) return [];
  const [method = '', path = ''] = request?.split(' ', 2) ?? [];
  const operation = matchOperation(method, path)?.operation.operationId ?? '';
  const place = (event: string) => JSON.stringify([file, operation, event]);
  const any = place('');
  return eventType === undefined ? [any] : [place(eventType), ...(hint === undefined ? [] : [any])];
}

/** By cause, the first requirement with a finding that shows what is there instead, or else the first that has the cause. */
function findLeaders(rows: readonly RequirementReport[]): ReadonlyMap<string, string> {
  const leaders = new Map<string, string>();
  const lead = (isEvidence: (finding: ReportedFinding) => boolean) => {
    for (const { id, findings } of rows) {
      for (const cause of findings.filter(isEvidence).flatMap((finding) => causeOf(finding) ?? []))
        if (!leaders.has(cause)) leaders.set(cause, id);
    }
  };
  lead(({ actual }) => actual.startsWith('absent; present: '));
  lead(() => true);
  return leaders;
}

/** Findings with the same key have one cause: a program that wraps one payload wraps them all. */
function causeOf({ file, hint }: ReportedFinding): string | undefined {
  return hint === undefined ? undefined : JSON.stringify([file, hint]);
}

import { matchOperation } from '../judge/operations.ts';
import type { ReportedFinding, RequirementReport } from './model.ts';

/** Groups requirements that are violated for a cause that an earlier requirement already shows. */
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

/** By place, the cause that prevents a value there from being found. */
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
 * Where a finding says that something is absent: one event type of an operation, or its answers and streams. If the content of a value is
 * wrapped in another object, every rule reports something missing there.
 */
function placesOf({ file, request, eventType, actual, hint }: ReportedFinding): string[] {
  if (hint === undefined && !actual.startsWith('absent')) return [];
  const [method = '', path = ''] = request?.split(' ', 2) ?? [];
  const operation = matchOperation(method, path)?.operation.operationId ?? '';
  const place = (event: string) => JSON.stringify([file, operation, event]);
  const any = place('');
  return eventType === undefined ? [any] : [place(eventType), ...(hint === undefined ? [] : [any])];
}

/**
 * By cause, the requirement that stands for it: the first one with a finding that shows the actual value, or else the first one with the
 * cause.
 */
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

/** Findings with the same key have the same cause: a program that wraps one payload wraps them all. */
function causeOf({ file, hint }: ReportedFinding): string | undefined {
  return hint === undefined ? undefined : JSON.stringify([file, hint]);
}

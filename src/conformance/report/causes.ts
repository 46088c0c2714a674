import { matchOperation, SENDS } from '../judge/operations.ts';
import type { ReportedFinding, RequirementReport } from './model.ts';
import { allEvidenceOf, WiderFaults } from './wider-faults.ts';

/** What a finding expects of an answer that must be a success of any status, and what it shows of one that is none: status and code. */
const SUCCESS = '2xx';
/** A refusal, as a finding shows it. A conflict depends on the state of the chat, not on the request. */
const REFUSAL = /^"(?!409)[45]\d\d /;
/** The refusal that a finding expects, and the one that it shows instead. */
const EXPECTED_REFUSAL = /^[45]\d\d \w+/;
const OTHER_REFUSAL = /^"[45]\d\d /;

/** Groups requirements that are violated for a cause that another requirement already shows. */
export class Causes {
  readonly #followers = new Map<string, string[]>();
  readonly #following = new Set<string>();

  constructor(rows: readonly RequirementReport[]) {
    const leaderOf = new Map([
      ...findLeaders(rows),
      ...findMostViolated(rows, onlyRefusalOf),
      ...findMostViolated(rows, mistakesOf),
    ]);
    const damaged = findDamage(rows);
    const wider = new WiderFaults(rows);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      const leaders = row.findings.map((finding) => {
        const [damage] = placesOf(finding).flatMap((place) => damaged.get(place) ?? []);
        const causes = [causeOf(finding), damage, refusalIn(finding), mistakeIn(finding)];
        return causes.map((cause) => leaderOf.get(cause ?? '')).find((leader) => leader !== undefined);
      });
      if (leaders.includes(row.id)) continue;
      const leader = leaders.includes(undefined) ? wider.find(row) : leaders[0];
      if (leader === undefined || isSameRefusal(row, byId.get(leader))) continue;
      this.#following.add(row.id);
      this.#followers.set(leader, [...(this.#followers.get(leader) ?? []), row.id]);
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
  const operation = operationOf(request) ?? '';
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

/** By cause, the requirement that stands for it: the one that is violated most often. */
function findMostViolated(
  rows: readonly RequirementReport[],
  causesIn: (row: RequirementReport) => Iterable<string>,
): ReadonlyMap<string, string> {
  const leaders = new Map<string, RequirementReport>();
  for (const row of rows)
    for (const cause of causesIn(row))
      if (row.violations > (leaders.get(cause)?.violations ?? 0)) leaders.set(cause, row);
  return new Map([...leaders].map(([cause, { id }]) => [cause, id]));
}

/**
 * The refusal of what must be taken, if a requirement shows nothing else. If a service refuses such requests, all that the checks do with
 * them is refused in the same way, and its other refusals of this operation have the wrong answer.
 */
function onlyRefusalOf({ findings }: RequirementReport): string[] {
  const [refusal, ...others] = new Set(findings.map(refusalIn));
  const mustBeTaken = findings.every(({ expected }) => expected === SUCCESS);
  return refusal === undefined || others.length > 0 || !mustBeTaken ? [] : [refusal];
}

/** The mistaken refusals of a requirement, if it shows nothing else. */
function mistakesOf({ findings }: RequirementReport): Iterable<string> {
  const mistakes = new Set(findings.map(mistakeIn));
  return [...mistakes].every((mistake) => mistake !== undefined) ? (mistakes as Set<string>) : [];
}

/** Whether the same findings show both, so that they stand together. What a hint explains is named below its leader. */
function isSameRefusal(one: RequirementReport, other: RequirementReport | undefined): boolean {
  if (other === undefined || one.findings.some(({ hint }) => hint !== undefined)) return false;
  return allEvidenceOf(one) === allEvidenceOf(other);
}

/** The refusal that a finding shows instead of another answer, if no hint explains it. Both ways to send a turn take the same requests. */
function refusalIn({ file, request, pointer, actual, hint }: ReportedFinding): string | undefined {
  if (hint !== undefined || pointer !== undefined || !REFUSAL.test(actual)) return undefined;
  const operation = operationOf(request);
  if (operation === undefined) return undefined;
  return JSON.stringify([file, SENDS.includes(operation) ? SENDS : operation, actual]);
}

/**
 * The refusal that a finding shows instead of another one, if no hint explains it. A service answers one kind of failure in one place, so it
 * makes the same mistake at every operation.
 */
function mistakeIn({ file, pointer, expected, actual, hint }: ReportedFinding): string | undefined {
  const [refusal] = EXPECTED_REFUSAL.exec(expected) ?? [];
  if (hint !== undefined || pointer !== undefined || refusal === undefined) return undefined;
  return OTHER_REFUSAL.test(actual) ? JSON.stringify([file, refusal, actual]) : undefined;
}

/** Findings with the same key have the same cause: a program that wraps one payload wraps them all. */
function causeOf({ file, hint }: ReportedFinding): string | undefined {
  return hint === undefined ? undefined : JSON.stringify([file, hint]);
}

function operationOf(request = '') {
  const [method = '', path = ''] = request.split(' ', 2);
  return matchOperation(method, path)?.operation.operationId;
}

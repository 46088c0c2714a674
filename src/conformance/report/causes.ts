import type { OperationId } from '../../../generated/ids.d.ts';
import { matchOperation, SENDS } from '../judge/operations.ts';
import { NOT_SERVED } from '../verdict/root-causes.ts';
import type { ReportedFinding, RequirementReport } from './model.ts';
import { allEvidenceOf, WiderFaults } from './wider-faults.ts';

/** What a finding expects of an answer that must be a success of any status, and what it shows of one that is none: status and code. */
const SUCCESS = '2xx';
/** A refusal, as a finding shows it. A conflict depends on the state of the chat, not on the request. */
const REFUSAL = /^"(?!409)[45]\d\d /;
/** The refusal that a finding expects, and the one that it shows instead. A 500 is no mistaken refusal, since every defect has one. */
const EXPECTED_REFUSAL = /^[45]\d\d \w+/;
const OTHER_REFUSAL = /^"(?!500)[45]\d\d /;

/** The requirements that the catalog lists nothing that a turn cannot use. */
const USABLE_ONLY = /^catalog\.\w+\.\w+-only$/;
/** Refusals of what a turn names, as a finding shows them. */
const UNUSABLE = ['"403 api_v1_agent_not_available"', '"403 api_v1_resource_not_allowed"'];

/** By cause, the id of the requirement that stands for it. A finding without a cause has no leader. */
type Leaders = ReadonlyMap<string | undefined, string>;

/** Groups requirements that are violated for a cause that another requirement already shows. */
export class Causes {
  readonly #followers = new Map<string, string[]>();
  readonly #following = new Set<string>();

  constructor(rows: readonly RequirementReport[]) {
    const refusals = findRefusals(rows);
    const leaderOf: Leaders = new Map([
      ...findLeaders(rows),
      ...refusals,
      ...findOffers(rows),
      ...findMistakes(rows, refusals),
    ]);
    const damaged = findDamage(rows);
    const wider = new WiderFaults(rows);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const row of rows) {
      const leaders = row.findings.map((finding) => {
        const [damage] = placesOf(finding).flatMap((place) => damaged.get(place) ?? []);
        const causes = [causeOf(finding), damage, refusalIn(finding), mistakeIn(finding)];
        return causes.map((cause) => leaderOf.get(cause)).find((leader) => leader !== undefined);
      });
      if (leaders.includes(row.id)) continue;
      const leader = leaders.includes(undefined) ? wider.find(row) : leaders[0];
      if (leader === undefined || haveSameFindings(row, byId.get(leader))) continue;
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
    if (cause === undefined || !hidesValues(finding)) continue;
    for (const place of placesOf(finding)) if (!damaged.has(place)) damaged.set(place, cause);
  }
  return damaged;
}

/** Whether the cause of a finding hides other values of its answer or event, as a wrapper does. */
function hidesValues({ hint, actual }: ReportedFinding): boolean {
  return hint !== undefined && (hint === NOT_SERVED || actual.startsWith('absent'));
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
function findLeaders(rows: readonly RequirementReport[]): Leaders {
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

/**
 * By refusal of what must be taken, the requirement that stands for it. If a service refuses such requests, all that the checks do with them
 * is refused in the same way, and its other refusals of this operation have the wrong answer.
 */
function findRefusals(rows: readonly RequirementReport[]): Leaders {
  const showing = Map.groupBy(rows, onlyRefusalOf);
  showing.delete(undefined);
  return leadersOf(showing);
}

/** By refusal of what a turn names, the requirement that the catalog lists only what can be used: checks send what it lists. */
function findOffers(rows: readonly RequirementReport[]): Leaders {
  const offers = rows.filter(({ id }) => USABLE_ONLY.test(id));
  return new Map(
    offers.flatMap(({ id, findings }) =>
      findings.flatMap(({ file }) =>
        UNUSABLE.map((actual) => [keyOfRefusal(file, SENDS, actual), id] as const),
      ),
    ),
  );
}

/** The refusal of what must be taken, if a requirement shows nothing else. */
function onlyRefusalOf({ findings }: RequirementReport): string | undefined {
  const [refusal, ...others] = new Set(findings.map(refusalIn));
  const mustBeTaken = findings.every(({ expected }) => expected === SUCCESS);
  return others.length === 0 && mustBeTaken ? refusal : undefined;
}

/**
 * By mistaken refusal that several requirements show, the one that stands for it, if it shows nothing else. What a refusal of what must be
 * taken explains is left to that, so that no requirement both leads and follows.
 */
function findMistakes(rows: readonly RequirementReport[], refusals: Leaders): Leaders {
  const showing = new Map<string | undefined, RequirementReport[]>();
  for (const row of rows) {
    const unexplained = row.findings.filter((finding) => !refusals.has(refusalIn(finding)));
    const mistakes = new Set(unexplained.map(mistakeIn));
    if (mistakes.has(undefined)) continue;
    for (const mistake of mistakes) showing.set(mistake, [...(showing.get(mistake) ?? []), row]);
  }
  return leadersOf([...showing].filter(([, those]) => those.length > 1));
}

/** The requirement that is violated most often, for each cause. */
function leadersOf(showing: Iterable<readonly [string | undefined, readonly RequirementReport[]]>): Leaders {
  return new Map(
    Array.from(showing, ([cause, rows]) => [
      cause,
      rows.reduce((most, row) => (row.violations > most.violations ? row : most)).id,
    ]),
  );
}

/** Whether the same findings show both, so that they stand together. What a hint explains is named below its leader. */
function haveSameFindings(one: RequirementReport, other: RequirementReport | undefined): boolean {
  if (other === undefined || one.findings.some((finding) => hidesValues(finding))) return false;
  return allEvidenceOf(one) === allEvidenceOf(other);
}

/** The refusal that a finding shows instead of another answer, if no hint explains it. Both ways to send a turn take the same requests. */
function refusalIn({ file, request, pointer, actual, hint }: ReportedFinding): string | undefined {
  if (hint !== undefined || pointer !== undefined || !REFUSAL.test(actual)) return undefined;
  const operation = operationOf(request);
  if (operation === undefined) return undefined;
  return keyOfRefusal(file, SENDS.includes(operation) ? SENDS : operation, actual);
}

function keyOfRefusal(
  file: string | undefined,
  operation: OperationId | typeof SENDS,
  actual: string,
): string {
  return JSON.stringify([file, operation, actual]);
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

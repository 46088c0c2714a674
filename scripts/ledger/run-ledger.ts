import type { FamilyAlteration } from '../../src/alterations/families/family.ts';
import { FAMILIES } from '../../src/alterations/families/index.ts';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { idsIn, JUDGED_BREAKAGES, type JudgedBreakage, type WholeReport } from './breakages.ts';
import { Finders } from './families/finders.ts';
import { generateAlterations } from './families/generate.ts';
import { listVanished } from './families/generated-before.ts';
import type { Judged } from './families/judge-alteration.ts';
import { takeSample } from './families/sample.ts';
import { type FamilyResult, listUnneeded, summariseFamily } from './families/summarise.ts';
import { readSurvivors } from './families/survivors.ts';
import type { Cost, Ledger } from './ledger-file.ts';
import { type Proof, readProofs } from './proofs.ts';
import { combinationsOf } from './readings/combinations.ts';
import { describeLoneSituation, listLoneSituations } from './situations.ts';
import type { Tasks, Threads } from './threads.ts';

/** How many breakages are judged by a run of the default depth. */
const SAMPLE = 50;
/** How many servers with random answers are judged. `npm run ledger -- --open 200` judges more of them. */
const OPEN = 6;

/**
 * Judges every altered server.
 *
 * @param seed chooses the breakages that are judged by a run of the default depth
 * @param onJudged called after the servers of a kind are judged, with their cost and the problems among them
 */
export async function runLedger(
  threads: Threads,
  traffic: Traffic,
  seed: number,
  onJudged: (cost: Cost, problems: readonly string[]) => void,
): Promise<Ledger> {
  const costs: Cost[] = [];
  const lone = listLoneSituations(traffic, CHECKS).filter(({ reason }) => reason === undefined);
  const problems = lone.map(describeLoneSituation);
  const measure = async <Result>(
    kind: string,
    servers: number,
    judging: Promise<Result>,
    problemsOf: (result: Result) => readonly string[],
  ): Promise<Result> => {
    const before = process.cpuUsage();
    const result = await judging;
    const { user, system } = process.cpuUsage(before);
    const cost = { kind, servers, seconds: Math.round((user + system) / 1e6) };
    costs.push(cost);
    problems.push(...problemsOf(result));
    onJudged(cost, problemsOf(result));
    return result;
  };
  const committed = readProofs();
  const combinations = combinationsOf().map((variants) => variants.map(({ id }) => id));
  const alterations = generateAlterations(traffic, { seed });

  const breakages = await measure(
    'breakages',
    JUDGED_BREAKAGES.length,
    judgeBreakages(threads),
    (judged) => judged.problems,
  );
  const proofs = await measure(
    'proofs of checks',
    committed.length,
    judgeProofs(threads, committed),
    (judged) => judged.problems,
  );
  const others = listUnproven(breakages.judged, proofs.found);
  await measure('proofs one by one', others.length, proveOneByOne(threads, others), (unproven) =>
    unproven.map((id) => `nothing shows that ${id} can fail; run npm run ledger -- --prove`),
  );
  const sample = await measure(
    'breakages by a whole run',
    SAMPLE,
    judgeSample(threads, seed),
    (judged) => judged.problems,
  );
  await measure(
    'combinations of variants',
    combinations.length,
    judgeReadings(threads, combinations),
    (alarms) => alarms,
  );
  await measure('servers with open answers', OPEN, judgeOpenServers(threads, seed, OPEN), (alarms) => alarms);
  const families = await measure(
    'generated alterations',
    alterations.length,
    judgeAlterations(threads, alterations),
    (judged) => [
      ...judged.problems,
      ...listVanished(alterations.map(({ id }) => id)),
      ...judged.results.flatMap((result) => listUnneeded(result, readSurvivors())),
    ],
  );

  const { user, system } = process.cpuUsage();
  return {
    costs,
    seconds: Math.round((user + system) / 1e6),
    breakages: breakages.judged,
    sample: sample.reports,
    proofs: proofs.found,
    combinations,
    families: families.results,
    problems,
  };
}

/**
 * Judges every breakage until it is found. Checks that have found nothing yet run first, so that most of them are proven on the way.
 *
 * @param checks the ids of the checks to prove
 */
export async function judgeBreakages(
  threads: Threads,
  breakages = JUDGED_BREAKAGES,
  checks: readonly string[] = CHECKS.map(({ id }) => id),
): Promise<{ readonly judged: readonly JudgedBreakage[]; readonly problems: readonly string[] }> {
  const judged: JudgedBreakage[] = [];
  const unproven = new Set(checks);
  const problems = await threads.judgeAll(
    'breakage',
    breakages,
    ({ id }) => ({ id, unproven: [...unproven] }),
    (verdict) => {
      judged.push(verdict);
      for (const check of verdict.caughtBy) unproven.delete(check);
    },
  );
  const missed = judged.filter(({ isCaught }) => !isCaught).map(({ breakage }) => `not caught: ${breakage}`);
  return { judged, problems: [...problems, ...missed] };
}

/** Runs the checks of each proof against its alteration. */
export async function judgeProofs(
  threads: Threads,
  committed: readonly Proof[],
): Promise<{ readonly found: readonly Proof[]; readonly problems: readonly string[] }> {
  const found: Proof[] = [];
  const wrong: string[] = [];
  const problems = await threads.judgeAll(
    'proof',
    committed,
    (proof) => proof,
    (proof, { alteration, checks }) => {
      found.push(proof);
      const missed = checks.filter((check) => !proof.checks.includes(check));
      wrong.push(...missed.map((check) => `${check} does not find ${alteration}, which proofs.json names`));
    },
  );
  return { found, problems: [...problems, ...wrong] };
}

function listUnproven(judged: readonly JudgedBreakage[], proofs: readonly Proof[]): readonly string[] {
  const proven = new Set(
    [...judged.map(({ caughtBy }) => caughtBy), ...proofs.map(({ checks }) => checks)].flat(),
  );
  return CHECKS.map(({ id }) => id).filter((id) => !proven.has(id));
}

/**
 * Judges the breakages of a check's requirements by this check first. Which checks are proven together depends on which thread is faster,
 * and a report names only some of the checks that found the same.
 *
 * @returns the checks that find none of them
 */
async function proveOneByOne(threads: Threads, checks: readonly string[]): Promise<readonly string[]> {
  const unproven: string[] = [];
  for (const check of checks) if (!(await isProven(threads, check))) unproven.push(check);
  return unproven;
}

async function isProven(threads: Threads, check: string): Promise<boolean> {
  const requirements = CHECKS.find(({ id }) => id === check)?.requirements ?? [];
  for (const breakage of JUDGED_BREAKAGES.filter(({ requirement }) => requirements.includes(requirement))) {
    const { judged } = await judgeBreakages(threads, [breakage], [check]);
    if (judged[0]?.caughtBy.includes(check)) return true;
  }
  return false;
}

async function judgeSample(
  threads: Threads,
  seed: number,
): Promise<{ readonly reports: readonly WholeReport[]; readonly problems: readonly string[] }> {
  const reports: WholeReport[] = [];
  const problems = await threads.judgeAll(
    'whole',
    takeSample(JUDGED_BREAKAGES, SAMPLE, seed),
    ({ id }) => ({ id }),
    (report) => reports.push(report),
  );
  const missed = reports
    .filter(({ requirement, reported }) => !idsIn(reported).includes(requirement))
    .map(({ breakage }) => `not caught by the whole suite: ${breakage}`);
  return { reports, problems: [...problems, ...missed] };
}

function judgeReadings(
  threads: Threads,
  combinations: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const tasks = combinations.map((variants) => ({ variants }));
  return listAlarms(threads, 'combination', tasks, ({ variants }) => `under ${variants.join(', ')}`);
}

/**
 * Judges servers that answer at random wherever no statement decides.
 *
 * @param seed the first server's seed; each further server uses the next one
 * @returns the false alarms
 */
export function judgeOpenServers(threads: Threads, seed: number, count: number): Promise<readonly string[]> {
  const tasks = Array.from({ length: count }, (_, at) => ({ seed: seed + at }));
  return listAlarms(threads, 'openAnswers', tasks, (task) => `by open answers of seed ${task.seed}`);
}

/**
 * Judges servers that answer at random wherever no statement decides, each with one breakage.
 *
 * @param each how many breakages to try per seed; the seed chooses them
 * @returns the breakages that were found, all that were tried, and those that were missed or could not be judged
 */
export async function judgeBrokenOpenServers(
  threads: Threads,
  { seed: first, seeds, each }: { readonly seed: number; readonly seeds: number; readonly each: number },
): Promise<{ readonly found: number; readonly tried: number; readonly problems: readonly string[] }> {
  const tasks = Array.from({ length: seeds }, (_, at) => first + at).flatMap((seed) =>
    takeSample(JUDGED_BREAKAGES, each, seed).map(({ id }) => ({ seed, id })),
  );
  const missed: string[] = [];
  const problems = await threads.judgeAll(
    'openBreakage',
    tasks,
    (task) => task,
    (isFound, { seed, id }) => {
      if (!isFound) missed.push(`not caught among the open answers of seed ${seed}: ${id}`);
    },
  );
  return {
    found: tasks.length - missed.length - problems.length,
    tried: tasks.length,
    problems: [...problems, ...missed],
  };
}

/**
 * Judges correct servers.
 *
 * @param nameOf names the server that raised an alarm
 * @returns the alarms, and the reasons why servers could not be judged
 */
async function listAlarms<Kind extends 'combination' | 'openAnswers'>(
  threads: Threads,
  kind: Kind,
  tasks: readonly Tasks[Kind][],
  nameOf: (task: Tasks[Kind]) => string,
): Promise<readonly string[]> {
  const found: string[] = [];
  const problems = await threads.judgeAll(
    kind,
    tasks,
    (task) => task,
    (alarms, task) => found.push(...alarms.map((alarm) => `${alarm}, ${nameOf(task)}`)),
  );
  return [...problems, ...found];
}

/** Judges each generated alteration until it is found. */
export async function judgeAlterations(
  threads: Threads,
  alterations: readonly FamilyAlteration[],
): Promise<{ readonly results: readonly FamilyResult[]; readonly problems: readonly string[] }> {
  const judged: Judged[] = [];
  const finders = new Finders();
  const problems = await threads.judgeAll(
    'alteration',
    alterations,
    ({ id, checks }) => ({ id, likely: finders.among(checks, id) }),
    (verdict) => {
      judged.push(verdict);
      if (verdict.finder !== undefined) finders.note(verdict.id, verdict.finder);
    },
  );
  const entries = readSurvivors();
  const summaries = FAMILIES.flatMap(({ name }) => {
    const own = judged.filter(({ id }) => id.startsWith(`${name}/`));
    return own.length === 0 ? [] : [summariseFamily(name, own, entries)];
  });
  return {
    results: summaries.map(({ result }) => result),
    problems: [...problems, ...summaries.flatMap((summary) => summary.problems)],
  };
}

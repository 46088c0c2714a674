import type { FamilyAlteration } from '../../src/alterations/families/family.ts';
import { FAMILIES } from '../../src/alterations/families/index.ts';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { JUDGED_BREAKAGES, type JudgedBreakage, type WholeReport } from './breakages.ts';
import { Finders } from './families/finders.ts';
import { listVanished } from './families/generated-before.ts';
import type { Judged } from './families/judge-alteration.ts';
import { takeSample } from './families/sample.ts';
import { type FamilyResult, listUnneeded, summariseFamily } from './families/summarise.ts';
import { readSurvivors } from './families/survivors.ts';
import type { Cost, Ledger } from './ledger-file.ts';
import type { LedgerPlan } from './plan-ledger.ts';
import { isOfBreakage, type Proof, readHints } from './proofs.ts';
import { describeLoneSituation, listLoneSituations } from './situations.ts';
import type { Threads } from './threads.ts';

/**
 * Judges the planned servers.
 *
 * @param onJudged called after the servers of a kind are judged, with their cost and the problems among them
 */
export async function runLedger(
  threads: Threads,
  traffic: Traffic,
  plan: LedgerPlan,
  onJudged: (cost: Cost, problems: readonly string[]) => void,
): Promise<Ledger> {
  const costs: Cost[] = [];
  const lone = listLoneSituations(traffic, CHECKS).filter(({ reason }) => reason === undefined);
  const problems = lone.map(describeLoneSituation);
  const measure = async <Result extends { readonly problems: readonly string[] }>(
    kind: string,
    servers: number,
    judge: () => Promise<Result>,
  ): Promise<Result> => {
    const before = process.cpuUsage();
    const result = await judge();
    const { user, system } = process.cpuUsage(before);
    const cost = { kind, servers, seconds: Math.round((user + system) / 1e6) };
    costs.push(cost);
    problems.push(...result.problems);
    onJudged(cost, result.problems);
    return result;
  };
  const isWhole = plan.leavesOut === undefined;
  const { alterations, combinations, generated: allIds = [] } = plan;
  const breakages = await measure('breakages', plan.breakages.length, () =>
    judgeBreakages(threads, plan.breakages),
  );
  const generated = plan.proofs.filter((proof) => !isOfBreakage(proof));
  const proofs = await measure('proofs of checks', generated.length, () => judgeProofs(threads, generated));
  const unproven = isWhole ? listUnproven(breakages.judged, proofs.found) : [];
  await measure('proofs one by one', unproven.length, async () => {
    const { missing } = await proveByBreakages(threads, unproven);
    return {
      problems: missing.map((id) => `nothing shows that ${id} can fail; run npm run ledger -- --prove`),
    };
  });
  const sample = await measure('breakages by a whole run', plan.whole.length, async () => {
    const reports: WholeReport[] = [];
    const missed = await threads.judgeAll(
      'whole',
      plan.whole,
      (id) => ({ id }),
      (report) => reports.push(report),
    );
    return { reports, problems: missed };
  });
  await measure('combinations of variants', combinations.length, async () => ({
    problems: await threads.judgeAll('combination', combinations, (task) => task),
  }));
  await measure('servers with open answers', plan.open, async () => ({
    problems: await judgeOpenServers(threads, plan.seed, plan.open),
  }));
  const families = await measure('generated alterations', alterations.length, async () => {
    const judged = await judgeAlterations(threads, alterations);
    if (!isWhole) return judged;
    const unneeded = judged.results.flatMap((result) => listUnneeded(result, readSurvivors()));
    const vanished = listVanished(allIds);
    return { ...judged, problems: [...judged.problems, ...vanished, ...unneeded] };
  });

  const { user, system } = process.cpuUsage();
  return {
    costs,
    seconds: Math.round((user + system) / 1e6),
    ...(plan.leavesOut !== undefined && { leavesOut: plan.leavesOut }),
    breakages: breakages.judged,
    sample: sample.reports,
    proofs: proofs.found,
    combinations,
    families: families.results,
    problems,
  };
}

/**
 * Judges breakages until they are found.
 *
 * @param hintsFor the checks that run first; by default those of the committed proofs
 */
export async function judgeBreakages(
  threads: Threads,
  ids: readonly string[],
  hintsFor: (id: string) => readonly string[] = readHints(),
): Promise<{ readonly judged: readonly JudgedBreakage[]; readonly problems: readonly string[] }> {
  const judged: JudgedBreakage[] = [];
  const problems = await threads.judgeAll(
    'breakage',
    ids,
    (id) => ({ id, hints: hintsFor(id) }),
    (verdict) => judged.push(verdict),
  );
  return { judged, problems };
}

/** Runs the checks of each proof against its alteration. */
export async function judgeProofs(
  threads: Threads,
  committed: readonly Proof[],
): Promise<{ readonly found: readonly Proof[]; readonly problems: readonly string[] }> {
  const found: Proof[] = [];
  const problems = await threads.judgeAll(
    'proof',
    committed,
    (proof) => proof,
    (proof) => found.push(proof),
  );
  return { found, problems };
}

/** The checks that found nothing so far. */
export function listUnproven(judged: readonly JudgedBreakage[], proofs: readonly Proof[]): readonly string[] {
  const proven = new Set(
    [...judged.map(({ caughtBy }) => caughtBy), ...proofs.map(({ checks }) => checks)].flat(),
  );
  return CHECKS.map(({ id }) => id).filter((id) => !proven.has(id));
}

/**
 * Searches, for each check, for a breakage of its requirements that it finds.
 *
 * @returns a proof for each check that finds one, and the other checks
 */
export async function proveByBreakages(
  threads: Threads,
  checks: readonly string[],
): Promise<{ readonly found: readonly Proof[]; readonly missing: readonly string[] }> {
  const missing = new Set(checks);
  const found: Proof[] = [];
  const checkOf = new Map(CHECKS.map((check) => [check.id, check]));
  const verifies = (check: string, requirement: string) =>
    checkOf.get(check)?.requirements.includes(requirement) === true;
  const useful = JUDGED_BREAKAGES.filter(({ requirement }) =>
    checks.some((each) => verifies(each, requirement)),
  );
  const hintsFor = ({ requirement }: (typeof useful)[number]) =>
    [...missing].filter((check) => verifies(check, requirement));
  await threads.judgeAll(
    'breakage',
    useful,
    (breakage) => ({ id: breakage.id, hints: hintsFor(breakage) }),
    ({ breakage, caughtBy }) => {
      const proven = caughtBy.filter((check) => missing.delete(check));
      if (proven.length > 0) found.push({ alteration: breakage, checks: proven });
    },
  );
  return { found, missing: [...missing] };
}

/**
 * Judges servers that answer at random wherever no statement decides.
 *
 * @param seed the first server's seed; each further server uses the next one
 * @returns the false alarms
 */
export function judgeOpenServers(threads: Threads, seed: number, count: number): Promise<readonly string[]> {
  const tasks = Array.from({ length: count }, (_, at) => ({ seed: seed + at }));
  return threads.judgeAll('openAnswers', tasks, (task) => task);
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
  const problems = await threads.judgeAll('openBreakage', tasks, (task) => task);
  return { found: tasks.length - problems.length, tried: tasks.length, problems };
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
  const results = FAMILIES.flatMap(({ name }) => {
    const own = judged.filter(({ id }) => id.startsWith(`${name}/`));
    return own.length === 0 ? [] : [summariseFamily(name, own, entries)];
  });
  return { results, problems };
}

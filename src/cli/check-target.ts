import { takeShard } from '../conformance/files/shard.ts';
import { rejectUnknownPrefixes } from '../conformance/registry/selection.ts';
import { isMultiple, type SingleReport, type SuiteReport } from '../conformance/report/model.ts';
import { readReport } from '../conformance/report/read-report.ts';
import { costOfAll, timesOf } from '../conformance/run/costs.ts';
import { announceRun } from './announce-run.ts';
import { UsageError } from './arguments.ts';
import { concludeRun } from './conclude-run.ts';
import { depthOf } from './depth-of.ts';
import { failedChecks, keepFailedIn } from './failed-checks.ts';
import type { Io } from './io.ts';
import { ensureMemory, readMemory } from './memory.ts';
import { printPlan } from './print-plan.ts';
import { readProfileOf } from './read-target-profile.ts';
import { readUserFile } from './read-user-file.ts';
import { flagsToRepeat } from './repeated-flags.ts';
import { ensurePlaces } from './reporters.ts';
import type { Plan, Profile, Suite } from './suite.ts';
import { readTargetOptions, type TargetOptions } from './target-options.ts';
import { type Watch, watch } from './watch-run.ts';
import { watchTarget } from './watch-target.ts';
import { limitYoungGeneration } from './young-generation.ts';

type JudgeTargetOptions = Parameters<Suite['judgeTarget']>[0];

/** `conversation-api check URL`: runs the suite against a live server. */
export async function checkTarget(args: readonly string[], io: Io): Promise<number> {
  limitYoungGeneration();
  const options = readTargetOptions(args);
  const suite = await import('../conformance/api/bundle.ts');
  const profile = readProfileOf(options, suite);
  if (options.against !== undefined) {
    const { checkAgainst } = await import('./check-against.ts');
    return checkAgainst({ ...options, against: options.against }, profile, suite, io);
  }
  const { required, shard } = options;
  const ids = suite.loadRows().requirements.map(({ id }) => id);
  rejectUnknownPrefixes(required.map(suite.prefixOfRequired), ids, 'requirement');
  const { knownFailures, remembering } = await readMemory(options);
  const selected = planOf(options, profile, suite);
  const failed =
    options.onlyFailed === undefined
      ? selected
      : keepFailedIn(options.onlyFailed, selected, suite.NOT_SELECTED);
  const depth = depthOf(options);
  const whole = suite.narrowPlan(failed, depth);
  const plan = shard ? takeShard(whole, shard) : whole;
  if (options.onlyPlans) {
    const rounds = options.rounds ?? 1;
    return printPlan(plan, { ...options, rounds, inRounds: `in ${rounds} rounds` }, profile, io);
  }
  await ensurePlaces(options.places, []);
  await ensureMemory(remembering, options);
  const { rounds } = options;
  const repeat =
    rounds === undefined ? undefined : { rounds, earlier: readEarlier(options, profile, plan, suite) };
  const run = {
    profile,
    plan,
    concurrency: options.concurrency,
    depth,
    maxTurns: options.maxTurns,
    repeat,
    explore: options.explore && { ...options.explore, actions: suite.selectActions(options) },
    maxDuration: options.maxDuration,
    isBudget: options.isFast,
    ca: options.ca === undefined ? undefined : readUserFile(options.ca, '--ca'),
    required,
    knownFailures,
    shard,
    flags: flagsToRepeat(options),
    again: againOf(options),
  };
  const judge = async (narrowed: Plan) => {
    let failing: ReadonlySet<string> = new Set();
    const code = await runUntilInterrupted(suite, io, { ...run, plan: narrowed }, (report) => {
      failing = failedChecks(report);
      return concludeRun({ report }, { ...options, remembering }, io);
    });
    return { code, failed: failing };
  };
  return options.isWatching ? watchTarget(profile.baseUrl, plan, judge, io) : (await judge(plan)).code;
}

/** The flags that repeat the same steps; undefined for a run of checks, which can be repeated by their ids. */
function againOf({ explore, replay }: TargetOptions): readonly string[] | undefined {
  if (explore) return ['--explore', `${explore.duration / 1000}s`, '--seed', String(explore.seed)];
  return replay === undefined ? undefined : ['--replay', replay];
}

/**
 * Plans the selected checks, or the sequences of a file. The plan of an exploration is empty, because it makes its sequences while it runs.
 */
function planOf(options: TargetOptions, profile: Profile, suite: Suite): Plan {
  const { replay, explore } = options;
  if (explore) return { checks: [], leftOut: [], unmet: [] };
  if (replay === undefined) return suite.planChecks(suite.CHECKS, profile, options);
  const sequences = suite.readSequences(readUserFile(replay, '--replay'), replay);
  return { checks: suite.sequenceChecks(sequences, profile), leftOut: [], unmet: [] };
}

/**
 * Judges a target, once or in rounds. A signal ends the run early.
 *
 * @param conclude writes the report
 * @returns the exit code of `conclude`, or another one if the target never answered, which is then printed
 */
export function runUntilInterrupted(
  suite: Suite,
  io: Io,
  options: Omit<JudgeTargetOptions, keyof Watch>,
  conclude: (report: SuiteReport) => Promise<number>,
): Promise<number> {
  const { plan, profile, repeat, explore, again, maxDuration } = options;
  const rounds = roundsLeft(repeat);
  const { modelTurns } = timesOf(costOfAll(plan.checks), rounds);
  return watch(
    suite,
    io,
    {
      checks: explore ? undefined : plan.checks.length * rounds,
      modelTurns,
      timeScale: profile.timers.timeScale,
      announce: (reached) =>
        again || suite.isSelection(reached.plan)
          ? undefined
          : announceRun({
              ...reached,
              profile,
              rounds,
              maxDuration,
              concurrency: options.concurrency ?? suite.CONCURRENCY,
            }),
    },
    async (watched) => {
      const report = await suite.judgeTarget({ ...options, ...watched });
      return { result: report, leftovers: report.leftovers };
    },
    conclude,
  );
}

function roundsLeft({ rounds, earlier }: NonNullable<JudgeTargetOptions['repeat']> = { rounds: 1 }): number {
  return Math.max(0, rounds - (earlier?.repeated?.done ?? 0));
}

/**
 * Reads the report of `--resume`, whose rounds are continued.
 *
 * @throws UsageError when the report is of another target, of other checks or of another version
 */
function readEarlier(
  { resume }: TargetOptions,
  { baseUrl }: Profile,
  plan: Plan,
  suite: Suite,
): SingleReport | undefined {
  if (resume === undefined) return undefined;
  const report = readReport(readUserFile(resume, '--resume'), resume);
  const ran = (isMultiple(report) ? [] : (report.checks ?? [])).filter(
    ({ duration }) => duration !== undefined,
  );
  const ids = new Set(plan.checks.map(({ id }) => id));
  if (isMultiple(report) || !report.repeated || report.target !== baseUrl)
    throw new UsageError(`--resume needs a report of check ${baseUrl} --repeat, but ${resume} is not one`);
  // A run that was stopped in its first round has run only some of its checks.
  const isPart = report.repeated.done === 0 || ran.length === ids.size;
  if (!isPart || ran.some(({ id }) => !ids.has(id)))
    throw new UsageError(`${resume} has other checks; use the --only, --skip and --profile of that run`);
  const { contract } = suite.loadRows();
  const { tool } = suite.reportHeader('live', contract);
  if (report.contract !== contract || report.tool.version !== tool.version)
    throw new UsageError(`${resume} comes from another version; run all rounds again`);
  return report;
}

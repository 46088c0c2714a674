import { type DriveLimits, limitsAt } from '../drive/limits.ts';
import { openTransport } from '../drive/undici-transport.ts';
import type { Shard } from '../files/shard.ts';
import { describeSuiteDefect } from '../judge/suite-defect.ts';
import { readReadings } from '../readings/read-readings.ts';
import { loadRegistry } from '../registry/registry.ts';
import { measureExchanges } from '../report/figures.ts';
import { reportHeader } from '../report/header.ts';
import { reportLive } from '../report/live.ts';
import type { LiveReport, SuiteReport, TargetReport } from '../report/model.ts';
import { reportReadings } from '../report/readings.ts';
import { CHECKS } from '../suite/index.ts';
import type { SuiteResult } from '../verdict/outcome.ts';
import { type Conditions, concludeReport } from './conclude-report.ts';
import { costOfAll } from './costs.ts';
import { describeStop, startDeadline } from './deadline.ts';
import { type Depth, describeDepth, narrowPlan } from './depth.ts';
import { type ExploreOptions, explore } from './explore.ts';
import type { Plan } from './plan-run.ts';
import { reachTarget } from './reach-target.ts';
import { redactResult } from './redact-result.ts';
import { CONCURRENCY, runChecks, type SuiteOptions } from './run-checks.ts';
import { runRounds } from './run-rounds.ts';
import { TurnBudget } from './turn-budget.ts';

/*
 * A broken claim of a check becomes a finding of the report in these stages, and nowhere else:
 *
 *   during the run, for each check
 *     1. repeat       a check that was interrupted by its connection runs once more. A check during which the machine stood still runs up to
 *                     three times more, after all others, when the load is lower
 *     2. doubt        claims that rest on a wrong entry of the profile are dropped
 *   after the last check
 *     3. settle       claims that only follow from a refused operation are dropped; the rest become findings
 *     4. redact       secrets are removed; nothing is rendered or written before this stage
 *     5. report       findings are joined with the registry, which gives the verdict
 *   after the last round, if the run is repeated
 *     6. join         the reports of the rounds are joined, with the number of rounds in which each requirement was violated
 *   once
 *     7. require      required requirements that were not exercised make the report incomplete
 *     8. compare      the report is compared with the list of known failures
 */

export interface JudgeTargetOptions
  extends Conditions,
    Omit<SuiteOptions, 'transport' | 'requirements' | 'signal' | 'interruption' | 'turns'> {
  readonly signal: AbortSignal;
  /** The most turns that the run sends, over all rounds; unlimited by default. */
  readonly maxTurns?: number | undefined;
  /** Runs the plan this many times, and counts in how many rounds each requirement was violated. */
  readonly repeat?: { readonly rounds: number; readonly earlier?: TargetReport | undefined } | undefined;
  /** Takes random steps instead of running the plan. */
  readonly explore?:
    | Pick<ExploreOptions, 'seed' | 'duration' | 'actions' | 'shrinkTurns' | 'onFound'>
    | undefined;
  /** The longest duration of the run, in milliseconds of the real clock; unlimited by default. Cleaning up is not included. */
  readonly maxDuration?: number | undefined;
  /** Whether the duration is a budget. If so, the report says how much of it was used. */
  readonly isBudget?: boolean;
  /** Certificates in PEM to trust in addition to the usual ones. */
  readonly ca?: string | undefined;
  /**
   * Called with the size in bytes of each large body that became garbage. A program may use it to collect garbage; a library never does.
   */
  readonly onGarbage?: ((bytes: number) => void) | undefined;
  /** Called before each attempt to shorten a sequence of an exploration, and with undefined when the sequence is as short as possible. */
  readonly onShorten?: ExploreOptions['onShorten'];
  /** Called once the target has answered, with what will run and how long the first answer took, in milliseconds. */
  readonly onReached?: ((reached: { readonly plan: Plan; readonly firstAnswer: number }) => void) | undefined;
  /** Limits that replace the defaults. */
  readonly limits?: Partial<DriveLimits> | undefined;
  /** How much of the plan runs. By default everything. */
  readonly depth?: Depth | undefined;
  /** The part of the plan that runs. */
  readonly shard?: Shard | undefined;
  /** Flags that a command needs to repeat the run, such as `--profile profile.yaml`. */
  readonly flags?: readonly string[];
  /** Flags that reproduce the findings, if they differ from those that run a check. */
  readonly again?: readonly string[] | undefined;
}

/**
 * Judges a live target (all stages). The commands and the API all turn a plan into a report through this function.
 *
 * @throws TargetError when the target does not answer, or rejects the token of the main credential
 */
export function judgeTarget(options: JudgeTargetOptions): Promise<SuiteReport> {
  return atTarget(options, async (reached) => {
    const header = reportHeader('live', loadRegistry().contract);
    return concludeReport({ ...header, ...(await judgeReached(reached)) }, options);
  });
}

/** The options of a run whose target has answered. */
export type ReachedOptions = JudgeTargetOptions & Pick<SuiteOptions, 'transport' | 'interruption'>;

/**
 * Connects to a target, waits for its first answer, and does some work against it within the duration of the run.
 *
 * @throws TargetError when the target does not answer, or rejects the token of the main credential
 */
export async function atTarget<Result>(
  options: JudgeTargetOptions,
  work: (reached: ReachedOptions) => Promise<Result>,
): Promise<Result> {
  const { profile, ca, limits, onGarbage } = options;
  const { baseUrl, timers } = profile;
  const known = { ...limitsAt(timers.timeScale), ...limits };
  const transport = openTransport({ baseUrl, limits: known, ca, onGarbage });
  const { signal, end: stopClock } = startDeadline(options.maxDuration, options.signal);
  try {
    const firstAnswer = await reachTarget(transport, profile, signal);
    const { depth = 'full' } = options;
    const plan = narrowPlan(options.plan, depth);
    options.onReached?.({ plan, firstAnswer });
    return await work({ ...options, depth, plan, transport, signal, interruption: options.signal });
  } finally {
    stopClock();
    await transport.close();
  }
}

/** Judges a target that has answered, in one round or several. */
async function judgeReached(options: ReachedOptions): Promise<LiveReport> {
  const { plan, repeat, explore, signal, concurrency = CONCURRENCY } = options;
  const turns = new TurnBudget(options.maxTurns);
  if (explore) return exploreReached({ ...options, explore }, turns);
  if (!repeat) return judgeOnce(options, turns);
  const { turns: turnsOfRound } = costOfAll(plan.checks);
  const { clock } = options.transport;
  const begun = clock.now();
  const live = await runRounds({
    planned: repeat.rounds,
    earlier: repeat.earlier,
    // With few checks, several rounds can run in parallel.
    concurrency: Math.floor(concurrency / Math.max(1, plan.checks.length)),
    // Smaller situations would take the turns of later rounds.
    judge: () => judgeOnce({ ...options, retries: 0 }, turns),
    whyStopped() {
      if (signal.aborted) return describeStop(signal);
      return turns.left < turnsOfRound ? turns.reason : undefined;
    },
  });
  return { ...live, duration: Math.round(clock.now() - begun) };
}

/** Explores a target that has answered. A sequence counts for no requirement's places, and no command can run a sequence by its id. */
export function exploreReached(
  options: ReachedOptions & { readonly explore: NonNullable<ReachedOptions['explore']> },
  turns: TurnBudget,
): Promise<LiveReport> {
  const { profile, signal, concurrency = CONCURRENCY, transport } = options;
  return explore({
    ...options.explore,
    onShorten: options.onShorten,
    profile,
    turns,
    signal,
    concurrency,
    now: () => transport.clock.now(),
    judge: (plan, budget, kept) => judgeWithResult({ ...options, plan }, budget, kept),
  });
}

async function judgeOnce(options: ReachedOptions, turns: TurnBudget): Promise<LiveReport> {
  return (await judgeWithResult(options, turns)).report;
}

/** @param kept which exchanges the redacted result keeps */
async function judgeWithResult(
  options: ReachedOptions,
  turns: TurnBudget,
  kept?: 'all',
): Promise<{ readonly report: LiveReport; readonly result: SuiteResult }> {
  const { profile, plan, shard, flags, again, depth } = options;
  const registry = loadRegistry();
  const { requirements, openPoints } = registry;
  const run = withReadings(await runChecks({ ...options, turns, requirements }), profile);
  const result = redactResult(run, profile, kept);
  const budget = options.isBudget ? options.maxDuration : undefined;
  const facts = {
    profile,
    registry,
    leftOut: plan.leftOut,
    flags,
    again,
    shard,
    budget,
    ...(!options.explore && { verifiers: CHECKS }),
  };
  const cost = depth && !again && describeDepth(depth, plan);
  const live = reportLive({ ...result, remarks: [...(cost ? [cost] : []), ...result.remarks] }, facts);
  const readings = reportReadings(result.readings ?? [], openPoints);
  return { report: { ...live, readings, figures: measureExchanges(run.exchanges) }, result };
}

/** Adds how the target reads the open points. If the suite fails here, the report becomes incomplete, but the verdict stays the same. */
function withReadings(result: SuiteResult, { timers }: JudgeTargetOptions['profile']): SuiteResult {
  try {
    return { ...result, readings: readReadings(result.exchanges, timers.timeScale) };
  } catch (error) {
    result.judgement.leaveOut(describeSuiteDefect('the sheet of readings', error));
    return result;
  }
}

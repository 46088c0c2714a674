import { dirname, resolve } from 'node:path';
import { readBounded } from '../conformance/files/read-bounded.ts';
import { takeShard } from '../conformance/files/shard.ts';
import { rejectUnknownPrefixes } from '../conformance/registry/selection.ts';
import { isMultiple, type SingleReport, type SuiteReport } from '../conformance/report/model.ts';
import { readReport } from '../conformance/report/read-report.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { costOf, costOfAll, describeCost, timesOf } from '../conformance/run/costs.ts';
import { UsageError } from './arguments.ts';
import { concludeRun } from './conclude-run.ts';
import { keepMemorySmall, keepYouthSmall } from './garbage.ts';
import { EXIT, type Io } from './io.ts';
import { readKnownFailuresFile } from './known-failures.ts';
import { readUserFile } from './read-user-file.ts';
import { ensurePlaces } from './reporters.ts';
import { RunProgress } from './run-progress.ts';
import { readTargetOptions, type TargetOptions } from './target-options.ts';
import { onceSignalled } from './until-signalled.ts';

type Suite = typeof import('../conformance/api/bundle.ts');
type Profile = ReturnType<Suite['basicProfile']>;
type Plan = ReturnType<Suite['planChecks']>;
type JudgeTargetOptions = Parameters<Suite['judgeTarget']>[0];

/** `conversation-api check URL`: runs the suite against a live server. */
export async function checkTarget(args: readonly string[], io: Io): Promise<number> {
  keepYouthSmall();
  const options = readTargetOptions(args);
  const suite = await import('../conformance/api/bundle.ts');
  const profile = readProfile(options, suite);
  const { required, shard } = options;
  const ids = suite.loadRows().requirements.map(({ id }) => id);
  rejectUnknownPrefixes(required.map(suite.prefixOfRequired), ids, 'requirement');
  const knownFailures =
    options.knownFailures === undefined ? undefined : readKnownFailuresFile(options.knownFailures);
  const selected = suite.planChecks(suite.CHECKS, profile, options);
  const whole = options.depth === 'basic' ? suite.narrowToBasic(selected) : selected;
  const plan = shard ? takeShard(whole, shard) : whole;
  if (options.onlyPlans) return printPlan(plan, options, profile.timers.timeScale, io);
  await ensurePlaces(options.places, []);
  const { rounds } = options;
  const repeat = rounds === undefined ? undefined : { rounds, earlier: readEarlier(options, profile, plan) };
  const run = {
    profile,
    plan,
    concurrency: options.concurrency,
    depth: shard ? 'full' : options.depth,
    maxTurns: options.maxTurns,
    repeat,
    maxDuration: options.maxDuration,
    isBudget: options.isFast,
    ca: options.ca === undefined ? undefined : readUserFile(options.ca, '--ca'),
    required,
    knownFailures,
    shard,
    flags: options.profile === undefined ? [] : ['--profile', options.profile],
  };
  return runUntilInterrupted(suite, io, run, (report) => concludeRun({ report }, options, io));
}

/**
 * Runs a plan until it is over, or until Ctrl-C, SIGTERM or SIGHUP ends it early. A first signal that comes while the report is written
 * changes nothing, since it would cost the report.
 *
 * @param conclude writes the report
 * @returns the exit code, which is that of `conclude` unless the target never answered; that is then printed
 */
export async function runUntilInterrupted(
  suite: Suite,
  io: Io,
  options: Omit<JudgeTargetOptions, 'signal' | 'onBegin' | 'onOutcome' | 'onGarbage'>,
  conclude: (report: SuiteReport) => Promise<number>,
): Promise<number> {
  const stop = new AbortController();
  const { plan, profile } = options;
  const progress = io.stderr.isTTY
    ? new RunProgress(io.stderr, plan.checks.length * roundsLeft(options.repeat), profile.timers.timeScale)
    : undefined;
  const ignoreSignals = onceSignalled(() => {
    stop.abort();
    progress?.stop();
  });
  progress?.start();
  try {
    const report = await suite.judgeTarget({
      ...options,
      signal: stop.signal,
      onBegin: progress && ((check) => progress.begin(check)),
      onOutcome: progress && (({ check }) => progress.end(check)),
      onGarbage: keepMemorySmall(false),
    });
    progress?.clear();
    if (report.leftovers.length > 0) {
      io.stderr.write(`not cleaned up: ${report.leftovers.map((path) => sanitize(path)).join(', ')}\n`);
    }
    return await conclude(report);
  } catch (error) {
    progress?.clear();
    if (!(error instanceof suite.TargetError)) throw error;
    if (error.code === 'token-rejected') throw new UsageError(error.message, { cause: error });
    const { baseUrl } = options.profile;
    io.stderr.write(`conversation-api: ${sanitize(baseUrl, 200)}: ${sanitize(error.message, 500)}\n`);
    return EXIT.broken;
  } finally {
    ignoreSignals();
  }
}

function roundsLeft({ rounds, earlier }: NonNullable<JudgeTargetOptions['repeat']> = { rounds: 1 }): number {
  return Math.max(0, rounds - (earlier?.repeated?.done ?? 0));
}

/**
 * Reads the report whose rounds count too.
 *
 * @throws UsageError when it is of another target or of other checks
 */
function readEarlier({ resume }: TargetOptions, { baseUrl }: Profile, plan: Plan): SingleReport | undefined {
  if (resume === undefined) return undefined;
  const report = readReport(readUserFile(resume, '--resume'), resume);
  const ran = (isMultiple(report) ? [] : (report.checks ?? [])).filter(
    ({ duration }) => duration !== undefined,
  );
  const ids = new Set(plan.checks.map(({ id }) => id));
  if (isMultiple(report) || !report.repeated || report.target !== baseUrl)
    throw new UsageError(`--resume needs a report of check ${baseUrl} --repeat, and ${resume} is none`);
  if (ran.length !== ids.size || ran.some(({ id }) => !ids.has(id)))
    throw new UsageError(`${resume} is of other checks; give --resume the same --only, --skip and --profile`);
  return report;
}

function readProfile({ url, profile, tokenFile, headers }: TargetOptions, suite: Suite): Profile {
  const folder = profile === undefined ? '.' : dirname(profile);
  const sources = {
    target: url,
    token: tokenFile === undefined ? undefined : readUserFile(tokenFile, '--token-file').trim(),
    environment: process.env,
    readFile: (path: string) => readBounded(resolve(folder, path)),
  };
  const read =
    profile === undefined
      ? suite.basicProfile(sources)
      : suite.readProfile(readUserFile(profile, '--profile'), profile, sources);
  return { ...read, headers: { ...read.headers, ...headers } };
}

function printPlan(
  { checks, leftOut, unmet }: Plan,
  { depth, rounds }: Pick<TargetOptions, 'depth' | 'rounds'>,
  timeScale: number,
  io: Io,
): number {
  const seconds = (waits: number) => (waits / timeScale / 1000).toFixed(1);
  const longest = Math.max(0, ...checks.map(({ waits = 0 }) => waits));
  const all = costOfAll(checks.map(({ id }) => id));
  const lines = [
    ...checks.map(({ id, waits }) => {
      const wait = waits === undefined ? '' : `; waits ${seconds(waits)} s`;
      return `run      ${id}  (${describeCost(costOf(id))}${wait})`;
    }),
    ...leftOut.map(({ check, reason }) => `leave    ${check.id}  (${reason})`),
    `${checks.length} checks would run, ${leftOut.length} not; the longest wait is ${seconds(longest)} s`,
    `they send and make about ${describeCost(all)}, with ${all[3]} requests in all, as measured on the reference server; what they make they delete`,
    ...(rounds === undefined
      ? []
      : [
          `in ${rounds} rounds: about ${describeCost(timesOf(all, rounds))}; --max-turns and --max-duration limit them`,
        ]),
    ...(depth === undefined
      ? [
          'a target that takes more than a second for its first answer gets --depth basic; --depth full runs all the same',
        ]
      : []),
    ...(unmet.length > 0 ? [`needs that the profile does not meet: ${unmet.join(', ')}`] : []),
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { growSlowly } from '../conformance/recordings/memory.ts';
import { redactResult } from '../conformance/redaction/redact-result.ts';
import { reportLive } from '../conformance/report/live.ts';
import type { LiveReport } from '../conformance/report/live-report.ts';
import type { ReportHeader } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { costOf, costOfAll, describeCost } from '../conformance/run/costs.ts';
import { isUnder } from '../conformance/run/plan-run.ts';
import { takeShard } from '../conformance/run/shard.ts';
import { exitCodeOf } from '../conformance/verdict/verdict.ts';
import { EXIT, type Io } from './io.ts';
import { applyKnownFailures, readKnownFailuresFile } from './known-failures.ts';
import { publish } from './publish.ts';
import { readTargetOptions, type TargetOptions } from './target-options.ts';
import { UsageError } from './usage-error.ts';
import { readVersion } from './version.ts';

type Suite = typeof import('../conformance/suite.ts');

/** `conversation-api check URL`: runs the suite against a live server. */
export async function checkTarget(args: readonly string[], io: Io): Promise<number> {
  growSlowly();
  const options = readTargetOptions(args);
  const suite = await import('../conformance/suite.ts');
  const profile = readProfile(options, suite);
  rejectEmptySelection(options, suite);
  const entries =
    options.knownFailures === undefined ? undefined : readKnownFailuresFile(options.knownFailures);
  const whole = suite.planRun(suite.CHECKS, profile, options);
  const plan = options.shard ? takeShard(whole, options.shard) : whole;
  if (options.onlyPlans) return tellPlan(plan, profile.timers.timeScale, io);
  const files = options.places.flatMap(({ file }) => file ?? []);
  if (files.length > 0) {
    const { ensureWritable } = await import('../conformance/report/write-report.ts');
    for (const file of files) ensureWritable(file, []);
  }
  const driven = await driveTarget(profile, plan, options, suite, io);
  if (!driven) return EXIT.broken;
  const { report, exitCode } = entries
    ? applyKnownFailures(driven, entries, options.failsOnWarning, io)
    : { report: driven, exitCode: exitCodeFor(driven, options.failsOnWarning) };
  await publish(report, options.places, options.isVerbose, io);
  return exitCode;
}

function exitCodeFor({ verdict, summary }: DrivenReport, failsOnWarning: boolean): number {
  return failsOnWarning && summary.warned > 0 && verdict === 'conformant'
    ? EXIT.violations
    : exitCodeOf(verdict);
}

export type DrivenReport = ReportHeader & LiveReport;

type Profile = ReturnType<Suite['basicProfile']>;
type Plan = ReturnType<Suite['planRun']>;

/** What a report tells of the command line. */
type RunFacts = Partial<Pick<TargetOptions, 'profile' | 'shard'>>;

export interface DriveOptions extends Pick<TargetOptions, 'ca' | 'concurrency' | 'maxTurns' | 'required'> {
  /** Those that are not the usual ones. */
  readonly limits?: Partial<Suite['DRIVE_LIMITS']> | undefined;
}

/** Runs a plan. @returns undefined when the target never answered, which was told */
export async function driveTarget(
  profile: Profile,
  plan: Plan,
  { ca, concurrency, maxTurns, required, profile: profileFile, shard, limits }: DriveOptions & RunFacts,
  suite: Suite,
  io: Io,
): Promise<DrivenReport | undefined> {
  const transport = suite.openTransport({
    baseUrl: profile.baseUrl,
    limits: { ...suite.DRIVE_LIMITS, ...limits },
    ca: ca === undefined ? undefined : readText('--ca', ca),
  });
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  try {
    const unreachable = await knock(suite, transport, stop.signal);
    if (unreachable !== undefined) {
      io.stderr.write(`conversation-api: ${sanitize(profile.baseUrl, 200)}: ${sanitize(unreachable, 500)}\n`);
      return undefined;
    }
    await rejectUnknownToken(profile, transport, stop.signal, suite);
    const registry = suite.loadRegistry();
    const bare = await suite.runSuite({
      plan,
      profile,
      transport,
      requirements: registry.requirements,
      concurrency,
      maxTurns,
      signal: stop.signal,
      onOutcome: progress(plan.checks.length, io),
    });
    requireExercised(required, bare, suite);
    const report = reportLive(redactResult(bare, profile), {
      profile,
      registry,
      leftOut: plan.leftOut,
      flags: profileFile === undefined ? [] : ['--profile', profileFile],
      shard,
    });
    if (report.leftovers.length > 0) {
      io.stderr.write(`not cleaned up: ${report.leftovers.map((path) => sanitize(path)).join(', ')}\n`);
    }
    const tool = { name: 'conversation-api', version: readVersion() } as const;
    return { tool, contract: registry.contract, mode: 'live', ...report };
  } finally {
    process.off('SIGINT', interrupt);
    await transport.close();
  }
}

function readProfile({ url, profile, tokenFile, headers }: TargetOptions, suite: Suite) {
  const folder = profile === undefined ? '.' : dirname(profile);
  const sources = {
    target: url,
    token: tokenFile === undefined ? undefined : readText('--token-file', tokenFile).trim(),
    environment: process.env,
    readFile: (path: string) => readFileSync(resolve(folder, path), 'utf8'),
  };
  const read =
    profile === undefined
      ? suite.basicProfile(sources)
      : suite.readProfile(readText('--profile', profile), profile, sources);
  return { ...read, headers: { ...read.headers, ...headers } };
}

function readText(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${flag} ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** A selection that names nothing would pass without having looked at anything. */
function rejectEmptySelection({ only, skip, required }: TargetOptions, { CHECKS }: Suite): void {
  const ids = CHECKS.flatMap((check) => [check.id, ...check.requirements]);
  for (const prefix of [...only, ...skip, ...required]) {
    if (ids.some((id) => isUnder(id, prefix))) continue;
    throw new UsageError(
      `no check and no requirement begins with ${prefix.slice(0, 100)}; conversation-api list shows them`,
    );
  }
}

function tellPlan({ checks, leftOut, unmet }: Plan, timeScale: number, io: Io): number {
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
    `they send and make about ${describeCost(all)}, as measured on the reference server; what they make they delete`,
    ...(unmet.length > 0 ? [`needs that the profile does not meet: ${unmet.join(', ')}`] : []),
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}

/** Whether anybody is there who answers. @returns why not, after a second attempt */
async function knock(
  suite: Suite,
  transport: ReturnType<Suite['openTransport']>,
  signal: AbortSignal,
): Promise<string | undefined> {
  let problem: string | undefined;
  for (let attempt = 0; attempt < 2; attempt++) {
    problem = await answerOf(suite, transport, signal);
    if (problem === undefined) return undefined;
  }
  return problem;
}

async function answerOf(
  suite: Suite,
  transport: ReturnType<Suite['openTransport']>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { body } = await transport.send({ method: 'GET', path: '/api/v1/chats', headers: {} }, signal);
    for await (const _ of body);
    return undefined;
  } catch (error) {
    if (error instanceof suite.TransportFailure) return error.message;
    // Stopped so early, the run has nothing to tell, and says so itself.
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Where nobody may do anything, each finding would only tell of the token. @throws UsageError */
async function rejectUnknownToken(
  { baseUrl, headers, credentials }: Profile,
  transport: ReturnType<Suite['openTransport']>,
  signal: AbortSignal,
  suite: Suite,
): Promise<void> {
  const authorization = `Bearer ${credentials.main?.token}`;
  for (const path of ['/api/v1/chats', '/api/v1/chat/catalog']) {
    try {
      const request = { method: 'GET', path, headers: { ...headers, authorization } };
      const { status, body } = await transport.send(request, signal);
      for await (const _ of body);
      if (status !== 401) return;
    } catch (error) {
      if (error instanceof suite.TransportFailure || signal.aborted) return;
      throw error;
    }
  }
  throw new UsageError(
    `${baseUrl} does not accept the token of the main credential: every request is answered 401; look at CONVERSATION_API_TOKEN, --token-file or credentials.main of the profile`,
  );
}

/** What was demanded and not exercised makes the run incomplete. */
function requireExercised(
  prefixes: readonly string[],
  { judgement }: Awaited<ReturnType<Suite['runSuite']>>,
  { loadRegistry }: Suite,
): void {
  for (const { id, level } of loadRegistry().requirements) {
    if (level !== 'must' && level !== 'should') continue;
    if (!prefixes.some((prefix) => isUnder(id, prefix))) continue;
    const row = judgement.rows.get(id);
    if (!row?.exercised)
      judgement.incomplete.push(
        `${id} is required and was not exercised: ${row?.notJudged ?? 'nothing showed it'}`,
      );
  }
}

function progress(total: number, { stderr }: Io) {
  if (!stderr.isTTY) return undefined;
  let done = 0;
  return () => {
    done += 1;
    stderr.write(`\r${done}/${total} checks${done === total ? '\n' : ''}`);
  };
}

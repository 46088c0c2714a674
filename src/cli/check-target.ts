import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeVerdict } from '../conformance/report/describe.ts';
import { assembleReport, type Report } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { exitCodeOf } from '../conformance/run/verdict.ts';
import { EXIT, type Io } from './io.ts';
import { readTargetOptions, type TargetOptions } from './target-options.ts';
import { UsageError } from './usage-error.ts';
import { readVersion } from './version.ts';

type Suite = typeof import('../conformance/index.ts');

/** `conversation-api check URL`: runs the suite against a live server. */
export async function checkTarget(args: readonly string[], io: Io): Promise<number> {
  const options = readTargetOptions(args);
  const suite = await import('../conformance/index.ts');
  const profile = readProfile(options, suite);
  rejectEmptySelection(options, suite);
  const plan = suite.planRun(suite.CHECKS, profile, options);
  if (options.onlyPlans) return tellPlan(plan, profile.timers.timeScale, io);
  const report = await driveTarget(profile, plan, options, suite, io);
  if (!report) return EXIT.broken;
  await publish(report, options, io);
  const failsOnWarning =
    options.failsOnWarning && report.summary.warned > 0 && report.verdict === 'conformant';
  return failsOnWarning ? EXIT.violations : exitCodeOf(report.verdict);
}

type Profile = ReturnType<Suite['basicProfile']>;
type Plan = ReturnType<Suite['planRun']>;

/** Runs a plan. @returns undefined when the target never answered, which was told */
export async function driveTarget(
  profile: Profile,
  plan: Plan,
  { ca, concurrency, required }: Pick<TargetOptions, 'ca' | 'concurrency' | 'required'>,
  suite: Suite,
  io: Io,
): Promise<Report | undefined> {
  const transport = suite.openTransport({
    baseUrl: profile.baseUrl,
    limits: suite.DRIVE_LIMITS,
    ca: ca === undefined ? undefined : readText('--ca', ca),
  });
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  try {
    const unreachable = await knock(suite, transport);
    if (unreachable !== undefined) {
      io.stderr.write(`conversation-api: ${sanitize(profile.baseUrl, 200)}: ${sanitize(unreachable, 500)}\n`);
      return undefined;
    }
    const registry = suite.loadRegistry();
    const result = await suite.runSuite({
      plan,
      profile,
      transport,
      requirements: registry.requirements,
      concurrency,
      signal: stop.signal,
      onOutcome: progress(plan.checks.length, io),
    });
    requireExercised(required, result, suite);
    const left = result.outcomes.flatMap((outcome) => outcome.left);
    if (left.length > 0) io.stderr.write(`not cleaned up: ${left.join(', ')}\n`);
    const tool = { name: 'conversation-api', version: readVersion() } as const;
    const target = suite.reportTarget(profile.baseUrl, result.judgement, registry);
    return assembleReport({ tool, contract: registry.contract, mode: 'live' }, [target]);
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
    if (ids.some((id) => id === prefix || id.startsWith(`${prefix}.`))) continue;
    throw new UsageError(
      `no check and no requirement begins with ${prefix.slice(0, 100)}; conversation-api list shows them`,
    );
  }
}

function tellPlan({ checks, leftOut, unmet }: Plan, timeScale: number, io: Io): number {
  const longest = Math.max(0, ...checks.map(({ waits = 0 }) => waits)) / timeScale / 1000;
  const lines = [
    ...checks.map(({ id }) => `run      ${id}`),
    ...leftOut.map(({ check, reason }) => `leave    ${check.id}  (${reason})`),
    `${checks.length} checks would run, ${leftOut.length} not; the longest wait is ${longest.toFixed(1)} s`,
    ...(unmet.length > 0 ? [`needs that the profile does not meet: ${unmet.join(', ')}`] : []),
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}

/** Whether anybody is there at all. @returns why not */
async function knock(
  suite: Suite,
  transport: ReturnType<Suite['openTransport']>,
): Promise<string | undefined> {
  try {
    const { body } = await transport.send({ method: 'GET', path: '/api/v1/chats', headers: {} });
    for await (const _ of body);
    return undefined;
  } catch (error) {
    if (error instanceof suite.TransportFailure && error.problem === 'unreachable') return error.message;
    return undefined;
  }
}

/** What was demanded and not exercised makes the run incomplete. */
function requireExercised(
  prefixes: readonly string[],
  { judgement }: Awaited<ReturnType<Suite['runSuite']>>,
  { loadRegistry }: Suite,
): void {
  for (const { id, level } of loadRegistry().requirements) {
    if (level !== 'must' && level !== 'should') continue;
    if (!prefixes.some((prefix) => id === prefix || id.startsWith(`${prefix}.`))) continue;
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

async function publish(
  report: Report,
  { reporter, output, isVerbose }: TargetOptions,
  io: Io,
): Promise<void> {
  const { paintFor } = await import('./colour.ts');
  const { render } = await import('./render-report.ts');
  if (output === undefined) {
    io.stdout.write(await render(report, reporter, { isVerbose, paint: paintFor(io.stdout) }));
    return;
  }
  const { writeReport } = await import('../conformance/report/write-report.ts');
  writeReport(output, await render(report, reporter, { isVerbose }));
  io.stderr.write(`${describeVerdict(report)}; the report is in ${sanitize(output)}\n`);
}

import { referenceProfileOf } from '../../src/cli/reference-profile.ts';
import type { Check } from '../../src/conformance/check-kit/check.ts';
import type { LoggedExchange } from '../../src/conformance/drive/exchange-log.ts';
import { DRIVE_LIMITS, type DriveLimits } from '../../src/conformance/drive/limits.ts';
import { openTransport } from '../../src/conformance/drive/undici-transport.ts';
import { STOOD_STILL } from '../../src/conformance/judge/timing.ts';
import { loadRegistry } from '../../src/conformance/registry.ts';
import type { TargetReport } from '../../src/conformance/report/model.ts';
import { reportTarget } from '../../src/conformance/report/target.ts';
import { type Plan, planChecks } from '../../src/conformance/run/plan-run.ts';
import { runChecks } from '../../src/conformance/run/run-suite.ts';
import type { CheckOutcome } from '../../src/conformance/verdict/outcome.ts';
import type { Decorator } from '../../src/reference/ports.ts';
import { assemble } from '../../src/reference/start.ts';

export interface ReferenceRun {
  readonly report: TargetReport;
  readonly plan: Plan;
  readonly outcomes: readonly CheckOutcome[];
  readonly exchanges: readonly LoggedExchange[];
  /** The requirements that the run could not judge because a machine stood still. */
  readonly unclear: readonly string[];
  /** The errors that the server reported as its own defects. */
  readonly defects: readonly unknown[];
}

export interface ReferenceRunOptions {
  readonly checks: readonly Check[];
  readonly decorators?: readonly Decorator[];
  /** Replaces the default seed. It must have the same tokens and ids. */
  readonly seed?: string;
  readonly timeScale?: number;
  readonly concurrency?: number;
  readonly limits?: DriveLimits;
  /** Called with each check once it is over. */
  readonly onOutcome?: (outcome: CheckOutcome) => void;
  /** Opens a proxy in front of the server; the checks then run through it. */
  readonly openProxy?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }>;
}

/** Half an hour becomes 18 seconds. The wait for a ping becomes 150 milliseconds, which is still long enough on a busy machine. */
export const TIME_SCALE = 100;

/** Runs checks against a reference server in this process, over real HTTP. */
export async function judgeReference({
  checks,
  decorators = [],
  seed,
  timeScale = TIME_SCALE,
  concurrency = 8,
  limits = DRIVE_LIMITS,
  onOutcome,
  openProxy,
}: ReferenceRunOptions): Promise<ReferenceRun> {
  const defects: unknown[] = [];
  const server = await assemble({
    faults: true,
    timeScale,
    decorators,
    report: (defect) => defects.push(defect),
    ...(seed !== undefined && { seed }),
  });
  const proxy = await openProxy?.(server.url);
  const { url } = proxy ?? server;
  const transport = openTransport({ baseUrl: url, limits });
  try {
    const profile = referenceProfileOf(url, timeScale);
    const plan = planChecks(checks, profile, { only: [], skip: [], isFast: false, isLong: true });
    const registry = loadRegistry();
    const { judgement, outcomes, exchanges } = await runChecks({
      plan,
      profile,
      transport,
      requirements: registry.requirements,
      concurrency,
      onOutcome,
    });
    const unclear = [...judgement.rows].filter(([, { notJudged }]) => notJudged?.includes(STOOD_STILL));
    return {
      report: reportTarget('the reference server', judgement, registry),
      unclear: unclear.map(([id]) => id),
      plan,
      outcomes,
      exchanges,
      defects,
    };
  } finally {
    await transport.close();
    await proxy?.close();
    await server.close();
  }
}

/** Runs until a standstill no longer hides a requirement, at most. Those for one requirement are short. */
const MOST_RUNS = { one: 20, all: 5 };

/**
 * Runs checks against a reference server, and once more if the run says that it could not judge a requirement because this machine stood
 * still. A result that the run did judge is never repeated.
 */
export function judgeClearly(requirement: string, options: ReferenceRunOptions): Promise<ReferenceRun> {
  return repeatUnclear(
    (run) => isUnclear(requirement, run),
    () => judgeReference(options),
    MOST_RUNS.one,
  );
}

/** The same for a run in which every requirement matters. @param judge runs the checks, each time against a new server */
export function judgeAllClearly(judge: () => Promise<ReferenceRun>): Promise<ReferenceRun> {
  const isHidden = ({ report, unclear }: ReferenceRun) =>
    alarmsIn(report, ['failed', 'warned']).length === 0 &&
    report.requirements.some(({ id, status }) => status === 'not-judged' && unclear.includes(id));
  return repeatUnclear(isHidden, judge, MOST_RUNS.all);
}

async function repeatUnclear(
  isHidden: (run: ReferenceRun) => boolean,
  judge: () => Promise<ReferenceRun>,
  most: number,
): Promise<ReferenceRun> {
  let run = await judge();
  for (let runs = 1; runs < most && isHidden(run); runs += 1) run = await judge();
  return run;
}

function isUnclear(requirement: string, { report, unclear }: ReferenceRun): boolean {
  const isViolated = report.requirements.some(({ id, violations }) => id === requirement && violations > 0);
  return !isViolated && unclear.includes(requirement);
}

/** The checks whose exchanges have these findings. */
export function checksBehind(
  findings: readonly { readonly exchange?: number }[],
  { exchanges }: Pick<ReferenceRun, 'exchanges'>,
): string[] {
  return findings.flatMap(({ exchange = -1 }) => exchanges[exchange]?.check ?? []);
}

/** The findings of some statuses in a report, one line each. */
export function alarmsIn({ requirements }: TargetReport, statuses: readonly string[] = ['failed']): string[] {
  return requirements
    .filter(({ status }) => statuses.includes(status))
    .flatMap(({ findings }) =>
      findings.map(({ requirement, expected, actual }) => `${requirement}: ${expected}; ${actual}`),
    );
}

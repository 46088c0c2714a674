import { describePlace } from '../report/describe.ts';
import type { ClientReport, RequirementReport, SuiteReport } from '../report/model.ts';
import { NOT_SELECTED } from '../run/plan-run.ts';
import { planRun, type RunPlan } from './plan-run.ts';
import { type RunOptions, runSuite } from './run-suite.ts';

/** One check of the suite, in a form that any test runner takes. */
export interface ConformanceTest {
  /** Id of the check. */
  readonly name: string;
  /** Ids of the requirements that the check verifies. */
  readonly requirements: readonly string[];
  /** Why the check does not run against this target: the profile lacks something, or the plan skips the check. */
  readonly skip?: string;
  /** How long the check may take, in milliseconds: its waits, and time for the target. Test runners give less by default. */
  readonly timeout: number;
  /**
   * Runs the check alone, and deletes what it made.
   *
   * @returns why the check had nothing to see at this target, if so
   * @throws ConformanceError when a must-requirement is violated, or when the check does not reach its end
   * @throws TargetError when the target does not answer, or rejects the token of the main credential
   */
  run(): Promise<{ readonly skipped?: string }>;
}

/** A check failed. The message lists each violated requirement with its evidence. */
export class ConformanceError extends Error {
  readonly code = 'nonconformant';
  /** Ids of the violated requirements; empty when the check did not reach its end. */
  readonly requirements: readonly string[];
  /** Not enumerable: test runners print each enumerable member of an error. */
  declare readonly report: SuiteReport | ClientReport;

  constructor(message: string, requirements: readonly string[], report: SuiteReport | ClientReport) {
    super(message);
    this.name = 'ConformanceError';
    this.requirements = requirements;
    Object.defineProperty(this, 'report', { value: report });
  }
}

/** Options of `runSuite` that make sense for single checks. */
export type ConformanceTestOptions = Pick<RunOptions, 'profile' | 'plan' | 'ca'>;

/** Time for what a check does besides waiting, in milliseconds. Far above what any check takes, so that only a hanging one reaches it. */
export const BESIDES_WAITING = 120_000;
/** Findings of each requirement in a message. */
const SHOWN_FINDINGS = 3;

/**
 * Lists the checks of the suite as tests: those that the plan runs, and those that it leaves out, with the reason. A check that `only`
 * does not name is no test. Sends nothing.
 *
 * By default the plan is that of `runSuite`.
 */
export function conformanceTests({
  profile,
  plan = planRun(profile),
  ca,
}: ConformanceTestOptions): readonly ConformanceTest[] {
  const { timeScale } = profile.timers;
  const testOf = (check: RunPlan['checks'][number]) => ({
    name: check.id,
    requirements: check.requirements,
    timeout: Math.ceil((check.waits ?? 0) / timeScale) * 2 + BESIDES_WAITING,
    run: async () => {
      const alone = { checks: [check], leftOut: [], unmet: [] };
      return concludeTest(await runSuite({ profile, plan: alone, ...(ca !== undefined && { ca }) }));
    },
  });
  return [
    ...plan.checks.map(testOf),
    ...plan.leftOut
      .filter(({ reason }) => reason !== NOT_SELECTED)
      .map(({ check, reason }) => ({
        ...testOf(check),
        skip: reason,
        run: async () => ({ skipped: reason }),
      })),
  ];
}

/** Turns the report of a run of one test into its result. @throws ConformanceError */
export function concludeTest(report: SuiteReport | ClientReport): { readonly skipped?: string } {
  const failed = report.requirements.filter(({ status }) => status === 'failed');
  if (failed.length > 0) {
    const message = failed.map(describeFailure).join('\n\n');
    throw new ConformanceError(
      message,
      failed.map(({ id }) => id),
      report,
    );
  }
  if (report.incomplete.length > 0) throw new ConformanceError(report.incomplete.join('\n'), [], report);
  const [outcome] = report.checks;
  return outcome?.status === 'left-out' ? { skipped: outcome.reason ?? 'it had nothing to see' } : {};
}

function describeFailure({ id, text, findings }: RequirementReport): string {
  const evidence = findings
    .slice(0, SHOWN_FINDINGS)
    .map((finding) =>
      [
        `- ${describePlace(finding)}`,
        `  expected: ${finding.expected}`,
        `  actual:   ${finding.actual}`,
        ...(finding.hint === undefined ? [] : [`  hint:     ${finding.hint}`]),
      ].join('\n'),
    );
  return [`${id}: ${text}`, ...evidence].join('\n');
}

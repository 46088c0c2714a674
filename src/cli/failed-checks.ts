import { isMultiple, type SingleReport, type TargetReport } from '../conformance/report/model.ts';
import { readReport } from '../conformance/report/read-report.ts';
import { UsageError } from './arguments.ts';
import { readUserFile } from './read-user-file.ts';
import type { Plan } from './suite.ts';

/** The checks of a live run that found a violation, whose exchanges contain one, or that did not finish. */
export function failedChecks({ checks = [], requirements }: TargetReport): ReadonlySet<string> {
  const unfinished = checks.filter(({ status }) => status === 'violated' || status === 'incomplete');
  const failed = requirements.filter(({ status }) => status === 'failed');
  const seen = failed.flatMap(({ findings }) => findings.flatMap(({ check }) => check ?? []));
  return new Set([...unfinished.map(({ id }) => id), ...seen]);
}

/**
 * Narrows a plan to what failed in an earlier run.
 *
 * @param file the report of that run, as `--reporter json` wrote it
 * @throws UsageError when it is not the report of a live run, or when none of its failed checks would run
 */
export function keepFailedIn(file: string, plan: Plan, leftOutBecause: string): Plan {
  const report = readReport(readUserFile(file, '--only-failed'), file);
  if (isMultiple(report) || !isLive(report))
    throw new UsageError(`--only-failed needs a JSON report of check URL, but ${file} is not one`);
  const failed = failedChecks(report);
  if (failed.size === 0) throw new UsageError(`no check failed in ${file}; leave --only-failed out`);
  const kept = keepChecks(plan, failed, leftOutBecause);
  if (kept.checks.length > 0) return kept;
  throw new UsageError(
    `the checks that failed in ${file} would not run; give the same --profile, --only and --skip`,
  );
}

function isLive({ mode, checks }: SingleReport): boolean {
  return mode === 'live' && Array.isArray(checks);
}

/** Keeps only these checks in a plan. */
export function keepChecks(plan: Plan, ids: ReadonlySet<string>, reason: string): Plan {
  const others = plan.checks.filter(({ id }) => !ids.has(id));
  return {
    ...plan,
    checks: plan.checks.filter(({ id }) => ids.has(id)),
    leftOut: [...plan.leftOut, ...others.map((check) => ({ check, reason }))],
  };
}

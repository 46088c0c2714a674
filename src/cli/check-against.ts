import type { ComparisonReport } from '../conformance/comparison/report.ts';
import { renderJson } from '../conformance/report/json.ts';
import { costOfAll } from '../conformance/run/costs.ts';
import { UsageError } from './arguments.ts';
import { depthOf } from './depth-of.ts';
import { EXIT, type Io } from './io.ts';
import { printPlan } from './print-plan.ts';
import { publish } from './publish.ts';
import { readProfileOf } from './read-target-profile.ts';
import { readUserFile } from './read-user-file.ts';
import { flagsToRepeat } from './repeated-flags.ts';
import { ensurePlaces, type Reporter } from './reporters.ts';
import type { Profile, Suite } from './suite.ts';
import type { TargetOptions } from './target-options.ts';
import { watch } from './watch-run.ts';

/** The first server, the second, and the first again. */
const RUNS = 3;

/** `conversation-api check A --against B`: runs the same checks against two servers, and lists where their responses differ. */
export async function checkAgainst(
  options: TargetOptions & { readonly against: string },
  profile: Profile,
  suite: Suite,
  io: Io,
): Promise<number> {
  const { against: url, againstProfile, places, isVerbose } = options;
  const against = readProfileOf({ ...options, url, profile: againstProfile ?? options.profile }, suite);
  const plans = [profile, against].map((each) => suite.planChecks(suite.CHECKS, each, options));
  const [own, other] = plans.map(({ checks }) => new Set(checks));
  const [first] = plans;
  const both = first && { ...first, checks: [...(own ?? [])].filter((check) => other?.has(check)) };
  const depth = depthOf(options);
  const plan = both && suite.narrowPlan(both, depth);
  if (!plan || plan.checks.length === 0) throw new UsageError('no check can run against both servers');
  if (options.onlyPlans) {
    const inRounds = 'twice at the first server and once at the second';
    return printPlan(plan, { ...options, rounds: RUNS, inRounds }, profile, io);
  }
  await ensurePlaces(places, []);
  const run = {
    profile,
    against,
    plan,
    concurrency: options.concurrency,
    depth,
    maxTurns: options.maxTurns,
    maxDuration: options.maxDuration,
    ca: options.ca === undefined ? undefined : readUserFile(options.ca, '--ca'),
    flags: flagsToRepeat(options),
  };
  const watched = {
    checks: plan.checks.length * RUNS,
    modelTurns: costOfAll(plan.checks).modelTurns * RUNS,
    timeScale: profile.timers.timeScale,
  };
  return watch(
    suite,
    io,
    watched,
    async (watching) => {
      const report = await suite.compareTargets({ ...run, ...watching });
      return { result: report, leftovers: report.servers.flatMap(({ leftovers }) => leftovers) };
    },
    async (report) => {
      const { renderComparisonBadge, renderComparisonGithub, renderComparisonHtml, renderComparisonJunit } =
        await import('../conformance/comparison/forms.ts');
      const forms: Partial<Record<Reporter, (report: ComparisonReport) => string>> = {
        json: renderJson,
        junit: renderComparisonJunit,
        html: renderComparisonHtml,
        github: renderComparisonGithub,
        badge: renderComparisonBadge,
      };
      const render = (reporter: Reporter, shown: object) =>
        forms[reporter]?.(report) ?? suite.renderComparison(report, { isVerbose, ...shown });
      await publish(render, places, { isVerbose }, suite.summarise(report), io);
      return exitCodeOf(report);
    },
  );
}

/** As for `diff`: 1 if there is a difference. */
function exitCodeOf({ differences, servers }: ComparisonReport): number {
  if (differences.length > 0) return EXIT.violations;
  return servers.some(({ incomplete }) => incomplete.length > 0) ? EXIT.incomplete : EXIT.ok;
}

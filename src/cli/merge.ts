import { mergeReports, verdictOver } from '../conformance/report/merge.ts';
import { isUnder } from '../conformance/run/plan-run.ts';
import { exitCodeOf } from '../conformance/verdict/verdict.ts';
import { parseArguments } from './arguments.ts';
import { EXIT, type Io } from './io.ts';
import { applyKnownFailures, readKnownFailuresFile } from './known-failures.ts';
import { publish } from './publish.ts';
import { readReportFile } from './report-file.ts';
import { readReporters } from './reporters.ts';
import { UsageError } from './usage-error.ts';

const FLAGS = {
  reporter: { type: 'string' },
  output: { type: 'string' },
  verbose: { type: 'boolean' },
  require: { type: 'string' },
  'known-failures': { type: 'string' },
  'fail-on': { type: 'string', choices: ['warning'] },
} as const;

type Merged = ReturnType<typeof mergeReports>;

/** `conversation-api merge A.json B.json …`: one report, and one verdict, over the parts of a run. */
export async function merge(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, FLAGS);
  if (positionals.length === 0)
    throw new UsageError('merge takes the reports of all parts; see merge --help');
  const places = readReporters(values.reporter, values.output);
  const { ensureWritable } = await import('../conformance/report/write-report.ts');
  for (const { file } of places) if (file !== undefined) ensureWritable(file, positionals);
  const file = values['known-failures'];
  const entries = file === undefined ? undefined : readKnownFailuresFile(file);
  const parts = positionals.map((name) => ({ name, report: readReportFile(name) }));
  const merged = demand(mergeReports(parts), (values.require ?? '').split(',').filter(Boolean));
  const failsOnWarning = values['fail-on'] === 'warning';
  const { report, exitCode } = entries
    ? applyKnownFailures(merged, entries, failsOnWarning, io)
    : { report: merged, exitCode: exitCodeFor(merged, failsOnWarning) };
  await publish(report, places, values.verbose ?? false, io);
  return exitCode;
}

function exitCodeFor({ verdict, summary }: Merged, failsOnWarning: boolean): number {
  return failsOnWarning && summary.warned > 0 && verdict === 'conformant'
    ? EXIT.violations
    : exitCodeOf(verdict);
}

/** What was demanded and is in no part makes the whole incomplete. */
function demand(report: Merged, prefixes: readonly string[]): Merged {
  for (const prefix of prefixes) {
    if (report.requirements.some(({ id }) => isUnder(id, prefix))) continue;
    throw new UsageError(
      `no requirement begins with ${prefix.slice(0, 100)}; conversation-api list shows them`,
    );
  }
  const unseen = report.requirements.filter(
    ({ id, status }) =>
      (status === 'not-judged' || status === 'not-exercised') &&
      prefixes.some((prefix) => isUnder(id, prefix)),
  );
  const incomplete = [
    ...report.incomplete,
    ...unseen.map(
      ({ id, reason }) => `${id} is required and was not exercised: ${reason ?? 'nothing showed it'}`,
    ),
  ];
  return { ...report, incomplete, verdict: verdictOver(report.requirements, incomplete) };
}

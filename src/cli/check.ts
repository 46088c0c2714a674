import { type FoundInput, findInputs } from '../conformance/judging/find-inputs.ts';
import { loadRows } from '../conformance/registry.ts';
import { assembleReport, type Report, reportTarget } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { exitCodeOf } from '../conformance/verdict/verdict.ts';
import { type CheckOptions, readCheckOptions } from './check-options.ts';
import { EXIT, type Io } from './io.ts';
import { readVersion } from './version.ts';

/** Inputs of so many bytes take long enough to be worth a progress bar. */
const LONG_BYTES = 8 * 1024 * 1024;

/** `conversation-api check FILE…` or `check URL`: finds what is to be judged, judges it, reports. */
export async function check(args: readonly string[], io: Io): Promise<number> {
  const { isAboutTarget } = await import('./target-options.ts');
  if (isAboutTarget(args)) return (await import('./check-target.ts')).checkTarget(args, io);
  const options = readCheckOptions(args);
  const { inputs, problems } = await findInputs(options.files, () => io.stdin, options.format);
  const files = options.places.flatMap(({ file }) => file ?? []);
  if (files.length > 0) {
    const { ensureWritable } = await import('../conformance/report/write-report.ts');
    const names = inputs.map(({ source }) => source.name);
    for (const file of files) ensureWritable(file, names);
  }
  if (problems.length > 0) return refuse(problems, options, io);

  const outcomes = await judge(inputs, options, io);
  const unusable = outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome.problem] : []));
  if (unusable.length > 0) return refuse(unusable, options, io);

  const rows = loadRows();
  const targets = outcomes.flatMap((outcome, index) =>
    'judgement' in outcome ? [reportTarget(inputs[index]?.source.name ?? '', outcome.judgement, rows)] : [],
  );
  const tool = { name: 'conversation-api', version: readVersion() } as const;
  const report = assembleReport({ tool, contract: rows.contract, mode: 'recording' }, targets);
  const { publish } = await import('./publish.ts');
  await publish(report, options.places, options.isVerbose, io);
  return exitCode(report, options, io);
}

/** Nothing is reported when an input cannot be judged: a verdict over the others would be taken for one over all. */
function refuse(problems: readonly string[], options: CheckOptions, io: Io): number {
  for (const problem of problems) io.stderr.write(`conversation-api: ${sanitize(problem, 1000)}\n`);
  letGo(options, io);
  return EXIT.usage;
}

async function judge(inputs: readonly FoundInput[], options: CheckOptions, io: Io) {
  const { jobs, judging } = options;
  const { judgeInputs } = await import('../conformance/judging/judge-inputs.ts');
  const total = inputs.reduce((sum, { source }) => sum + (source.size ?? 0), 0);
  const bar =
    total > LONG_BYTES && io.stderr.isTTY
      ? new (await import('./progress-bar.ts')).ProgressBar(io.stderr, total)
      : undefined;
  const cores = jobs > 1 ? (await import('node:os')).availableParallelism() : 1;
  try {
    return await judgeInputs(inputs, {
      ...judging,
      jobs: Math.min(jobs, cores),
      onProgress: bar && ((done) => bar.update(done)),
    });
  } finally {
    bar?.clear();
    letGo(options, io);
  }
}

/** Ends a pipe that a limit may have left open, which would keep the process alive. Where it was not read it is not even made. */
function letGo({ files }: CheckOptions, io: Io): void {
  if (files.includes('-')) io.stdin.destroy();
}

function exitCode(report: Report, { failsOnWarning }: CheckOptions, io: Io): number {
  const { warned } = report.summary;
  if (failsOnWarning && warned > 0 && report.verdict !== 'nonconformant') {
    io.stderr.write(`exit code 1: there are warnings (${warned}), and --fail-on warning is given\n`);
    return EXIT.violations;
  }
  return exitCodeOf(report.verdict);
}

import { type FoundInput, findInputs } from '../conformance/judging/find-inputs.ts';
import { FileSource } from '../conformance/recordings/file-source.ts';
import { loadRows } from '../conformance/registry.ts';
import { reportHeader } from '../conformance/report/header.ts';
import { assembleReport, reportTarget, type TargetReport } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { type CheckOptions, readCheckOptions } from './check-options.ts';
import { keepMemorySmall } from './garbage.ts';
import { EXIT, type Io } from './io.ts';

/** From this many bytes on, a progress bar is worth showing. */
const LONG_BYTES = 8 * 1024 * 1024;

/** `conversation-api check FILE…` or `check URL`: finds the inputs, judges them, and reports. */
export async function check(args: readonly string[], io: Io): Promise<number> {
  const { isAboutTarget } = await import('./target-options.ts');
  if (isAboutTarget(args)) return (await import('./check-target.ts')).checkTarget(args, io);
  const options = readCheckOptions(args);
  const { inputs, problems } = await findInputs(options.files, () => io.stdin, options.format);
  const files = options.places.flatMap(({ file }) => file ?? []);
  if (files.length > 0) {
    const { ensureWritable } = await import('../conformance/output-file.ts');
    const names = inputs.map(({ source }) => source.name);
    for (const file of files) ensureWritable(file, names);
  }
  if (problems.length > 0) return refuse(problems, options, io);

  const outcomes = await judge(inputs, options, io);
  const unusable = outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome.problem] : []));
  if (unusable.length > 0) return refuse(unusable, options, io);

  const rows = loadRows();
  const targets: TargetReport[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const input = inputs[index];
    if (!input || !('judgement' in outcome)) continue;
    const target = reportTarget(input.source.name, outcome.judgement, rows);
    targets.push(target.summary.failed + target.summary.warned > 0 ? await locate(target, input) : target);
  }
  const report = assembleReport(reportHeader('recording', rows.contract), targets);
  const streams = options.places.some(({ reporter }) => reporter === 'html')
    ? await (await import('./read-timelines.ts')).readTimelines(targets, inputs)
    : undefined;
  const { concludeRun } = await import('./conclude-run.ts');
  return concludeRun(report, { ...options, streams }, io);
}

/** Adds the lines to the findings of a raw stream that can be read again. */
async function locate(target: TargetReport, { source, format }: FoundInput): Promise<TargetReport> {
  if (format !== 'sse' || !(source instanceof FileSource)) return target;
  const { addLines, offsetsOf } = await import('../conformance/report/add-lines.ts');
  const { locateLines } = await import('../conformance/recordings/locate-lines.ts');
  return addLines(target, await locateLines(source, offsetsOf(target)));
}

/** Reports nothing when an input cannot be judged: a verdict over the others would look like a verdict over all. */
function refuse(problems: readonly string[], options: CheckOptions, io: Io): number {
  for (const problem of problems) io.stderr.write(`conversation-api: ${sanitize(problem, 1000)}\n`);
  closeInput(options, io);
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
      onGarbage: keepMemorySmall(Math.min(jobs, cores) > 1),
      onProgress: bar && ((done) => bar.update(done)),
    });
  } finally {
    bar?.clear();
    closeInput(options, io);
  }
}

/** Closes a pipe that a limit may have left open: it would keep the process alive. Standard input is not touched unless it was read. */
function closeInput({ files }: CheckOptions, io: Io): void {
  if (files.includes('-')) io.stdin.destroy();
}

import { type FoundInput, findInputs } from '../conformance/files/find-inputs.ts';
import type { Judgement } from '../conformance/judge/judgement.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import { type CheckOptions, readCheckOptions } from './check-options.ts';
import { FileReports } from './file-reports.ts';
import { EXIT, type Io } from './io.ts';
import { ensurePlaces, refuseTooMany } from './reporters.ts';
import { keepMemorySmall } from './young-generation.ts';

/** Inputs of more bytes than this get a progress bar. */
const LONG_BYTES = 8 * 1024 * 1024;
/** Maximum number of problems printed. With a wrong mount path, every file of a list is unreadable. */
const MOST_PROBLEMS = 20;

/** `conversation-api check FILE…` or `check URL`: finds the inputs, judges them, and reports. */
export async function check(args: readonly string[], io: Io): Promise<number> {
  const { isAboutTarget } = await import('./target-options.ts');
  if (isAboutTarget(args)) return (await import('./check-target.ts')).checkTarget(args, io);
  const options = readCheckOptions(args);
  const { inputs, problems, notes } = await findInputs(options.files, () => io.stdin, options);
  await ensurePlaces(options.places, [...inputs.map(({ source }) => source.name), ...options.lists]);
  if (problems.length > 0) return refuse(problems, options, io);
  refuseTooMany(options.places, inputs.length);
  for (const note of notes) io.stderr.write(`conversation-api: ${sanitize(note, 1000)}\n`);

  const reports = await FileReports.open(inputs, options);
  const unusable = await judge(inputs, options, io, (index, judgement) => reports.add(index, judgement));
  if (unusable.length > 0) return refuse(unusable, options, io);
  const { concludeRun } = await import('./conclude-run.ts');
  return concludeRun(await reports.finish(), options, io);
}

/** Prints no report when an input cannot be judged, so that a partial result never passes for a full one. */
function refuse(problems: readonly string[], options: CheckOptions, io: Io): number {
  for (const problem of problems.slice(0, MOST_PROBLEMS))
    io.stderr.write(`conversation-api: ${sanitize(problem, 1000)}\n`);
  const rest = problems.length - MOST_PROBLEMS;
  if (rest > 0) io.stderr.write(`conversation-api: ${rest} more cannot be read or judged\n`);
  closeInput(options, io);
  return EXIT.usage;
}

/** @returns the problems of the inputs that turned out unusable, in the order of the inputs */
async function judge(
  inputs: readonly FoundInput[],
  options: CheckOptions,
  io: Io,
  onJudgement: (index: number, judgement: Judgement) => void,
): Promise<readonly string[]> {
  const { jobs, judging } = options;
  const { judgeEach } = await import('../conformance/files/judge-inputs.ts');
  const total = inputs.reduce((sum, { source }) => sum + (source.size ?? 0), 0);
  const bar =
    total > LONG_BYTES && io.stderr.isTTY
      ? new (await import('./progress-bar.ts')).ProgressBar(io.stderr, total)
      : undefined;
  const cores = jobs > 1 ? (await import('node:os')).availableParallelism() : 1;
  const problems = new Map<number, string>();
  try {
    await judgeEach(
      inputs,
      {
        ...judging,
        jobs: Math.min(jobs, cores),
        onGarbage: keepMemorySmall(Math.min(jobs, cores) > 1),
        onProgress: bar && ((done) => bar.update(done)),
      },
      (index, outcome) => {
        if ('problem' in outcome) problems.set(index, outcome.problem);
        else onJudgement(index, outcome.judgement);
      },
    );
  } finally {
    bar?.clear();
    closeInput(options, io);
  }
  return [...problems].sort(([a], [b]) => a - b).map(([, problem]) => problem);
}

/** Closes standard input if it was to be read. A size limit may have left the pipe open, which would keep the process alive. */
function closeInput({ files, lists }: CheckOptions, io: Io): void {
  if ([...files, ...lists].includes('-')) io.stdin.destroy();
}

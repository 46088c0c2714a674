import { mergeReports } from '../conformance/report/merge.ts';
import { readReport } from '../conformance/report/read-report.ts';
import { rejectUnknownPrefixes } from '../conformance/selection.ts';
import { compareKnownFailures } from '../conformance/verdict/known-failures.ts';
import { prefixOfRequired, requireExercised } from '../conformance/verdict/required.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { concludeRun } from './conclude-run.ts';
import type { Io } from './io.ts';
import { readKnownFailuresFile } from './known-failures.ts';
import { readUserFile } from './read-user-file.ts';
import { readReporters } from './reporters.ts';

const FLAGS = {
  reporter: { type: 'string' },
  output: { type: 'string' },
  verbose: { type: 'boolean' },
  require: { type: 'string', multiple: true },
  'known-failures': { type: 'string' },
  'fail-on': { type: 'string', choices: ['warning'] },
} as const;

/** `conversation-api merge A.json B.json …`: merges the reports of the parts of a run into one report with one verdict. */
export async function merge(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, FLAGS);
  if (positionals.length === 0)
    throw new UsageError('merge takes the reports of all parts; see merge --help');
  const places = readReporters(values.reporter, values.output);
  const { ensureWritable } = await import('../conformance/output-file.ts');
  for (const { file } of places) if (file !== undefined) ensureWritable(file, positionals);
  const file = values['known-failures'];
  const list = file === undefined ? undefined : readKnownFailuresFile(file);
  const merged = mergeReports(
    positionals.map((name) => ({ name, report: readReport(readUserFile(name), name) })),
  );
  const required = (values.require ?? []).flatMap((text) => text.split(',')).filter(Boolean);
  const ids = merged.requirements.map(({ id }) => id);
  rejectUnknownPrefixes(required.map(prefixOfRequired), ids, 'requirement');
  const report = requireExercised(merged, required);
  const knownFailures = list && compareKnownFailures(list.entries, report.requirements, list.today);
  const options = {
    places,
    isVerbose: values.verbose ?? false,
    failsOnWarning: values['fail-on'] === 'warning',
  };
  return concludeRun({ ...report, ...(knownFailures && { knownFailures }) }, options, io);
}

import { readFileList } from '../conformance/files/read-file-list.ts';
import { loadRows } from '../conformance/registry/registry.ts';
import { rejectUnknownPrefixes } from '../conformance/registry/selection.ts';
import { Merge, type Merged } from '../conformance/report/merge.ts';
import { readReports } from '../conformance/report/read-reports.ts';
import { requireInSummary } from '../conformance/report/summary/require-in-summary.ts';
import { compareKnownFailures } from '../conformance/verdict/known-failures.ts';
import { prefixOfRequired, requireExercised } from '../conformance/verdict/required.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { concludeRun } from './conclude-run.ts';
import { MERGE_FLAGS } from './flags.ts';
import type { Io } from './io.ts';
import { ensureMemory, readMemory } from './memory.ts';
import type { Results } from './render-report.ts';
import { ensurePlaces, OF_FILES, OF_SUMMARY, type ReportPlace, readReporters } from './reporters.ts';

/**
 * `conversation-api merge A.json B.json …`: merges the reports of the parts of a run, or of any recordings, into one report with one
 * verdict.
 */
export async function merge(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, MERGE_FLAGS);
  const lists = values['files-from'] ?? [];
  if (positionals.length + lists.length === 0)
    throw new UsageError('merge needs the reports to merge; see merge --help');
  if ([...positionals, ...lists].filter((name) => name === '-').length > 1)
    throw new UsageError('standard input (-) is given twice; it can be read once');
  const places = readReporters(values.reporter, values.output, OF_FILES);
  const file = values['known-failures'];
  const { knownFailures: list, remembering } = await readMemory({
    knownFailures: file,
    remember: values.remember,
  });
  await ensureMemory(remembering, { places, knownFailures: file });
  const merged = await mergeAll(namesOf(positionals, lists, io), places, io);
  const results = demand(merged, values.require ?? []);
  if (remembering && !results.report)
    throw new UsageError('--remember is for the parts of a live run; a history has no runs of recordings');
  const { requirements } = results.report ?? results.summary;
  const knownFailures = list && compareKnownFailures(list.entries, requirements, list.today, list.earlier);
  return concludeRun(
    knownFailures ? withKnownFailures(results, knownFailures) : results,
    {
      places,
      isVerbose: values.verbose ?? false,
      failsOnWarning: values['fail-on'] === 'warning',
      remembering,
    },
    io,
  );
}

async function* namesOf(
  positionals: readonly string[],
  lists: readonly string[],
  io: Io,
): AsyncGenerator<string> {
  yield* positionals;
  for (const list of lists) yield* readFileList(list, () => io.stdin);
}

async function mergeAll(
  names: AsyncIterable<string>,
  places: readonly ReportPlace[],
  io: Io,
): Promise<Merged> {
  const merging = new Merge();
  await ensurePlaces(places, []);
  for await (const name of names) {
    await ensurePlaces(places, [name]);
    await readReports(name, () => io.stdin, merging.of(name === '-' ? 'standard input' : name));
    rejectForms(places, merging.mode);
  }
  return merging.finish();
}

function rejectForms(places: readonly ReportPlace[], mode: Merge['mode']): void {
  for (const { reporter } of places) {
    if (mode === 'live' && reporter === 'summary')
      throw new UsageError('--reporter summary is for recordings; the parts of a live run have one report');
    if (mode === 'recording' && !OF_SUMMARY.includes(reporter))
      throw new UsageError(
        `--reporter ${reporter} shows each input, and merge keeps only a summary of recordings; choose one of ${OF_SUMMARY.join(', ')}`,
      );
  }
}

/** Makes the results incomplete if a required requirement was not exercised. */
function demand(merged: Merged, required: readonly string[]): Merged {
  const rows = loadRows();
  const ids = (merged.report ? merged.report.requirements : rows.requirements).map(({ id }) => id);
  rejectUnknownPrefixes(required.map(prefixOfRequired), ids, 'requirement');
  return merged.report
    ? { report: requireExercised(merged.report, required) }
    : { summary: requireInSummary(merged.summary, required, rows.requirements) };
}

function withKnownFailures(merged: Merged, knownFailures: ReturnType<typeof compareKnownFailures>): Results {
  return merged.report
    ? { report: { ...merged.report, knownFailures } }
    : { summary: { ...merged.summary, knownFailures } };
}

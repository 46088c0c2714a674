import { resolveTarget } from '../conformance/recordings/resolve-target.ts';
import { suggest, UsageError } from './arguments.ts';

export type Reporter = 'pretty' | 'json' | 'junit' | 'html' | 'github' | 'gitlab' | 'badge' | 'summary';

/** The forms of the report of one run. */
const WHOLE: readonly Reporter[] = ['pretty', 'json', 'junit', 'html', 'github', 'gitlab', 'badge'];
/** The forms of the report of any number of recordings. */
export const OF_FILES: readonly Reporter[] = [...WHOLE, 'summary'];
/** The forms of a history of runs. */
export const OF_HISTORY: readonly Reporter[] = ['pretty', 'json', 'html'];
/** The forms that need only a summary of all inputs. */
export const OF_SUMMARY: readonly Reporter[] = ['summary', 'pretty', 'badge'];

/** A reporter and its destination: a file, or standard output when no file is named. */
export interface ReportPlace {
  readonly reporter: Reporter;
  readonly file?: string;
}

/**
 * Reads `--reporter` and `--output`: `json`, `json=report.json` with `html=report.html`, `pretty` with `github`.
 *
 * @param texts the values of `--reporter`
 * @param known the forms that the command has
 * @returns at least one place; `pretty` on standard output when everything else goes to files
 * @throws UsageError when the value is invalid, or two reports go to the same place
 */
export function readReporters(
  texts: readonly string[] = ['pretty'],
  output?: string,
  known: readonly Reporter[] = WHOLE,
): readonly ReportPlace[] {
  if (output === '-')
    throw new UsageError('--output is a file; without --output the report goes to standard output');
  const places = texts.map((part) => readPlace(part, known));
  const loose = places.filter(({ file }) => file === undefined);
  const files = places.flatMap(({ file }) => file ?? []);
  if (output !== undefined) {
    const [only] = loose;
    if (!only || loose.length > 1) {
      throw new UsageError(
        '--output takes one report; name the files of several as --reporter json=FILE,html=FILE',
      );
    }
    files.push(output);
    return rejectTwice(
      files,
      places.map((place) => (place === only ? { ...place, file: output } : place)),
    );
  }
  const names = loose.map(({ reporter }) => reporter);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined)
    throw new UsageError(`--reporter ${repeated} is given twice; standard output takes it once`);
  const isReadable = loose.every(({ reporter }) => reporter === 'pretty' || reporter === 'github');
  if (loose.length > 1 && !isReadable) {
    throw new UsageError(
      'standard output takes one report; give the others a file, as --reporter json=FILE,html=FILE',
    );
  }
  return rejectTwice(files, loose.length === 0 ? [...places, { reporter: 'pretty' }] : places);
}

function readPlace(part: string, forms: readonly Reporter[]): ReportPlace {
  const equals = part.indexOf('=');
  const name = (equals < 0 ? part : part.slice(0, equals)).trim();
  const reporter = forms.find((known) => known === name);
  if (!reporter) {
    throw new UsageError(
      `--reporter cannot be ${JSON.stringify(name.slice(0, 80))}${suggest(name, forms)}; it must be one of ${forms.join(', ')}`,
    );
  }
  if (equals < 0) return { reporter };
  const file = part.slice(equals + 1);
  if (file === '') throw new UsageError(`--reporter ${name}= needs the name of a file`);
  return { reporter, file };
}

/**
 * Checks, before anything runs, that the reports can be written.
 *
 * @throws OutputError when a report cannot be written, or would replace an input
 */
export async function ensurePlaces(places: readonly ReportPlace[], inputs: readonly string[]): Promise<void> {
  const files = places.flatMap(({ file }) => file ?? []);
  if (files.length === 0) return;
  const { ensureWritable } = await import('../conformance/recordings/output-file.ts');
  for (const file of files) ensureWritable(file, inputs);
}

/** Whether some form needs the report of every input. If there is a summary, the text and the badge show only the summary. */
export function needsWhole(places: readonly ReportPlace[]): boolean {
  const hasSummary = places.some(({ reporter }) => reporter === 'summary');
  return !hasSummary || places.some(({ reporter }) => !OF_SUMMARY.includes(reporter));
}

/**
 * The most inputs of which a report contains everything. JSON of more does not fit into the longest string of V8, and CI systems do not
 * read so much.
 */
const MOST_INPUTS = 2000;

/** @throws UsageError for more inputs than a form of the report can contain, before any is judged */
export function refuseTooMany(places: readonly ReportPlace[], inputs: number): void {
  const large = places.find(({ reporter }) => !OF_SUMMARY.includes(reporter));
  if (large && inputs > MOST_INPUTS)
    throw new UsageError(
      `--reporter ${large.reporter} contains a report of each input, and takes ${MOST_INPUTS} of them at most, not ${inputs}; use --reporter summary`,
    );
}

function rejectTwice(files: readonly string[], places: readonly ReportPlace[]): readonly ReportPlace[] {
  const targets = files.map((file) => resolveTarget(file));
  const twice = files.find((_, index) => targets.indexOf(targets[index] ?? '') < index);
  if (twice !== undefined)
    throw new UsageError(`two reports go to ${twice.slice(0, 200)}; name another file`);
  return places;
}

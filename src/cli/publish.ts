import type { PrettyOptions } from '../conformance/report/pretty.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import type { Io } from './io.ts';
import type { Reporter, ReportPlace } from './reporters.ts';
import { paintFor } from './standard-io.ts';
import { wrapFor } from './wrap.ts';

/**
 * Writes the results with every selected reporter: to files first, then to standard output. If a file cannot be written, the others still
 * are.
 *
 * @param render renders the results with one of the reporters
 * @param verdict the verdict in one line, printed if all reports go to files
 * @throws LostReport when a file cannot be written, after all others have been written
 */
export async function publish(
  render: (reporter: Reporter, options: PrettyOptions) => string | Promise<string>,
  places: readonly ReportPlace[],
  { isVerbose, listsReadings }: Omit<PrettyOptions, 'paint'>,
  verdict: string,
  io: Io,
): Promise<void> {
  const written: string[] = [];
  const lost: Error[] = [];
  for (const { reporter, file } of places) {
    if (file === undefined) continue;
    const { LostReport, writeReport } = await import('../conformance/recordings/output-file.ts');
    const text = await render(reporter, { isVerbose, listsReadings });
    try {
      writeReport(file, text);
      written.push(sanitize(file));
    } catch (error) {
      if (!(error instanceof LostReport)) throw error;
      lost.push(error);
    }
  }
  const shown = places.filter(({ file }) => file === undefined);
  for (const { reporter } of shown) {
    const text = await render(reporter, { isVerbose, listsReadings, paint: paintFor(io.stdout) });
    io.stdout.write(reporter === 'pretty' ? wrapFor(io.stdout, text) : text);
  }
  const said = [
    ...(shown.length === 0 ? [verdict] : []),
    ...(written.length > 0 ? [`the report is in ${written.join(', ')}`] : []),
  ];
  if (said.length > 0) io.stderr.write(`${said.join('; ')}\n`);
  if (lost.length > 0) throw lost[0];
}

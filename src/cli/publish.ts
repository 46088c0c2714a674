import type { PrettyOptions } from '../conformance/report/pretty.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import type { Io } from './io.ts';
import type { Reporter, ReportPlace } from './reporters.ts';
import { paintFor } from './standard-io.ts';
import { wrapFor } from './wrap.ts';

/**
 * Writes the results with every selected reporter: to files first, then to standard output.
 *
 * @param render renders the results with one of the reporters
 * @param verdict the verdict in one line, for a person who only gets files
 */
export async function publish(
  render: (reporter: Reporter, options: PrettyOptions) => string | Promise<string>,
  places: readonly ReportPlace[],
  { isVerbose, listsReadings }: Omit<PrettyOptions, 'paint'>,
  verdict: string,
  io: Io,
): Promise<void> {
  const files = places.flatMap(({ file }) => file ?? []);
  for (const { reporter, file } of places) {
    if (file === undefined) continue;
    const { writeReport } = await import('../conformance/recordings/output-file.ts');
    writeReport(file, await render(reporter, { isVerbose, listsReadings }));
  }
  const shown = places.filter(({ file }) => file === undefined);
  for (const { reporter } of shown) {
    const text = await render(reporter, { isVerbose, listsReadings, paint: paintFor(io.stdout) });
    io.stdout.write(reporter === 'pretty' ? wrapFor(io.stdout, text) : text);
  }
  if (files.length === 0) return;
  const where = `the report is in ${files.map((file) => sanitize(file)).join(', ')}`;
  io.stderr.write(shown.length === 0 ? `${verdict}; ${where}\n` : `${where}\n`);
}

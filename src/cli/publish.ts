import { describeVerdict } from '../conformance/report/describe.ts';
import type { Report } from '../conformance/report/model.ts';
import { sanitize } from '../conformance/report/sanitize.ts';
import type { Io } from './io.ts';
import { type RenderOptions, render } from './render-report.ts';
import type { ReportPlace } from './reporters.ts';
import { paintFor } from './standard-io.ts';

/** Writes a report with every selected reporter: to files first, then to standard output. */
export async function publish(
  report: Report,
  places: readonly ReportPlace[],
  options: Pick<RenderOptions, 'isVerbose' | 'streams'>,
  io: Io,
): Promise<void> {
  const files = places.flatMap(({ file }) => file ?? []);
  for (const { reporter, file } of places) {
    if (file === undefined) continue;
    const { writeReport } = await import('../conformance/output-file.ts');
    writeReport(file, await render(report, reporter, options));
  }
  const shown = places.filter(({ file }) => file === undefined);
  for (const { reporter } of shown) {
    io.stdout.write(await render(report, reporter, { ...options, paint: paintFor(io.stdout) }));
  }
  if (files.length === 0) return;
  const where = `the report is in ${files.map((file) => sanitize(file)).join(', ')}`;
  io.stderr.write(shown.length === 0 ? `${describeVerdict(report)}; ${where}\n` : `${where}\n`);
}

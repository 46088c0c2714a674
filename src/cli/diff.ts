import { diffReports, renderDiff } from '../conformance/report/diff.ts';
import { parseArguments } from './arguments.ts';
import { EXIT, type Io } from './io.ts';
import { readReportFile } from './report-file.ts';
import { UsageError } from './usage-error.ts';

/** `conversation-api diff BEFORE.json AFTER.json`: lists the requirements whose status changed between two reports. */
export async function diff(args: readonly string[], io: Io): Promise<number> {
  const [before, after, ...more] = parseArguments(args, {}).positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new UsageError('diff takes two reports, the earlier first; see diff --help');
  const difference = diffReports(readReportFile(before), readReportFile(after));
  io.stdout.write(renderDiff(difference));
  return difference.isWorse ? EXIT.violations : EXIT.ok;
}

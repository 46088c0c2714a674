import { diffReports, renderDiff } from '../conformance/report/diff.ts';
import { readReport } from '../conformance/report/read-report.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { EXIT, type Io } from './io.ts';
import { readUserFile } from './read-user-file.ts';

/** `conversation-api diff BEFORE.json AFTER.json`: lists the requirements whose status changed between two reports. */
export async function diff(args: readonly string[], io: Io): Promise<number> {
  const [before, after, ...more] = parseArguments(args, {}).positionals;
  if (before === undefined || after === undefined || more.length > 0)
    throw new UsageError('diff takes two reports, the earlier first; see diff --help');
  const read = (file: string) => readReport(readUserFile(file), file);
  const difference = diffReports(read(before), read(after));
  io.stdout.write(renderDiff(difference));
  return difference.isWorse ? EXIT.violations : EXIT.ok;
}

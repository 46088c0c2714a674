import { readFileSync } from 'node:fs';
import type { Report } from '../conformance/report/model.ts';
import { readReport } from '../conformance/report/read-report.ts';
import { UsageError } from './usage-error.ts';

/** @throws UsageError when the file cannot be read, and ReportError when it is not a report */
export function readReportFile(file: string): Report {
  return readReport(readText(file), file);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file || 'an empty name'} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

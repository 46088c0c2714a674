import type { Report } from './model.ts';
import { escapeJson } from './sanitize.ts';

/** The report as spec/formats/report.schema.json describes it. */
export function renderJson(report: Report): string {
  return `${escapeJson(JSON.stringify(report, null, 2))}\n`;
}

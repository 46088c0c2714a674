import type { Report } from './model.ts';
import { escapeJson } from './sanitize.ts';

/** Renders the report as JSON in the format of spec/formats/report.schema.json. */
export function renderJson(report: Report): string {
  return `${escapeJson(JSON.stringify(report, null, 2))}\n`;
}

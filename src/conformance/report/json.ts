import { escapeJson } from './sanitize.ts';

/** Renders a report as JSON, in the format of spec/formats/report.schema.json or in its own format. */
export function renderJson(report: object): string {
  return `${escapeJson(JSON.stringify(report, null, 2))}\n`;
}

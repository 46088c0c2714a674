import type { PlacesSeen } from '../verdict/places.ts';
import { isMultiple, type Report, type ReportedFinding, type Summary } from './model.ts';
import { sanitize } from './sanitize.ts';

/** Describes where the evidence of a finding is: file, exchange, event, byte and JSON Pointer, without the unknown parts. */
export function describePlace(finding: ReportedFinding): string {
  const { file, exchange, event, eventType, offset, pointer } = finding;
  const parts = [sanitize(file)];
  if (exchange !== undefined) parts.push(`exchange ${exchange}`);
  const name = eventType ? sanitize(eventType, 80) : undefined;
  if (event !== undefined) parts.push(name ? `event ${event} (${name})` : `event ${event}`);
  else if (name) parts.push(name);
  if (offset !== undefined) parts.push(`byte ${offset}`);
  if (pointer !== undefined) parts.push(pointer === '' ? 'the whole payload' : sanitize(pointer));
  return parts.join(', ');
}

/** Says how many places of a requirement were looked at, and names the others: `3 of 5 places; not exercised: …`. */
export function describePlaces({ seen, of, missing }: PlacesSeen): string {
  const count = `${seen} of ${of} ${of === 1 ? 'place' : 'places'}`;
  return missing.length === 0 ? count : `${count}; not exercised: ${missing.join(', ')}`;
}

/** Lists the counts of a summary without the zeros. It always names the rows judged and not exercised: they show the coverage. */
export function describeCounts(summary: Summary): string {
  const counts = [`${summary.judged} judged`];
  if (summary.failed > 0) counts.push(`${summary.failed} failed`);
  if (summary.warned > 0) counts.push(`${summary.warned} warned`);
  if (summary['not-judged'] > 0) counts.push(`${summary['not-judged']} not judged`);
  counts.push(`${summary['not-exercised']} not exercised`);
  if (summary.places) counts.push(`${summary.places.seen} of ${summary.places.of} places`);
  return counts.join(', ');
}

/** Describes the verdict in one line, always with the mode and the counts. */
export function describeVerdict(report: Report): string {
  const { verdict, mode } = report;
  if (!isMultiple(report)) return `${verdict}, ${mode}: ${describeCounts(report.summary)}`;
  const inputs = Object.entries(report.summary.targets)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const total = `${report.targets.length} inputs (${inputs.join(', ')})`;
  return `${verdict}, ${mode}: ${total}, ${describeCounts(report.summary)}`;
}

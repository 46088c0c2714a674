import { describeMissing, type PlacesSeen } from '../verdict/places.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { isMultiple, type Report, type ReportedFinding, type Summary, type TargetReport } from './model.ts';
import { type PlaceInFile, placeInFile } from './place-in-file.ts';
import { sanitize } from './sanitize.ts';

/** Describes where the evidence of a finding is: file, line, and the place in the file, as far as they are known. */
export function describePlace({
  file,
  line,
  ...place
}: Pick<ReportedFinding, 'file' | 'line'> & PlaceInFile): string {
  const name = line === undefined ? sanitize(file) : `${sanitize(file)}:${line}`;
  return [name, ...placeInFile(place)].join(', ');
}

/** Says how many places of a requirement were checked, and names the others: `3 of 5 places; not exercised: …`. */
export function describePlaces({ seen, of, missing }: PlacesSeen): string {
  const count = `${seen} of ${of} ${of === 1 ? 'place' : 'places'}`;
  return missing.length === 0 ? count : `${count}; not exercised: ${describeMissing(missing)}`;
}

/** Lists the non-zero counts of a summary. Always includes the numbers of rows judged and not exercised, because they show the coverage. */
export function describeCounts(summary: Summary): string {
  const counts = [`${summary.judged} judged`];
  if (summary.failed > 0) counts.push(`${summary.failed} failed`);
  if (summary.warned > 0) counts.push(`${summary.warned} warned`);
  if (summary['not-judged'] > 0) counts.push(`${summary['not-judged']} not judged`);
  counts.push(`${summary['not-exercised']} not exercised`);
  if (summary.places) counts.push(`${summary.places.seen} of ${summary.places.of} places checked`);
  return counts.join(', ');
}

/** The verdict, with what the target does not have: `conformant without plan, elicitation`. */
export function nameVerdict({ verdict, absent = [] }: Pick<TargetReport, 'verdict' | 'absent'>): string {
  return absent.length === 0 ? verdict : `${verdict} without ${absent.join(', ')}`;
}

interface Outcome {
  readonly verdict: Verdict;
  readonly summary: Pick<Summary, 'judged' | 'failed' | 'warned'>;
}

/** Explains the verdict of a target, or of a summary of several, in one sentence. */
export function describeOutcome({ verdict, summary }: Outcome): string {
  const { judged, failed, warned } = summary;
  const warnings = warned > 0 ? `, ${count(warned, 'warning')}` : '';
  switch (verdict) {
    case 'nonconformant':
      return `${failed} of ${judged} requirements that were judged failed${warnings}`;
    case 'conformant':
      return warned > 0
        ? `none of ${judged} requirements that were judged failed${warnings}`
        : `all ${judged} requirements that were judged are met`;
    case 'incomplete':
      return `not judged to the end; of ${judged} requirements until then, none failed${warnings}`;
    case 'nothing-ran':
      return 'too little for a verdict: nothing that a service must do could be judged';
  }
}

/** Describes which requirements were not judged, and how much was read. */
export function describeCoverage({ summary, checks, duration, budget }: TargetReport): string {
  const rest = summary['not-exercised'];
  const parts = [
    ...(summary['not-judged'] > 0 ? [`${summary['not-judged']} were not judged (see below)`] : []),
    ...(rest > 0 ? [checks ? `${rest} never came up in the run` : `${rest} are not about this input`] : []),
    ...(summary.places
      ? [`checked at ${summary.places.seen} of the ${summary.places.of} places where requirements hold`]
      : []),
    ...(summary.files === undefined ? [] : [count(summary.files, 'file')]),
    `${count(summary.events, 'event')}, ${count(summary.bytes, 'byte')}`,
    ...(budget !== undefined && duration !== undefined
      ? [`${formatSeconds(duration)} of the ${budget / 1000} s that --fast allows`]
      : []),
  ];
  return parts.join('; ');
}

/** Writes `1 event` and `2 events`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Formats milliseconds as seconds (`1.2 s`), or as milliseconds if short (`12 ms`). */
export function formatSeconds(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Describes the verdict in one line, including the mode and the counts. */
export function describeVerdict(report: Report): string {
  const { verdict, mode, shard } = report;
  const part = shard ? `, part ${shard.index} of ${shard.count}` : '';
  if (!isMultiple(report)) return `${nameVerdict(report)}, ${mode}${part}: ${describeCounts(report.summary)}`;
  const total = describeInputs(report.summary.targets);
  return `${verdict}, ${mode}${part}: ${total}, ${describeCounts(report.summary)}`;
}

/** Writes `3 inputs (2 conformant, 1 incomplete)`. */
export function describeInputs(inputs: Readonly<Record<Verdict, number>>): string {
  const verdicts = Object.entries(inputs).filter(([, count]) => count > 0);
  const total = count(
    verdicts.reduce((sum, [, inputs]) => sum + inputs, 0),
    'input',
  );
  return verdicts.length === 0
    ? total
    : `${total} (${verdicts.map(([name, count]) => `${count} ${name}`).join(', ')})`;
}

import { COMMAND } from '../../commands.ts';
import type { RowStatus } from '../../verdict/verdict.ts';
import { count, describeInputs, describeOutcome, describePlace } from '../describe.ts';
import { MARKS } from '../marks.ts';
import type { Summary } from '../model.ts';
import { groupNotJudged } from '../not-judged.ts';
import { type Paint, unpainted } from '../paint.ts';
import { escapeJson, sanitize } from '../sanitize.ts';
import type { Example, SummaryReport, SummaryRow } from './summary-report.ts';

/** What a summary shows when it is not verbose. */
const SHOWN_ROWS = 20;
const SHOWN_EXAMPLES = 1;
const SHOWN_REASONS = 10;

/** Renders a summary as a single line of JSON, so that summaries can be collected line by line. */
export function renderSummaryJson(summary: SummaryReport): string {
  return `${escapeJson(JSON.stringify(summary))}\n`;
}

export interface SummaryTextOptions {
  /** Also shows all examples and reasons that were kept, and the requirements for each reason. */
  readonly isVerbose?: boolean | undefined;
  readonly paint?: Paint | undefined;
}

/** Renders a summary as text: the verdict, failures, what was not judged completely, and the verdict again with all counts. */
export function renderSummaryText(summary: SummaryReport, options: SummaryTextOptions = {}): string {
  const { isVerbose = false, paint = unpainted } = options;
  const { verdict, inputs } = summary;
  const { mark, style } = MARKS[verdict];
  const outcome = describeOutcome({ verdict, summary: countRows(summary) });
  const blocks = [
    [`${paint(style, `${mark} ${describeInputs(inputs)}`)}  ${verdict}: ${outcome}`],
    violations('Failures', 'red', rowsOf(summary, 'failed'), isVerbose, paint),
    violations('Warnings', 'yellow', rowsOf(summary, 'warned'), isVerbose, paint),
    incomplete(summary, isVerbose, paint),
    notJudged(summary, isVerbose, paint),
    [paint(style, describeSummary(summary))],
  ];
  return `${blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Describes the verdict in one line, with the counts. */
export function describeSummary(summary: SummaryReport): string {
  const { verdict, mode, shard, inputs, events, bytes } = summary;
  const { judged, failed, warned } = countRows(summary);
  const part = shard ? `, part ${shard.index} of ${shard.count}` : '';
  return [
    `${verdict}, ${mode}${part}: ${describeInputs(inputs)}`,
    `${judged} requirements judged`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warned > 0 ? [`${warned} warned`] : []),
    count(events, 'event'),
    count(bytes, 'byte'),
  ].join(', ');
}

/** Counts the requirements of a summary, each once, by worst status. */
export function countRows(summary: SummaryReport): Pick<Summary, 'judged' | 'failed' | 'warned'> {
  const [failed, warned, passed] = (['failed', 'warned', 'passed'] as const).map(
    (status) => rowsOf(summary, status).length,
  ) as [number, number, number];
  return { judged: failed + warned + passed, failed, warned };
}

function rowsOf({ requirements }: SummaryReport, status: RowStatus): SummaryRow[] {
  return requirements.filter((row) => row.status === status);
}

function violations(
  title: string,
  style: 'red' | 'yellow',
  rows: readonly SummaryRow[],
  isVerbose: boolean,
  paint: Paint,
): string[] {
  if (rows.length === 0) return [];
  const shown = rows
    .toSorted((a, b) => affectedOf(b) - affectedOf(a))
    .slice(0, isVerbose ? rows.length : SHOWN_ROWS);
  const rest = rows.length - shown.length;
  return [
    paint('bold', title),
    ...shown.flatMap(({ id, level, inputs, violations, text, examples }) => [
      `  ${paint(style, sanitize(id))} ${paint('dim', `(${level})`)}  in ${describeAffected(inputs)}, ${count(violations, 'violation')}`,
      ...(text === undefined ? [] : [`    ${sanitize(text)}`]),
      ...(isVerbose ? examples : examples.slice(0, SHOWN_EXAMPLES)).flatMap(describeExample),
      `    ${paint('dim', COMMAND.explain(sanitize(id)))}`,
    ]),
    ...(rest > 0 ? [`  and ${count(rest, 'other requirement')} (--verbose names them)`] : []),
  ];
}

function affectedOf({ inputs: { failed = 0, warned = 0 } }: SummaryRow): number {
  return failed + warned;
}

/** How many of the inputs that show the requirement violate it. */
function describeAffected(inputs: SummaryRow['inputs']): string {
  const { failed = 0, warned = 0, passed = 0 } = inputs;
  return `${failed + warned} of ${count(failed + warned + passed, 'input')}`;
}

function describeExample(example: Example): string[] {
  return [
    `    - ${describePlace(example)}`,
    `      expected: ${sanitize(example.expected)}`,
    `      actual:   ${sanitize(example.actual)}`,
    ...(example.hint === undefined ? [] : [`      hint:     ${sanitize(example.hint)}`]),
  ];
}

function incomplete({ incomplete, otherReasons }: SummaryReport, isVerbose: boolean, paint: Paint): string[] {
  if (incomplete.length === 0) return [];
  const shown = isVerbose ? incomplete : incomplete.slice(0, SHOWN_REASONS);
  const rest = incomplete.slice(shown.length).reduce((sum, reason) => sum + reason.count, otherReasons);
  return [
    paint('bold', 'Incomplete'),
    ...shown.flatMap(({ reason, count, examples }) => [
      `  ${paint('yellow', `${count} ×`)} ${sanitize(reason)}`,
      ...(isVerbose ? examples : examples.slice(0, 1)).map(
        (example) => `    - ${sanitize(example.file)}: ${sanitize(example.reason)}`,
      ),
    ]),
    ...(rest > 0 ? [`  ${rest} × for other reasons`] : []),
  ];
}

function notJudged(summary: SummaryReport, isVerbose: boolean, paint: Paint): string[] {
  const groups = groupNotJudged([summary]);
  if (groups.length === 0) return [];
  const rows = groups.reduce((sum, { ids }) => sum + ids.length, 0);
  return [
    `${paint('bold', `Not judged in any input: ${count(rows, 'requirement')}`)}${isVerbose ? '' : paint('dim', ' (--verbose names them)')}`,
    ...groups.map(
      ({ reason, ids }) => `  ${sanitize(reason)} (${ids.length})${isVerbose ? `: ${ids.join(', ')}` : ''}`,
    ),
  ];
}

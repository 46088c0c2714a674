import { COMMAND } from '../commands.ts';
import { Causes } from './causes.ts';
import { count, describePlace, describeVerdict } from './describe.ts';
import { type Report, type ReportedFinding, type RequirementReport, targetsOf } from './model.ts';
import { describeRowRounds } from './rounds.ts';
import { sanitize } from './sanitize.ts';

/** GitHub shows this many annotations of each kind for one step, and silently drops the others. */
const MOST = 10;

/**
 * Renders workflow commands of GitHub Actions: one annotation for the verdict, and one for each violated requirement. Requirements that are
 * violated for one cause share an annotation.
 */
export function renderGithub(report: Report): string {
  const isSound = report.verdict === 'conformant';
  return [
    annotate(isSound ? 'notice' : 'error', 'Conformance', describeVerdict(report)),
    // Unless the run is conformant, the verdict takes the place of one error.
    ...annotateRows('error', report, 'failed', isSound ? MOST : MOST - 1),
    ...annotateRows('warning', report, 'warned', MOST),
    '',
  ].join('\n');
}

function annotateRows(
  kind: 'error' | 'warning',
  report: Report,
  status: RequirementReport['status'],
  most: number,
): string[] {
  const those = targetsOf(report).flatMap(({ requirements }) => {
    const rows = requirements.filter((row) => row.status === status);
    const causes = new Causes(rows);
    return rows
      .filter((row) => !causes.follows(row))
      .map((row) => ({ row, followers: causes.followersOf(row) }));
  });
  const shown = those.length > most ? those.slice(0, most - 1) : those;
  const rest = those.length - shown.length;
  return [
    ...shown.map(({ row, followers }) =>
      annotate(kind, row.id, describeRow(row, followers), row.findings[0]),
    ),
    ...(rest > 0 ? [annotate(kind, 'Conformance', `and ${rest} more requirements ${status}`)] : []),
  ];
}

function describeRow(row: RequirementReport, followers: readonly string[]): string {
  const { id, text, findings, violations } = row;
  const [first] = findings;
  return [
    text,
    ...(first
      ? [
          describePlace(first),
          `expected: ${sanitize(first.expected)}`,
          `actual: ${sanitize(first.actual)}`,
          ...(first.hint === undefined ? [] : [`hint: ${sanitize(first.hint)}`]),
          ...(first.grounds ? [`relies on: ${sanitize(first.grounds.join('; '))}`] : []),
          ...(first.again === undefined ? [] : [`run again: ${sanitize(first.again)}`]),
        ]
      : []),
    ...[describeRowRounds(row) ?? []].flat(),
    ...(violations > 1 ? [`${violations} violations in all`] : []),
    ...(followers.length > 0
      ? [
          `and ${count(followers.length, 'requirement')} that ${followers.length === 1 ? 'follows' : 'follow'}`,
        ]
      : []),
    COMMAND.explain(id),
  ].join('\n');
}

/** @param place a finding in a raw stream, whose line in the file is known */
function annotate(
  kind: 'error' | 'warning' | 'notice',
  title: string,
  message: string,
  place?: ReportedFinding,
): string {
  const { file = '', line } = place ?? {};
  const where = line === undefined ? '' : `file=${escapeProperty(file)},line=${line},`;
  return `::${kind} ${where}title=${escapeProperty(title)}::${escapeData(message)}`;
}

/** Also breaks `##[`, which begins an older kind of command anywhere in a line. */
function escapeData(text: string): string {
  return text
    .replaceAll('##[', '# #[')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(sanitize(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

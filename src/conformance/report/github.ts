import { COMMAND } from '../commands.ts';
import { exitOf } from '../verdict/exit-code.ts';
import { describeOutdated } from '../verdict/known-failures.ts';
import { count, describePlace, describeVerdict } from './describe.ts';
import { type FailureGroup, groupFailures } from './group-failures.ts';
import {
  knownFailuresOf,
  type Report,
  type ReportedFinding,
  type RequirementReport,
  targetsOf,
} from './model.ts';
import { describeRowRounds } from './rounds.ts';
import { sanitize } from './sanitize.ts';

/** GitHub shows at most this many annotations of each kind per step, and silently drops the rest. */
const MOST = 10;

/** GitHub's kinds of annotations, and the outcome of a requirement that each kind stands for. */
const KINDS = { error: 'failed', warning: 'warned', notice: 'failed, as listed' } as const;
type Kind = keyof typeof KINDS;

/**
 * Renders workflow commands for GitHub Actions: one annotation for the verdict, and one for each violated requirement. Requirements
 * with the same findings share an annotation, and so do those violated for the same cause. A known violation is a notice.
 */
export function renderGithub(report: Report): string {
  const list = knownFailuresOf(report);
  const known = new Set(list?.known.map(({ id }) => id));
  const isSound = exitOf(report).code === 0;
  const outdated = list ? describeOutdated(list) : [];
  // Unless the run is sound, the verdict uses up one error, and an outdated list of known failures another.
  const mostErrors = MOST - (isSound ? 0 : 1) - (outdated.length > 0 ? 1 : 0);
  return [
    annotate(isSound ? 'notice' : 'error', 'Conformance', describeVerdict(report)),
    ...(outdated.length > 0 ? [annotate('error', 'Known failures', outdated.join('\n'))] : []),
    ...annotateRows('error', report, ({ id, status }) => status === 'failed' && !known.has(id), mostErrors),
    ...annotateRows('warning', report, ({ id, status }) => status === 'warned' && !known.has(id), MOST),
    ...annotateRows('notice', report, ({ id }) => known.has(id), MOST - (isSound ? 1 : 0)),
    '',
  ].join('\n');
}

function annotateRows(
  kind: Kind,
  report: Report,
  isAnnotated: (row: RequirementReport) => boolean,
  most: number,
): string[] {
  const those = targetsOf(report).flatMap(({ requirements, checks = [] }) =>
    groupFailures(requirements.filter(isAnnotated), checks),
  );
  const shown = those.length > most ? those.slice(0, most - 1) : those;
  const rest = those.slice(shown.length).flatMap(({ rows, followers }) => [...rows, ...followers]).length;
  return [
    ...shown.map((group) =>
      annotate(kind, group.rows[0].id, describeGroup(group), group.rows[0].findings[0]),
    ),
    ...(rest > 0
      ? [annotate(kind, 'Conformance', `and ${count(rest, 'more requirement')} ${KINDS[kind]}`)]
      : []),
  ];
}

function describeGroup({ rows, followers }: FailureGroup): string {
  const [row, ...same] = rows;
  const { text, findings, violations } = row;
  const [first] = findings;
  return [
    text,
    ...same.flatMap((other) => [`also ${other.id}: ${other.text}`, ...roundsOf(other)]),
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
    ...roundsOf(row),
    ...(violations > 1 ? [`${violations} violations in all`] : []),
    ...(followers.length > 0 ? [`and ${count(followers.length, 'more requirement')}, which may follow`] : []),
    ...rows.map((one) => COMMAND.explain(one.id)),
  ].join('\n');
}

function roundsOf(row: RequirementReport): readonly string[] {
  const rounds = describeRowRounds(row);
  return rounds === undefined ? [] : [rounds];
}

/** @param place a finding in a raw stream, with its line in the file */
function annotate(kind: Kind, title: string, message: string, place?: ReportedFinding): string {
  const { file = '', line } = place ?? {};
  const where = line === undefined ? '' : `file=${escapeProperty(file)},line=${line},`;
  return `::${kind} ${where}title=${escapeProperty(title)}::${escapeData(message)}`;
}

/** Also breaks up `##[`, which starts an older kind of command anywhere in a line. */
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

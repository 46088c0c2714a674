import { COMMAND } from '../commands.ts';
import { exitOf } from '../verdict/exit-code.ts';
import { describeOutdated, listedViolations } from '../verdict/known-failures.ts';
import { count, describePlace, describeVerdict } from './describe.ts';
import { type FailureGroup, groupFailures } from './group-failures.ts';
import { knownFailuresOf, type Report, type RequirementReport, targetsOf } from './model.ts';
import { describeRowRounds } from './rounds.ts';
import { sanitize } from './sanitize.ts';

/** GitHub shows at most this many annotations of each kind per step, and silently drops the rest. */
const MOST = 10;

/** GitHub's kinds of annotations, and the outcome of a requirement that each kind stands for. */
const KINDS = { error: 'failed', warning: 'warned', notice: 'failed, as listed' } as const;
type Kind = keyof typeof KINDS;

type LocateFile = (file: string) => string;

/**
 * Renders workflow commands for GitHub Actions: one annotation for the verdict, and one for each violated requirement. Requirements
 * with the same findings share an annotation, and so do those violated for the same cause. A known violation is a notice.
 *
 * @param locate gives the path of a file from the root of the workspace, which GitHub expects
 */
export function renderGithub(report: Report, locate: LocateFile = (file) => file): string {
  const located = { report, locate };
  const list = knownFailuresOf(report);
  const known = list ? listedViolations(list) : new Map();
  const isSound = exitOf(report).code === 0;
  const outdated = list ? describeOutdated(list) : [];
  // Unless the run is sound, the verdict uses up one error, and an outdated list of known failures another.
  const mostErrors = MOST - (isSound ? 0 : 1) - (outdated.length > 0 ? 1 : 0);
  return [
    annotate(isSound ? 'notice' : 'error', 'Conformance', describeVerdict(report)),
    ...(outdated.length > 0 ? [annotate('error', 'Known failures', outdated.join('\n'))] : []),
    ...annotateRows('error', located, ({ id, status }) => status === 'failed' && !known.has(id), mostErrors),
    ...annotateRows('warning', located, ({ id, status }) => status === 'warned' && !known.has(id), MOST),
    ...annotateRows('notice', located, ({ id }) => known.has(id), MOST - (isSound ? 1 : 0)),
    '',
  ].join('\n');
}

function annotateRows(
  kind: Kind,
  { report, locate }: { readonly report: Report; readonly locate: LocateFile },
  isAnnotated: (row: RequirementReport) => boolean,
  most: number,
): string[] {
  const those = targetsOf(report).flatMap(({ requirements, checks = [] }) =>
    groupFailures(requirements.filter(isAnnotated), checks),
  );
  const shown = those.length > most ? those.slice(0, most - 1) : those;
  const rest = those.slice(shown.length).flatMap(({ rows, followers }) => [...rows, ...followers]).length;
  return [
    ...shown.map((group) => annotate(kind, group.rows[0].id, describeGroup(group), placeOf(group, locate))),
    ...(rest > 0
      ? [annotate(kind, 'Conformance', `and ${count(rest, 'more requirement')} ${KINDS[kind]}`)]
      : []),
  ];
}

function placeOf({ rows }: FailureGroup, locate: LocateFile): Place | undefined {
  const { file = '', line } = rows[0].findings[0] ?? {};
  return line === undefined ? undefined : { file: locate(file), line };
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
          ...(first.checkFile === undefined ? [] : [`check in: ${sanitize(first.checkFile)}`]),
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

/** A place in a raw stream. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** One annotation of GitHub. */
export function annotate(kind: Kind, title: string, message: string, place?: Place): string {
  const where = place ? `file=${escapeProperty(place.file)},line=${place.line},` : '';
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

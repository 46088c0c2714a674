import { count } from '../report/describe.ts';
import { type Paint, type Style, unpainted } from '../report/paint.ts';
import { sanitize } from '../report/sanitize.ts';
import {
  type ComparedServer,
  type ComparisonReport,
  type DifferenceKind,
  KINDS,
  type ReportedDifference,
} from './report.ts';

/** The title of each kind of difference. */
export const TITLES: Readonly<Record<DifferenceKind, { readonly title: string; readonly style: Style }>> = {
  violation: { title: 'One of the two violates a requirement', style: 'red' },
  reading: { title: 'Two readings of an open point', style: 'yellow' },
  unexplained: { title: 'Neither a violation nor an open point', style: 'yellow' },
};
/** Differences of one kind that are shown in full, without --verbose. */
const SHOWN = 10;

/** Renders a comparison as text: the two verdicts, the differences by what explains them, and the counts. */
export function renderComparison(
  report: ComparisonReport,
  { isVerbose = false, paint = unpainted }: { readonly isVerbose?: boolean; readonly paint?: Paint } = {},
): string {
  const servers = report.servers.flatMap((server, index) => [
    describeServer(server, index, paint),
    ...server.incomplete
      .slice(0, isVerbose ? undefined : 1)
      .map((reason) => `   ${paint('yellow', 'incomplete')}: ${sanitize(reason)}`),
  ]);
  const { causes, consequences } = splitConsequences(report.differences);
  const listed = isVerbose ? report.differences : causes;
  const sections = KINDS.flatMap((kind) => {
    const all = listed.filter((difference) => difference.kind === kind);
    if (all.length === 0) return [];
    const shown = isVerbose ? all : all.slice(0, SHOWN);
    const rest = all.length - shown.length;
    return [
      '',
      paint('bold', `${TITLES[kind].title}: ${count(all.length, 'difference')}`),
      ...shown.flatMap((difference) => describeDifference(difference, TITLES[kind].style, paint)),
      ...(rest > 0 ? [`  and ${rest} more ${paint('dim', '(--verbose shows them)')}`] : []),
    ];
  });
  const hidden = isVerbose ? 0 : consequences.length;
  const following =
    hidden > 0
      ? ['', `${count(hidden, 'more difference')} may follow ${paint('dim', '(--verbose shows them)')}`]
      : [];
  return `${[...servers, ...sections, ...following, '', summarise(report)].join('\n')}\n`;
}

/** Names a server, with its verdict and what was sent to it. */
export function describeServer(
  { target, verdict, sent }: ComparedServer,
  index: number,
  paint: Paint = unpainted,
): string {
  const name = paint('bold', `${index === 0 ? 'A' : 'B'}  ${sanitize(target)}`);
  return `${name}  ${verdict}; ${count(sent.turns, 'turn')} and ${count(sent.exchanges, 'exchange')} in ${count(sent.runs, 'run')}`;
}

/** Says in one line how much was compared, and what came of it. */
export function summarise({ pairs, unpaired, differences, servers }: ComparisonReport): string {
  const compared = `${count(pairs, 'answer')} compared, ${unpaired} without a counterpart`;
  const isWhole = servers.every(({ incomplete }) => incomplete.length === 0);
  if (differences.length === 0) return `no difference${isWhole ? '' : ' in what was compared'}; ${compared}`;
  const { causes, consequences } = splitConsequences(differences);
  const kinds = KINDS.map((kind) => [kind, causes.filter((each) => each.kind === kind).length] as const);
  const counts = kinds.filter(([, number]) => number > 0).map(([kind, number]) => count(number, NOUNS[kind]));
  const following = consequences.length > 0 ? `, and ${consequences.length} that may follow` : '';
  return `${count(causes.length, 'difference')} (${counts.join(', ')})${following}; ${compared}`;
}

function splitConsequences(differences: readonly ReportedDifference[]) {
  const { true: consequences = [], false: causes = [] } = Object.groupBy(
    differences,
    ({ mayFollow = false }) => (mayFollow ? 'true' : 'false'),
  );
  return { causes, consequences };
}

const NOUNS: Readonly<Record<DifferenceKind, string>> = {
  violation: 'violation',
  reading: 'other reading',
  unexplained: 'unexplained difference',
};

/** Requirements and places that are listed of one difference. */
const LISTED = 3;

function listSome(items: readonly string[]): readonly string[] {
  const rest = items.length - LISTED;
  return rest > 1 ? [...items.slice(0, LISTED), `and ${rest} more`] : items;
}

/** Whether the difference is the reading of an open point itself, whose line says both sides. */
function isReading({ place, readings }: ReportedDifference): boolean {
  return readings.some(({ point }) => place === `reading of ${point}`);
}

/** A difference as lines, of which the first names it. */
export function describeDifference(
  difference: ReportedDifference,
  style: Style = 'bold',
  paint: Paint = unpainted,
): string[] {
  const {
    operation,
    place,
    one,
    other,
    count: times,
    violations,
    readings,
    elsewhere,
    check,
    request,
    again,
  } = difference;
  const show = (value: string | undefined) => (value === undefined ? 'absent' : sanitize(value, 200));
  return [
    `  ${paint(style, sanitize(`${operation} ${place}`, 200))}`,
    ...(isReading(difference) ? [] : [`    A: ${show(one)}`, `    B: ${show(other)}`]),
    ...listSome(
      violations.map(({ requirement, server }) => `${server === 0 ? 'A' : 'B'} violates ${requirement}`),
    ).map((line) => `    ${line}`),
    ...readings.map(({ point, one, other }) => `    ${point}: A ${one}, B ${other}`),
    ...(elsewhere.length > 0
      ? [`    ${paint('dim', sanitize(`also ${listSome(elsewhere).join(', ')}`, 400))}`]
      : []),
    `    ${paint('dim', sanitize(`${times === 1 ? 'once' : `${times} times`}, first in ${check}: ${request}`, 400))}`,
    `    ${paint('dim', sanitize(again, 600))}`,
  ];
}

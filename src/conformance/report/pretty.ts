import { COMMAND } from '../commands.ts';
import type { RowStatus } from '../verdict/verdict.ts';
import { describeAnswer } from './answers.ts';
import { areaOf } from './area.ts';
import {
  count,
  describeCounts,
  describeCoverage,
  describeOutcome,
  describePlace,
  describePlaces,
  describeVerdict,
  formatSeconds,
  nameVerdict,
} from './describe.ts';
import { renderExchanges, showsAll } from './exchange-text.ts';
import { renderExploration } from './exploration-text.ts';
import { FIGURES_TITLE, listFigures } from './figures.ts';
import { type FailureGroup, groupFailures } from './group-failures.ts';
import { groupIncomplete } from './group-incomplete.ts';
import { MARKS } from './marks.ts';
import {
  type CheckReport,
  type Report,
  type ReportedFinding,
  type RequirementReport,
  type TargetReport,
  targetsOf,
} from './model.ts';
import { countIds, groupNotJudged, type NotJudged } from './not-judged.ts';
import { type Paint, type Style, unpainted } from './paint.ts';
import { listReadings, summariseReadings } from './readings.ts';
import { describeRowRounds, remarksOf } from './rounds.ts';
import { sanitize } from './sanitize.ts';

export interface PrettyOptions {
  /** Also lists the passed rows, every finding in the report, and every row that was not judged. */
  readonly isVerbose?: boolean | undefined;
  /** Also lists the readings of open points that a live run showed. */
  readonly listsReadings?: boolean | undefined;
  readonly paint?: Paint | undefined;
}

/** Findings shown for each requirement when `isVerbose` is false. */
const SHOWN_FINDINGS = 3;
/** Reasons shown why requirements were not judged, when `isVerbose` is false. */
const SHOWN_REASONS = 5;
/** Ids shown of requirements that fail for the same cause, when `isVerbose` is false. */
const SHOWN_FOLLOWERS = 4;
/** Violated requirements per level that are shown with evidence, when `isVerbose` is false. */
const SHOWN_CAUSES = 3;
const SLOWEST = 10;
/** The path of a request may be long. */
const LONGEST_ANSWER = 1000;
/** A remark may name every operation. */
const LONGEST_REMARK = 2000;

/** Renders the report as text, with the failures first and the verdict last. */
export function renderPretty(report: Report, options: PrettyOptions = {}): string {
  const page = new Page(options);
  const targets = targetsOf(report);
  const verdict = page.paint(MARKS[report.verdict].style, describeVerdict(report));
  const isOnly = targets.length === 1;
  const blocks = [
    ...targets.map((target) => page.target(target, isOnly)),
    page.notJudged(targets),
    page.readings(targets),
    [verdict],
  ];
  return `${joinBlocks(blocks.filter(({ length }) => length > 0)).join('\n')}\n`;
}

/** Separates the blocks with empty lines. Adjacent blocks of one line each are not separated, so that they read as a list. */
function joinBlocks(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1];
    const isLast = index === blocks.length - 1;
    const needsGap = before !== undefined && (block.length > 1 || before.length > 1 || isLast);
    return needsGap ? ['', ...block] : [...block];
  });
}

class Page {
  readonly paint: Paint;
  readonly #isVerbose: boolean;
  readonly #listsReadings: boolean;

  constructor({ isVerbose = false, listsReadings = false, paint = unpainted }: PrettyOptions) {
    this.paint = paint;
    this.#isVerbose = isVerbose;
    this.#listsReadings = listsReadings;
  }

  /** @param isOnly whether the report has no other target, which leaves room for a second line */
  target(report: TargetReport, isOnly: boolean): string[] {
    const { target, verdict, incomplete, damage = [], requirements, checks } = report;
    const { mark, style } = MARKS[verdict];
    const sentence = isOnly ? describeOutcome(report) : describeCounts(report.summary);
    const head = `${this.paint(style, `${mark} ${sanitize(target)}`)}  ${nameVerdict(report)}: ${sentence}`;
    const groups = (searched: RowStatus) =>
      groupFailures(
        requirements.filter(({ status }) => status === searched),
        checks ?? [],
        !this.#isVerbose,
      );
    const body = [
      ...remarksOf(report).map((remark) => `  ${this.paint('bold', sanitize(remark, LONGEST_REMARK))}`),
      ...damage.map(
        ({ text, ...place }) =>
          `  ${this.paint('yellow', 'likely cause')}: ${describePlace({ file: target, ...place })}: ${sanitize(text)}`,
      ),
      ...groupIncomplete(incomplete, this.#isVerbose ? Number.POSITIVE_INFINITY : undefined).map(
        (reason) => `  ${this.paint('yellow', 'incomplete')}: ${sanitize(reason)}`,
      ),
      ...this.#violations('Failures', groups('failed'), 'red'),
      ...this.#violations('Warnings', groups('warned'), 'yellow'),
      ...this.#exchanges(report),
      ...renderExploration(report.exploration, this.paint, this.#isVerbose),
      ...(this.#isVerbose
        ? [
            ...this.#passed(requirements),
            ...this.#missingPlaces(requirements),
            ...this.#slowest(checks),
            ...this.#figures(report),
          ]
        : []),
    ];
    return [head, ...(isOnly ? [`  ${this.paint('dim', describeCoverage(report))}`] : []), ...body];
  }

  /** Summarises what was not judged once for all inputs, since the inputs of a run usually lack the same things. */
  notJudged(targets: readonly TargetReport[]): string[] {
    const groups = groupNotJudged(targets);
    if (groups.length === 0) return [];
    const shown = this.#isVerbose ? groups : groups.slice(0, SHOWN_REASONS);
    const rest = groups.slice(shown.length);
    const lines = shown.map((group) => `  ${this.#reason(group, targets.length)}`);
    const others = `  ${count(rest.length, 'other reason')} for ${countIds(rest)} more`;
    const title = this.paint('bold', `Not judged: ${count(countIds(groups), 'requirement')}`);
    const hint = this.#isVerbose ? '' : this.paint('dim', ' (--verbose names them)');
    return [`${title}${hint}`, ...lines, ...(rest.length > 0 ? [others] : [])];
  }

  /** The sheet of readings of a live run, or a summary of it. */
  readings([target]: readonly TargetReport[]): string[] {
    const readings = target?.readings;
    if (!readings) return [];
    const hint = this.#listsReadings ? '' : this.paint('dim', ' (--readings lists them)');
    const title = `${this.paint('bold', summariseReadings(readings))}${hint}`;
    return [title, ...(this.#listsReadings ? listReadings(readings, this.paint) : [])];
  }

  #reason({ remedy, reason, ids, targets }: NotJudged, all: number): string {
    const where = all > 1 ? `, in ${targets} of ${all} inputs` : '';
    const text =
      remedy === undefined
        ? `${reason} (${ids.length}${where})`
        : `${remedy} would judge ${ids.length} more${where}`;
    return `${sanitize(text, 1000)}${this.#isVerbose ? `: ${ids.join(', ')}` : ''}`;
  }

  #violations(title: string, groups: readonly FailureGroup[], style: Style): readonly string[] {
    const shown = this.#isVerbose ? groups : groups.slice(0, SHOWN_CAUSES);
    const byArea = Map.groupBy(shown, ({ rows: [{ id }] }) => areaOf(id));
    return [
      ...[...byArea].flatMap(([area, those]) => [
        '',
        `  ${this.paint('bold', `${title}: ${area}`)}`,
        ...those.flatMap((group) => this.#violation(group, style)),
      ]),
      ...this.#consequences(
        groups
          .slice(shown.length)
          .flatMap(({ rows, followers }) => [...rows.map(({ id }) => id), ...followers]),
        style,
      ),
    ];
  }

  /** Names the rest without evidence, because fixing the first ones usually resolves most of them. */
  #consequences(ids: readonly string[], style: Style): readonly string[] {
    if (ids.length === 0) return [];
    return [
      '',
      `  ${this.paint('bold', `${ids.length} more, which may follow from these`)} ${this.paint('dim', '(--verbose shows them in full)')}`,
      ...ids.map((id) => `    ${this.paint(style, id)}`),
    ];
  }

  #violation({ rows, followers }: FailureGroup, style: Style): string[] {
    const [{ findings, violations }] = rows;
    const shown = this.#isVerbose ? findings : findings.slice(0, SHOWN_FINDINGS);
    const rest = violations - shown.length;
    const named = followers.slice(0, SHOWN_FOLLOWERS).join(', ');
    const others = followers.length > SHOWN_FOLLOWERS ? ', … (--verbose shows them in full)' : '';
    return [
      ...rows.flatMap((row) => this.#requirement(row, style)),
      ...shown.flatMap((finding, index) => this.#finding(finding, this.#isVerbose || index === 0)),
      ...(rest > 0 ? [`      and ${rest} more`] : []),
      ...(named === '' ? [] : [`      and ${followers.length} more, which may follow: ${named}${others}`]),
      ...rows.map(({ id }) => `      ${this.paint('dim', COMMAND.explain(id))}`),
    ];
  }

  #requirement(row: RequirementReport, style: Style): string[] {
    const rounds = describeRowRounds(row);
    return [
      `    ${this.paint(style, row.id)} ${this.paint('dim', `(${row.level})`)}`,
      `      ${row.text}`,
      ...(rounds === undefined ? [] : [`      ${rounds}`]),
    ];
  }

  /** @param listsAnswers whether to list the answers that were compared; those of one requirement look alike */
  #finding(finding: ReportedFinding, listsAnswers: boolean): string[] {
    const answers = listsAnswers ? (finding.answers ?? []) : [];
    return [
      `      - ${describePlace(finding)}`,
      `        expected: ${sanitize(finding.expected)}`,
      `        actual:   ${sanitize(finding.actual)}`,
      ...answers.map(
        (answer, index) =>
          `        ${index === 0 ? 'answers:' : '        '}  ${sanitize(describeAnswer(answer), LONGEST_ANSWER)}`,
      ),
      ...(finding.hint === undefined ? [] : [`        hint:     ${sanitize(finding.hint)}`]),
      ...(finding.grounds ? [`        relies on: ${sanitize(finding.grounds.join('; '))}`] : []),
      ...(finding.checkFile === undefined ? [] : [`        check in: ${sanitize(finding.checkFile)}`]),
      ...(finding.again === undefined ? [] : [`        again:    ${sanitize(finding.again)}`]),
    ];
  }

  /** What was sent and received in a run of few checks. */
  #exchanges(report: TargetReport): string[] {
    const { checks = [], evidence = [], exploration } = report;
    const isOfClient = 'mode' in report && report.mode === 'client';
    // A journey of a client has many exchanges, and needs no curl.
    if (exploration || (isOfClient && !this.#isVerbose)) return [];
    const ran = checks.filter(({ duration }) => duration !== undefined);
    return showsAll(ran) ? renderExchanges(evidence, this.paint) : [];
  }

  #passed(requirements: readonly RequirementReport[]): string[] {
    const passed = requirements.filter(({ status }) => status === 'passed');
    if (passed.length === 0) return [];
    const lines = passed.map(
      ({ id, text }) => `    ${this.paint('green', '✓')} ${id}  ${this.paint('dim', text)}`,
    );
    return ['', `  ${this.paint('bold', 'Passed')}`, ...lines];
  }

  /** Lists the requirements that were checked, but not at every place. */
  #missingPlaces(requirements: readonly RequirementReport[]): string[] {
    const lines = requirements.flatMap(({ id, places }) =>
      places && places.seen > 0 && places.missing.length > 0
        ? [`    ${id}: ${this.paint('dim', describePlaces(places))}`]
        : [],
    );
    return lines.length === 0
      ? []
      : ['', `  ${this.paint('bold', 'Places that were not exercised')}`, ...lines];
  }

  #slowest(checks: readonly CheckReport[] = []): string[] {
    const timed = checks.flatMap(({ id, duration }) => (duration === undefined ? [] : [{ id, duration }]));
    if (timed.length === 0) return [];
    const lines = timed
      .sort((a, b) => b.duration - a.duration)
      .slice(0, SLOWEST)
      .map(({ id, duration }) => `    ${formatSeconds(duration).padStart(8)}  ${id}`);
    return ['', `  ${this.paint('bold', 'Slowest checks')}`, ...lines];
  }

  #figures({ figures }: TargetReport): string[] {
    const lines = listFigures(figures);
    const width = Math.max(...lines.map(([operation]) => operation.length));
    const title = this.paint('bold', FIGURES_TITLE);
    if (lines.length === 0) return [];
    return [
      '',
      `  ${title}`,
      ...lines.map(([name, words]) => `    ${sanitize(name).padEnd(width)}  ${words}`),
    ];
  }
}

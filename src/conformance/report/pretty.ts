import type { Verdict } from '../verdict/verdict.ts';
import { describeCounts, describePlace, describePlaces, describeVerdict } from './describe.ts';
import {
  type Report,
  type ReportedFinding,
  type RequirementReport,
  type TargetReport,
  targetsOf,
} from './model.ts';
import { type Paint, type Style, unpainted } from './paint.ts';
import { sanitize } from './sanitize.ts';

export interface PrettyOptions {
  /** Also lists the passed rows, every finding in the report, and every row that was not judged. */
  readonly isVerbose?: boolean | undefined;
  readonly paint?: Paint | undefined;
}

/** Findings shown for each requirement when `isVerbose` is false. */
const SHOWN_FINDINGS = 3;
/** Ids shown for each reason why rows were not judged or checks did not reach their end, when `isVerbose` is false. */
const SHOWN_IDS = 6;

const MARKS: Readonly<Record<Verdict, { mark: string; style: Style }>> = {
  conformant: { mark: '✓', style: 'green' },
  nonconformant: { mark: '✗', style: 'red' },
  incomplete: { mark: '…', style: 'yellow' },
  'nothing-ran': { mark: '○', style: 'yellow' },
};

/** Renders the report as text: the failures first, the verdict last. */
export function renderPretty(report: Report, options: PrettyOptions = {}): string {
  const page = new Page(options);
  const targets = targetsOf(report);
  const verdict = page.paint(MARKS[report.verdict].style, describeVerdict(report));
  const blocks = [...targets.map((target) => page.target(target)), page.notJudged(targets), [verdict]];
  return `${joinBlocks(blocks.filter(({ length }) => length > 0)).join('\n')}\n`;
}

/** Separates the blocks by an empty line. Neighbouring blocks of one line are not separated, so that they read as a list. */
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

  constructor({ isVerbose = false, paint = unpainted }: PrettyOptions) {
    this.paint = paint;
    this.#isVerbose = isVerbose;
  }

  target({ target, verdict, summary, incomplete, requirements }: TargetReport): string[] {
    const { mark, style } = MARKS[verdict];
    const size = `${summary.events} events, ${summary.bytes} bytes`;
    const head = `${this.paint(style, `${mark} ${sanitize(target)}`)}  ${verdict}: ${describeCounts(summary)} (${size})`;
    const failed = requirements.filter(({ status }) => status === 'failed');
    const warned = requirements.filter(({ status }) => status === 'warned');
    const body = [
      ...gather(incomplete, this.#isVerbose ? Number.POSITIVE_INFINITY : SHOWN_IDS).map(
        (reason) => `  ${this.paint('yellow', 'incomplete')}: ${sanitize(reason)}`,
      ),
      ...this.#violations('Failures', failed, 'red'),
      ...this.#violations('Warnings', warned, 'yellow'),
      ...(this.#isVerbose ? [...this.#passed(requirements), ...this.#missingPlaces(requirements)] : []),
    ];
    return [head, ...body];
  }

  /** Lists the rows that were not judged once for all inputs, since the inputs of a run usually lack the same things. */
  notJudged(targets: readonly TargetReport[]): string[] {
    const byReason = new Map<string, { ids: Set<string>; targets: Set<TargetReport> }>();
    for (const target of targets) {
      for (const { id, status, reason = 'no reason was noted' } of target.requirements) {
        if (status !== 'not-judged') continue;
        const entry = byReason.get(reason) ?? { ids: new Set(), targets: new Set() };
        byReason.set(reason, entry);
        entry.ids.add(id);
        entry.targets.add(target);
      }
    }
    if (byReason.size === 0) return [];
    const lines = [...byReason].map(([reason, { ids, targets: those }]) => {
      const where = targets.length > 1 ? ` (in ${those.size} of ${targets.length} inputs)` : '';
      return `  ${reason}${where}: ${this.#listIds([...ids])}`;
    });
    return [this.paint('bold', 'Not judged'), ...lines];
  }

  #listIds(ids: readonly string[]): string {
    const shown = this.#isVerbose ? ids : ids.slice(0, SHOWN_IDS);
    const rest = ids.length - shown.length;
    return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
  }

  #violations(title: string, rows: readonly RequirementReport[], style: Style): readonly string[] {
    const areas = new Set(rows.map(({ id }) => areaOf(id)));
    return [...areas].flatMap((area) => [
      '',
      `  ${this.paint('bold', `${title}: ${area}`)}`,
      ...rows.filter(({ id }) => areaOf(id) === area).flatMap((row) => this.#violation(row, style)),
    ]);
  }

  #violation({ id, level, text, findings, violations }: RequirementReport, style: Style): string[] {
    const shown = this.#isVerbose ? findings : findings.slice(0, SHOWN_FINDINGS);
    const rest = violations - shown.length;
    return [
      `    ${this.paint(style, id)} ${this.paint('dim', `(${level})`)}`,
      `      ${text}`,
      ...shown.flatMap((finding) => this.#finding(finding)),
      ...(rest > 0 ? [`      and ${rest} more`] : []),
      `      ${this.paint('dim', `conversation-api explain ${id}`)}`,
    ];
  }

  #finding(finding: ReportedFinding): string[] {
    return [
      `      - ${describePlace(finding)}`,
      `        expected: ${sanitize(finding.expected)}`,
      `        actual:   ${sanitize(finding.actual)}`,
      ...(finding.grounds ? [`        relies on: ${sanitize(finding.grounds.join('; '))}`] : []),
      ...(finding.again === undefined ? [] : [`        again:    ${sanitize(finding.again)}`]),
    ];
  }

  #passed(requirements: readonly RequirementReport[]): string[] {
    const passed = requirements.filter(({ status }) => status === 'passed');
    if (passed.length === 0) return [];
    const lines = passed.map(
      ({ id, text }) => `    ${this.paint('green', '✓')} ${id}  ${this.paint('dim', text)}`,
    );
    return ['', `  ${this.paint('bold', 'Passed')}`, ...lines];
  }

  /** Lists the requirements of which something was judged, but not at every place. */
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
}

/** Groups the checks that did not reach their end by the reason, and names some of the checks of each group. */
function gather(incomplete: readonly string[], most: number): string[] {
  const checks = new Map<string, string[]>();
  for (const entry of incomplete) {
    const [, check, reason = entry] = /^(\S+) did not reach its end: (.*)$/s.exec(entry) ?? [];
    checks.set(reason, [...(checks.get(reason) ?? []), ...(check === undefined ? [] : [check])]);
  }
  return [...checks].map(([reason, ids]) => {
    if (ids.length === 0) return reason;
    if (ids.length === 1) return `${ids[0]} did not reach its end: ${reason}`;
    const rest = ids.length > most ? ` and ${ids.length - most} more` : '';
    return `${ids.length} checks did not reach their end: ${reason}: ${ids.slice(0, most).join(', ')}${rest}`;
  });
}

function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}

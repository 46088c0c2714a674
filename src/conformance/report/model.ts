import type { Finding } from '../judge/finding.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Level, Rows } from '../registry.ts';
import type { KnownFailuresReport } from '../verdict/known-failures.ts';
import { type RowStatus, rowStatus, type Verdict, verdictOf, worstVerdict } from '../verdict/verdict.ts';
import type { LiveMembers } from './live-report.ts';

/** A finding that can stand alone: with what the requirement says, where it was found, and how to read more. */
export interface ReportedFinding extends Finding {
  readonly text: string;
  /** The target that it was found in. */
  readonly file: string;
  /** The command that tells more. */
  readonly explain: string;
  /** The check that made the exchange, in a live run. */
  readonly check?: string;
  /** The command that runs this check again, in a live run. */
  readonly again?: string;
  /** What of the profile the check took for granted, in a live run: where that is wrong, the target need not be. */
  readonly grounds?: readonly string[];
}

/** One requirement in a report. Its form is published as spec/formats/report.schema.json. */
export interface RequirementReport {
  readonly id: string;
  readonly level: Level;
  readonly status: RowStatus;
  /** What the service must do. */
  readonly text: string;
  /** Section of the service description. */
  readonly section: string;
  readonly statements: readonly string[];
  /** Number of violations; `findings` keeps the first of them. */
  readonly violations: number;
  readonly findings: readonly ReportedFinding[];
  /** Why the input cannot show this requirement, with status not-judged. */
  readonly reason?: string;
}

export interface Summary extends Readonly<Record<RowStatus, number>> {
  /** Must- and should-requirements that were judged. */
  readonly judged: number;
  readonly events: number;
  readonly exchanges: number;
  readonly bytes: number;
}

export interface TargetReport extends Partial<LiveMembers> {
  /** What was judged: a path, `-` for standard input, or a URL. */
  readonly target: string;
  readonly verdict: Verdict;
  readonly summary: Summary;
  /** Why the judging did not come to its end, if so. */
  readonly incomplete: readonly string[];
  readonly requirements: readonly RequirementReport[];
}

export interface ReportHeader {
  readonly tool: { readonly name: 'conversation-api'; readonly version: string };
  /** Version of the contract that was judged by. */
  readonly contract: string;
  /** What kind of run it was. */
  readonly mode: 'recording' | 'live';
}

/** A report of one input is that input's own; one of several holds them as `targets`. */
export type Report =
  | (ReportHeader & TargetReport & { readonly knownFailures?: KnownFailuresReport })
  | (ReportHeader & {
      readonly verdict: Verdict;
      readonly summary: Summary & { readonly targets: Readonly<Record<Verdict, number>> };
      readonly targets: readonly TargetReport[];
    });

/** Joins what the judge noted with the registry: every row is in the report, with what became of it. */
export function reportTarget(target: string, judgement: Judgement, registry: Rows): TargetReport {
  const requirements = registry.requirements.map((requirement): RequirementReport => {
    const row = judgement.rows.get(requirement.id);
    const status = rowStatus(requirement, row);
    return {
      id: requirement.id,
      level: requirement.level,
      status,
      text: requirement.text,
      section: requirement.section,
      statements: requirement.statements,
      violations: row?.violations ?? 0,
      findings: (row?.findings ?? []).map((finding) => reportFinding(finding, requirement.text, target)),
      ...(status === 'not-judged' && row?.notJudged ? { reason: row.notJudged } : {}),
    };
  });
  const { events, exchanges, bytes } = judgement;
  return {
    target,
    verdict: verdictOf(judgement, registry.requirements),
    summary: { ...recount(requirements), events, exchanges, bytes },
    incomplete: judgement.incomplete,
    requirements,
  };
}

function reportFinding(finding: Finding, text: string, file: string): ReportedFinding {
  const { requirement, ...evidence } = finding;
  return { requirement, text, file, ...evidence, explain: `conversation-api explain ${requirement}` };
}

export function assembleReport(header: ReportHeader, targets: readonly TargetReport[]): Report {
  const [only] = targets;
  if (only && targets.length === 1) return { ...header, ...only };
  const verdicts = targets.map(({ verdict }) => verdict);
  return {
    ...header,
    verdict: worstVerdict(verdicts),
    summary: { ...sumSummaries(targets.map(({ summary }) => summary)), targets: countVerdicts(verdicts) },
    targets,
  };
}

export function isMultiple(report: Report): report is Extract<Report, { targets: unknown }> {
  return 'targets' in report;
}

/** The targets of a report, be they one or several. */
export function targetsOf(report: Report): readonly TargetReport[] {
  return isMultiple(report) ? report.targets : [report];
}

const NO_STATUSES: Readonly<Record<RowStatus, number>> = {
  passed: 0,
  failed: 0,
  warned: 0,
  'not-judged': 0,
  'not-exercised': 0,
  open: 0,
  client: 0,
  unverifiable: 0,
};

/** The counts of a summary that follow from its rows. */
export function recount(
  requirements: readonly RequirementReport[],
): Record<RowStatus, number> & { judged: number } {
  const counts = { ...NO_STATUSES, judged: 0 };
  for (const { status } of requirements) {
    counts[status] += 1;
    if (status === 'passed' || status === 'failed' || status === 'warned') counts.judged += 1;
  }
  return counts;
}

/** Adds up what was counted per target: a requirement counts once for each target. */
function sumSummaries(summaries: readonly Summary[]): Summary {
  const sum: Record<string, number> = { ...NO_STATUSES, judged: 0, events: 0, exchanges: 0, bytes: 0 };
  for (const summary of summaries) {
    for (const key of Object.keys(sum)) sum[key] = (sum[key] ?? 0) + summary[key as keyof Summary];
  }
  return sum as unknown as Summary;
}

function countVerdicts(verdicts: readonly Verdict[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = {
    conformant: 0,
    nonconformant: 0,
    incomplete: 0,
    'nothing-ran': 0,
  };
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}

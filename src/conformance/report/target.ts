import { COMMAND } from '../commands.ts';
import type { Finding } from '../judge/finding.ts';
import type { Judgement, RowJudgement } from '../judge/judgement.ts';
import type { Requirement, Rows } from '../registry/registry.ts';
import { rowStatus, verdictOver } from '../verdict/verdict.ts';
import { recount } from './counts.ts';
import type { ReportedFinding, RequirementReport, TargetReport } from './model.ts';

/** The most reasons per requirement whose rows are shared. Similar inputs have the same few reasons. */
const MOST_REASONS = 4;

/** The rows of a registry that reports share. Thousands of recordings have mostly the same rows, which would otherwise fill the memory. */
interface SharedRows {
  /** The rows of an input in which no requirement came up. */
  readonly untouched: readonly RequirementReport[];
  /** Index of each requirement in the registry, by its id. */
  readonly indices: ReadonlyMap<string, number>;
  /** By the index of a requirement, its rows without findings: by status, or by the reason why it was not judged. */
  readonly quiet: Map<string, RequirementReport>[];
}

const NO_FINDINGS: readonly ReportedFinding[] = [];

const shared = new WeakMap<readonly Requirement[], SharedRows>();

/** Joins a judgement with the registry: the report contains every row of the registry, with its status. */
export function reportTarget(target: string, judgement: Judgement, registry: Rows): TargetReport {
  const requirements = reportRows(judgement, registry.requirements, target);
  const { events, exchanges, bytes, files, damage } = judgement;
  return {
    target,
    verdict: verdictOver(requirements, judgement.incomplete),
    summary: { ...recount(requirements), events, exchanges, bytes, ...(files !== undefined && { files }) },
    incomplete: judgement.incomplete,
    ...(damage.length > 0 && { damage }),
    requirements,
  };
}

/**
 * The rows of all requirements, in the order of the registry. Reports share the rows without findings, so a report must not change them.
 *
 * @param file the input that the findings name
 */
function reportRows(
  { rows }: Judgement,
  registry: readonly Requirement[],
  file: string,
): RequirementReport[] {
  const { untouched, indices, quiet } = shareRows(registry);
  const reports = [...untouched];
  for (const [id, row] of rows) {
    const index = indices.get(id);
    const requirement = index === undefined ? undefined : registry[index];
    if (index === undefined || !requirement) continue;
    quiet[index] ??= new Map();
    reports[index] = reportRow(requirement, row, file, quiet[index]);
  }
  return reports;
}

function shareRows(registry: readonly Requirement[]): SharedRows {
  const known = shared.get(registry);
  if (known) return known;
  const made: SharedRows = {
    untouched: registry.map((requirement) => makeRow(requirement, undefined, '')),
    indices: new Map(registry.map(({ id }, index) => [id, index])),
    quiet: [],
  };
  shared.set(registry, made);
  return made;
}

function reportRow(
  requirement: Requirement,
  row: RowJudgement,
  file: string,
  quiet: Map<string, RequirementReport>,
): RequirementReport {
  if (row.violations > 0) return makeRow(requirement, row, file);
  const status = rowStatus(requirement, row);
  const kind = status === 'not-judged' ? (row.notJudged ?? status) : status;
  const known = quiet.get(kind);
  if (known) return known;
  const made = makeRow(requirement, row, file);
  if (quiet.size < MOST_REASONS) quiet.set(kind, made);
  return made;
}

function makeRow(requirement: Requirement, row: RowJudgement | undefined, file: string): RequirementReport {
  const { id, level, text, section, statements } = requirement;
  const status = rowStatus(requirement, row);
  const report = {
    id,
    level,
    status,
    text,
    section,
    statements,
    violations: row?.violations ?? 0,
    findings: row ? row.findings.map((finding) => reportFinding(finding, text, file)) : NO_FINDINGS,
    ...(row?.elsewhere && { elsewhere: [...row.elsewhere.values()] }),
  };
  return status === 'not-judged' && row?.notJudged ? { ...report, reason: row.notJudged } : report;
}

function reportFinding(finding: Finding, text: string, file: string): ReportedFinding {
  const { requirement, ...evidence } = finding;
  return { requirement, text, file, ...evidence, explain: COMMAND.explain(requirement) };
}

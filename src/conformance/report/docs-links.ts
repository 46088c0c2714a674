import { areaOf } from './area.ts';
import type { Report, ReportedFinding, TargetReport } from './model.ts';

/** The page of a requirement in the docs portal. Portal URLs follow from the ids and never change. */
export function requirementPage(docs: string, id: string): string {
  return `${base(docs)}requirements/${id}/`;
}

/** The page of a requirement's area in the docs portal. */
export function areaPage(docs: string, id: string): string {
  return `${base(docs)}requirements/${areaOf(id)}/`;
}

/** The page of an open point in the docs portal. */
export function openPointPage(docs: string, id: string): string {
  return `${base(docs)}open-points/${id}/`;
}

/** The entry of a check in the docs portal. */
export function checkPage(docs: string, id: string): string {
  return `${base(docs)}conformance/checks/#${id}`;
}

/** The page of a failure in the docs portal. */
export function failurePage(docs: string, id: string): string {
  return `${base(docs)}failures/${id}/`;
}

function base(docs: string): string {
  return docs.endsWith('/') ? docs : `${docs}/`;
}

/** Adds the docs portal's URL to a report, and the page of its requirement to every finding. */
export function linkToDocs(report: Report, docs: string): Report {
  return 'targets' in report
    ? { ...report, docs, targets: report.targets.map((target) => linkTarget(target, docs)) }
    : { ...report, ...linkTarget(report, docs), docs };
}

function linkTarget<Target extends TargetReport>(target: Target, docs: string): Target {
  const link = (finding: ReportedFinding) => ({
    ...finding,
    docs: requirementPage(docs, finding.requirement),
  });
  return {
    ...target,
    requirements: target.requirements.map((row) => ({ ...row, findings: row.findings.map(link) })),
  };
}

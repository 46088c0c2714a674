import { describeOutdated, listedViolations } from '../verdict/known-failures.ts';
import { placesOfFinding } from '../verdict/places-of-finding.ts';
import { describeOutcome, describePlace } from './describe.ts';
import {
  knownFailuresOf,
  type Report,
  type RequirementReport,
  type TargetReport,
  targetsOf,
} from './model.ts';
import { sanitize } from './sanitize.ts';

/** An issue of a Code Quality report. GitLab ignores all other members. */
interface Issue {
  readonly description: string;
  readonly check_name: string;
  /** GitLab compares it with the target branch. */
  readonly fingerprint: string;
  readonly severity: 'info' | 'minor' | 'major' | 'critical';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

const LONGEST = 1000;

/**
 * Renders a Code Quality report of GitLab (docs.gitlab.com/ci/testing/code_quality), with an issue for each violated requirement. A known
 * violation is only information. An input that was not judged completely, and an outdated list of known failures, are issues too.
 *
 * @param locate gives the path of a file from the root of the repository, which GitLab expects
 */
export function renderGitlab(report: Report, locate: (file: string) => string = (file) => file): string {
  const list = knownFailuresOf(report);
  const known = list ? listedViolations(list) : new Map<string, unknown>();
  const outdated = (list ? describeOutdated(list) : []).map((text) =>
    issue('known-failures', 'major', text, 'known-failures', text),
  );
  const issues = targetsOf(report).flatMap((target) => {
    const file = report.mode === 'recording' ? locate(target.target) : undefined;
    const { requirements } = target;
    const violated = requirements.filter(({ status }) => status === 'failed' || status === 'warned');
    return [
      ...judgedInPart(target, file),
      ...violated.map((row) => describeRow(row, file, known.has(row.id))),
    ];
  });
  return `${JSON.stringify([...outdated, ...issues], null, 2)}\n`;
}

function describeRow(row: RequirementReport, file: string | undefined, isKnown: boolean): Issue {
  const { id, status, text, findings } = row;
  const [first] = findings;
  const found = first ? `${describePlace(first)}: expected ${first.expected}, actual ${first.actual}` : '';
  const severity = isKnown ? 'info' : status === 'failed' ? 'major' : 'minor';
  // A live run has no file. GitLab shows what it gets there, and the operation says more than any file of the repository.
  const [place = 'conformance'] = first ? placesOfFinding(first) : [];
  return issue(id, severity, `${text} ${found}`, file ?? place, `${file ?? ''} ${id}`, first?.line);
}

function judgedInPart({ verdict, summary, incomplete }: TargetReport, file = 'conformance'): Issue[] {
  if (verdict === 'conformant' || verdict === 'nonconformant') return [];
  const text = [`${verdict}: ${describeOutcome({ verdict, summary })}`, ...incomplete].join('; ');
  return [issue('verdict', 'critical', text, file, `${file} verdict`)];
}

function issue(
  check_name: string,
  severity: Issue['severity'],
  text: string,
  path: string,
  fingerprint: string,
  begin = 1,
): Issue {
  const description = sanitize(text, LONGEST).trim();
  return {
    description,
    check_name,
    fingerprint: sanitize(fingerprint, LONGEST),
    severity,
    location: { path: sanitize(path), lines: { begin } },
  };
}

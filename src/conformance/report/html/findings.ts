import { describeAnswer } from '../answers.ts';
import { count, describePlace } from '../describe.ts';
import { type FailureGroup, groupFailures } from '../group-failures.ts';
import type { AnswerReport, ReportedFinding, RequirementReport } from '../model.ts';
import type { Ran } from '../rank-failures.ts';
import { describeRowRounds } from '../rounds.ts';
import { filterable } from './filter.ts';
import { type Anchors, checkName, docsLink, docsOfRequirement, linkWithin, ownLink } from './links.ts';
import { block, prose, text } from './text.ts';

/** Findings of a requirement that are visible at once. The others can be expanded. */
const SHOWN = 3;

export interface FindingFacts {
  readonly anchors: Anchors;
  readonly docs: string | undefined;
  /** Whether the page shows a finding's exchange. */
  readonly isShown: (exchange: number | undefined) => boolean;
}

/**
 * Renders the violated requirements, the likeliest cause first. Requirements with the same findings are shown together, with the findings
 * once, and those with the same cause are collapsed.
 */
export function renderViolations(
  title: string,
  rows: readonly RequirementReport[],
  checks: readonly Ran[],
  facts: FindingFacts,
): string {
  if (rows.length === 0) return '';
  const byId = new Map(rows.map((row) => [row.id, row]));
  const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const groups = groupFailures(rows, checks).map(
    ({ rows, followers }) =>
      `<div class="group">${renderGroup(rows, facts)}${renderFollowers(rowsOf(followers), facts)}</div>`,
  );
  return `<section class="group"><h3>${title}</h3>\n${groups.join('\n')}\n</section>\n`;
}

/** Findings of several requirements stand below all of them. So they are visible whichever of these a filter hides. */
function renderGroup(rows: FailureGroup['rows'], facts: FindingFacts): string {
  const [first, ...same] = rows;
  if (same.length === 0) return renderViolation(first, facts);
  const articles = rows.map((row) => renderViolation(row, facts, ''));
  return `<div class="group">${articles.join('\n')}\n${renderFindings(first, facts)}</div>`;
}

function renderFollowers(rows: readonly RequirementReport[], facts: FindingFacts): string {
  if (rows.length === 0) return '';
  return `<details class="followers"><summary>${count(rows.length, 'more requirement')}, which may follow: <span class="dim">${rows.map(({ id }) => text(id)).join(', ')}</span></summary>
${rows.map((row) => renderViolation(row, facts)).join('\n')}
</details>`;
}

function renderViolation(
  row: RequirementReport,
  facts: FindingFacts,
  shown = renderFindings(row, facts),
): string {
  const { id, level, status, text: promise, findings } = row;
  const { anchors, docs } = facts;
  const anchor = anchors.requirement(id);
  const page = docs === undefined ? docsLink(findings[0]?.docs) : docsOfRequirement(docs, id);
  return `<article class="${status}" id="${text(anchor)}" ${filterable(row)}>
<h4>${ownLink(anchor, id)} <span class="dim">${text(level)}</span>${page}</h4>
<p>${prose(promise)}</p>
${renderRounds(row)}${shown}</article>`;
}

function renderFindings({ findings, violations }: RequirementReport, facts: FindingFacts): string {
  const shown = findings.slice(0, SHOWN).map((finding) => renderFinding(finding, facts));
  return `${shown.join('\n')}\n${renderRest(findings.slice(SHOWN), violations, facts)}`;
}

function renderRounds(row: RequirementReport): string {
  const rounds = describeRowRounds(row);
  return rounds === undefined ? '' : `<p>${text(rounds)}</p>\n`;
}

function renderRest(findings: readonly ReportedFinding[], violations: number, facts: FindingFacts): string {
  const unlisted = Math.max(0, violations - SHOWN - findings.length);
  const note =
    unlisted > 0 ? `<p class="dim">and ${unlisted} more, which the report does not list</p>\n` : '';
  if (findings.length === 0) return note;
  return `<details><summary>${count(findings.length, 'more violation')}</summary>
${findings.map((finding) => renderFinding(finding, facts)).join('\n')}
${note}</details>
`;
}

function renderFinding(finding: ReportedFinding, { anchors, docs, isShown }: FindingFacts): string {
  const { exchange, expected, actual, hint, again, check, checkFile, grounds, answers = [] } = finding;
  const place = text(describePlace(finding), 1000);
  const parts: readonly (readonly [name: string, value: string | undefined])[] = [
    ['expected', expected],
    ['actual', actual],
    ['hint', hint],
    ['relies on', grounds?.join('; ')],
  ];
  const renderAnswer = (answer: AnswerReport) => {
    const line = text(describeAnswer(answer), 1000);
    return `<dt>answer</dt><dd>${isShown(answer.exchange) ? linkWithin(anchors.exchange(answer.exchange), line) : line}</dd>`;
  };
  return `<div class="finding">
<p>${isShown(exchange) ? linkWithin(anchors.exchange(exchange), place) : place}${check === undefined ? '' : ` <span class="dim">check ${checkName(docs, check)}${checkFile === undefined ? '' : ` in <code>${text(checkFile)}</code>`}</span>`}</p>
<dl>${parts.map(([name, value]) => (value === undefined ? '' : `<dt>${name}</dt><dd>${prose(value)}</dd>`)).join('')}${answers.map(renderAnswer).join('')}</dl>
${again === undefined ? '' : `<pre>${block(again)}</pre>\n`}</div>`;
}

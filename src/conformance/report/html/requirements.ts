import { describePlaces } from '../describe.ts';
import type { RequirementReport } from '../model.ts';
import { titleOfSection } from '../section-title.ts';
import { filterable } from './filter.ts';
import { type Anchors, docsOfRequirement, linkWithin, ownLink } from './links.ts';
import { prose, text } from './text.ts';

export interface RequirementFacts {
  readonly anchors: Anchors;
  readonly docs: string | undefined;
  /** Titles of the sections of the service description by number. */
  readonly sections: Readonly<Record<string, string>>;
}

/** Renders all requirements: an overview with a square for each, and a table for each section of the service description. */
export function renderRequirements(rows: readonly RequirementReport[], facts: RequirementFacts): string {
  const sections = [...Map.groupBy(rows, ({ section }) => section)].sort(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  return `<h3>Requirements by section</h3>
<table class="overview"><tbody>${sections.map((section) => renderOverview(section, facts)).join('\n')}</tbody></table>
${sections.map((section) => renderSection(section, facts)).join('\n')}`;
}

type Section = readonly [number: string, rows: readonly RequirementReport[]];

function renderOverview([number, rows]: Section, facts: RequirementFacts): string {
  const counts = [...Map.groupBy(rows, ({ status }) => status)].map(
    ([status, those]) => `${those.length} ${status.replace('-', ' ')}`,
  );
  const cells = rows.map(
    ({ id, status }) => `<i class="${text(status)}" title="${text(`${id}: ${status}`)}"></i>`,
  );
  return `<tr><td>${linkWithin(facts.anchors.section(number), titleOf(number, facts))}</td><td><span class="cells" aria-hidden="true">${cells.join('')}</span></td><td>${text(counts.join(', '))}</td></tr>`;
}

function renderSection([number, rows]: Section, facts: RequirementFacts): string {
  return `<section class="group" id="${text(facts.anchors.section(number))}"><h4>${titleOf(number, facts)}</h4>
<table class="requirements"><tbody>${rows.map((row) => renderRow(row, facts)).join('\n')}</tbody></table></section>`;
}

function titleOf(number: string, { sections }: RequirementFacts): string {
  return text(titleOfSection(number, sections));
}

function renderRow(row: RequirementReport, { anchors, docs }: RequirementFacts): string {
  const { id, level, status, text: promise, reason, places } = row;
  const notes = [...(reason === undefined ? [] : [reason]), ...(places ? [describePlaces(places)] : [])];
  const why = notes.length === 0 ? '' : ` <span class="dim">${prose(notes.join('; '))}</span>`;
  // A violated requirement has its own article above, which already uses this anchor.
  const isViolated = status === 'failed' || status === 'warned';
  const anchor = anchors.requirement(id);
  return `<tr${isViolated ? '' : ` id="${text(anchor)}"`} ${filterable(row)}><td><i class="${text(status)}"></i> ${text(status.replace('-', ' '))}</td><td>${text(level)}</td><td>${ownLink(anchor, id)}${docsOfRequirement(docs, id)}</td><td>${prose(promise)}${why}</td></tr>`;
}

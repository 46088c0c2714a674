import type { Requirement } from '../../../src/conformance/registry/registry.ts';
import { areaOf } from '../../../src/conformance/report/area.ts';
import { titleOfSection } from '../../../src/conformance/report/section-title.ts';
import { requirementsByOperation } from '../concerns.ts';
import { callsOf } from '../contract.ts';
import { code, filterable, foldedGroups, list, parts, row } from '../markdown.ts';
import type { Page } from '../page.ts';
import { requirementRow, verifiers } from '../requirement-rows.ts';
import type { Sources } from '../sources.ts';
import { requirementPage } from './requirement.ts';

/** The table of all requirements, a page for each area, and a page for each requirement. */
export function requirementPages(sources: Sources): readonly Page[] {
  const areas = Map.groupBy(sources.requirements, ({ id }) => areaOf(id));
  const operations = operationsOf(sources);
  return [
    overview(operations, sources),
    ...[...areas].map(([area, rows]) => areaPage(area, rows, sources)),
    ...sources.requirements.map((row) => requirementPage(row, operations.get(row.id) ?? [], sources)),
  ];
}

function overview(operations: ReadonlyMap<string, readonly string[]>, sources: Sources): Page {
  const { requirements, sections, openapi } = sources;
  return {
    path: 'requirements',
    title: 'Requirements',
    label: 'All requirements',
    description: 'Everything that the service must, should or may do, and what verifies it.',
    isWide: true,
    body: parts(
      'One row for each thing that the service promises, by area. `npx --no conversation-api explain ID` prints what the page of a requirement says.',
      filterable(
        'requirements',
        [
          { label: 'Level', values: [...new Set(requirements.map(({ level }) => level))] },
          { label: 'Section', values: Object.keys(sections).map((each) => titleOfSection(each, sections)) },
          { label: 'Operations', values: callsOf(openapi).map(({ id }) => id) },
          { label: 'Verified by', values: ['judge', 'check', 'nothing'] },
        ],
        foldedGroups(
          [...Map.groupBy(requirements, ({ id }) => areaOf(id))].map(([area, rows]) => [
            area,
            rows.map((each) =>
              row(
                {
                  level: each.level,
                  section: titleOfSection(each.section, sections),
                  operations: (operations.get(each.id) ?? []).join('|'),
                  'verified-by': howVerified(each, sources),
                },
                `${code(each.id)} <small>${each.level}</small> ${each.text}`,
              ),
            ),
          ]),
        ),
      ),
    ),
  };
}

/** The operations that each requirement is about, by its id. */
function operationsOf(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [operation, rows] of requirementsByOperation(sources)) {
    for (const { id } of rows) found.set(id, [...(found.get(id) ?? []), operation]);
  }
  return found;
}

function howVerified(row: Requirement, sources: Sources): string {
  const by = verifiers(row, sources);
  const kinds = [
    ...(by.includes('judge') ? ['judge'] : []),
    ...(by.some((each) => each !== 'judge') ? ['check'] : []),
  ];
  return kinds.length === 0 ? 'nothing' : kinds.join('|');
}

/** The number of rows of an area that are shown at once. With more, each topic is collapsed. */
const MOST_TOGETHER = 40;

/** The second word of an id, such as `terminal` in `stream.terminal.exactly-one`. */
function topicOf(id: string): string {
  return id.split('.')[1] ?? '';
}

function areaPage(area: string, rows: readonly Requirement[], sources: Sources): Page {
  return {
    path: `requirements/${area}`,
    title: `Requirements: ${area}`,
    label: area,
    description: `What the contract requires about ${area}, and what verifies it.`,
    isWide: true,
    body: parts(
      'The page of a requirement has the statements behind it, what proves it, and what is left open.',
      rows.length <= MOST_TOGETHER
        ? list(rows.map((each) => requirementRow(each, sources)))
        : foldedGroups(
            [...Map.groupBy(rows, ({ id }) => topicOf(id))].map(([topic, ofTopic]) => [
              topic,
              ofTopic.map((each) => row({}, requirementRow(each, sources))),
            ]),
          ),
    ),
  };
}

import type { Requirement } from '../../../src/conformance/registry/registry.ts';
import { areaOf } from '../../../src/conformance/report/area.ts';
import { titleOfSection } from '../../../src/conformance/report/section-title.ts';
import { requirementsByOperation } from '../concerns.ts';
import { code, filterable, parts, table } from '../markdown.ts';
import type { Page } from '../page.ts';
import { requirementsTable, verifiers } from '../requirements-table.ts';
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
  return {
    path: 'requirements',
    title: 'Requirements',
    label: 'All requirements',
    description: 'Everything that the service must, should or may do, and what verifies it.',
    isWide: true,
    body: parts(
      'One row for each thing that the service promises. `npx --no conversation-api explain ID` prints what the page of a requirement says.',
      filterable(
        'requirements',
        ['Level', 'Section', 'Operations', 'Verified by'],
        table(
          ['Requirement', 'Level', 'Section', 'Sentence', 'Operations', 'Verified by'],
          sources.requirements.map((row) => [
            code(row.id),
            row.level,
            // The filter of the table takes a comma for the end of a value.
            titleOfSection(row.section, sources.sections).replaceAll(',', ''),
            row.text,
            (operations.get(row.id) ?? []).join(', '),
            howVerified(row, sources),
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
  return kinds.length === 0 ? 'nothing' : kinds.join(', ');
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
      requirementsTable(rows, sources),
    ),
  };
}

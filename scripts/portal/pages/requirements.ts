import { address, areaOf } from '../addresses.ts';
import { requirementsByOperation } from '../concerns.ts';
import type { Requirement } from '../contract.ts';
import { code, filterable, idHeading, list, parts, section, table } from '../markdown.ts';
import type { Page } from '../page.ts';
import { verifiers } from '../requirements-table.ts';
import type { Sources } from '../sources.ts';

const LEVELS: Readonly<Record<Requirement['level'], string>> = {
  must: 'A violation makes the verdict nonconformant.',
  should: 'A violation is a warning.',
  client: 'This is the duty of clients; a service is not judged by it.',
  open: 'Nothing is asserted.',
};

/** The table of all requirements, and a page for each area. */
export function requirementPages(sources: Sources): readonly Page[] {
  const areas = Map.groupBy(sources.requirements, areaOf);
  return [overview(sources), ...[...areas].map(([area, rows]) => areaPage(area, rows, sources))];
}

function overview(sources: Sources): Page {
  const operations = operationsOf(sources);
  return {
    path: 'requirements',
    title: 'Requirements',
    label: 'All requirements',
    description: 'Everything that the service must, should or may do, and what verifies it.',
    isWide: true,
    body: parts(
      'One row for each thing that the service promises. `npx conversation-api explain ID` prints the same facts.',
      filterable(
        'requirements',
        ['Level', 'Section', 'Operations', 'Verified by'],
        table(
          ['Requirement', 'Level', 'Section', 'Sentence', 'Operations', 'Verified by'],
          sources.requirements.map((row) => [
            code(row.id),
            row.level,
            sectionOf(row, sources),
            row.text,
            (operations.get(row.id) ?? []).join(', '),
            howVerified(row, sources),
          ]),
        ),
      ),
    ),
  };
}

function operationsOf(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [operation, rows] of requirementsByOperation(sources)) {
    for (const { id } of rows) found.set(id, [...(found.get(id) ?? []), operation]);
  }
  return found;
}

/** The number of the section with its title. The filter of the table takes a comma for the end of a value. */
function sectionOf({ section: number }: Requirement, { sections }: Sources): string {
  return [number, sections[number]?.replaceAll(',', '')].filter(Boolean).join(' ');
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
  const operations = operationsOf(sources);
  return {
    path: `requirements/${area}`,
    title: `Requirements: ${area}`,
    label: area,
    description: `What the contract requires about ${area}, with the statements behind it and what verifies it.`,
    body: parts(...rows.map((row) => requirement(row, operations.get(row.id) ?? [], sources))),
  };
}

function requirement(row: Requirement, operations: readonly string[], sources: Sources): string {
  const { id, level, text, statements, restates = [], schema = [], needs = [] } = row;
  const by = verifiers(row, sources);
  const breakages = sources.suite.breakages.filter(({ of }) => of === id);
  const points = sources.openPoints.filter((point) => row.openPoints?.includes(point.id));
  return parts(
    idHeading('##', id),
    text,
    `**${level}.** ${LEVELS[level]} Section ${sectionOf(row, sources)}.`,
    operations.length === 0 ? undefined : `Operations: ${operations.map(code).join(', ')}.`,
    schema.length === 0 ? undefined : `Places in the schemas: ${schema.map(schemaLink).join(', ')}.`,
    row.unverifiable === undefined ? undefined : `No check: ${row.unverifiable}`,
    by.length === 0
      ? undefined
      : `Verified by ${by.map((each) => (each === 'judge' ? 'the [judge](/guides/judge/)' : `the check [${code(each)}](${address.check(each)})`)).join(', ')}.${needs.length === 0 ? '' : ` A run needs ${needs.map(code).join(', ')} in its [profile](/guides/profile/).`}`,
    labelled(
      'Statements',
      statements.map((key) => `${key}: ${sources.statements[key]?.text ?? ''}`),
    ),
    labelled(
      'Said again in',
      restates.map((key) => `${key}: ${sources.statements[key]?.text ?? ''}`),
    ),
    proof(breakages, sources),
    labelled(
      'Open points',
      points.map((point) => `${point.id} ${point.title}: ${point.suite}`),
    ),
  );
}

function schemaLink(place: string): string {
  const type = place.slice(0, place.indexOf('#'));
  return `[${code(place)}](${address.schema(type)})`;
}

function labelled(label: string, items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : parts(`${label}:`, list(items));
}

/** How the ledger proves that the suite notices a violation. */
function proof(breakages: Sources['suite']['breakages'], { suite }: Sources): string | undefined {
  if (breakages.length === 0) return undefined;
  const items = breakages.map(({ id, behaviour }) => {
    const by = suite.caught.get(id) ?? [];
    const caught = suite.caught.has(id)
      ? `caught by ${by.length === 0 ? 'the judge' : by.map((each) => `[${code(each)}](${address.check(each)})`).join(', ')}`
      : 'not in the last ledger';
    return `<code>${id}</code>: ${behaviour} (${caught})`;
  });
  return section(
    `<details><summary>How the suite is proven: ${breakages.length === 1 ? 'a server that breaks it' : 'servers that break it'}</summary>`,
    list(items),
    '</details>',
  );
}

import { JOURNEYS } from '../../../src/conformance/journeys/catalogue/index.ts';
import type { Requirement } from '../../../src/conformance/registry/registry.ts';
import { areaOf } from '../../../src/conformance/report/area.ts';
import { titleOfSection } from '../../../src/conformance/report/section-title.ts';
import { address } from '../addresses.ts';
import type { OpenPoint } from '../contract.ts';
import { code, fence, list, parts, section } from '../markdown.ts';
import type { Page } from '../page.ts';
import { verifiers } from '../requirement-rows.ts';
import type { Breakage, Sources } from '../sources.ts';

const LEVELS: Readonly<Record<Requirement['level'], string>> = {
  must: 'A violation makes the verdict nonconformant.',
  should: 'A violation is a warning.',
  client: 'This is the duty of clients; a service is not judged by it.',
  open: 'Nothing is asserted.',
};

/**
 * The page of a requirement. It has the full output of `explain`, and also shows what verifies the requirement and what proves that.
 *
 * @param operations the ids of the operations that the requirement is about
 */
export function requirementPage(row: Requirement, operations: readonly string[], sources: Sources): Page {
  const { id, level, text, section: ofDocument, schema = [], unverifiable } = row;
  const area = areaOf(row.id);
  const points = sources.openPoints.filter((point) => row.openPoints?.includes(point.id));
  return {
    path: `requirements/${id}`,
    title: id,
    description: text,
    isLeaf: true,
    body: parts(
      `<p class="facts"><a href="${address.area(area)}">${area}</a>, ${level}, section ${titleOfSection(ofDocument, sources.sections)}</p>`,
      `**${text}**`,
      LEVELS[level],
      operations.length === 0 ? undefined : `Operations: ${operations.map(code).join(', ')}.`,
      schema.length === 0 ? undefined : `Places in the schemas: ${schema.map(schemaLink).join(', ')}.`,
      statements(row, sources),
      verification(row, sources),
      unverifiable === undefined ? undefined : section('## No check', unverifiable),
      proof(sources.suite.breakages.filter(({ of }) => of === id)),
      section('## Open points', ...points.map(openPoint)),
      section('## On the command line', commands(row, sources)),
    ),
  };
}

function schemaLink(place: string): string {
  const type = place.slice(0, place.indexOf('#'));
  return `[${code(place)}](${address.schema(type)})`;
}

function statements({ statements: ids, restates = [] }: Requirement, sources: Sources): string | undefined {
  const lines = (keys: readonly string[]) =>
    keys.length === 0 ? undefined : list(keys.map((key) => `${key}: ${sources.statements[key]?.text ?? ''}`));
  const again = lines(restates);
  return section('## Statements', lines(ids), again && parts('Said again in:', again));
}

function verification(row: Requirement, sources: Sources): string | undefined {
  const by = verifiers(row, sources);
  const checks = by.filter((each) => each !== 'judge').map(checkLink);
  const needs = (row.needs ?? []).map(code).join(', ');
  return section(
    '## Verified by',
    by.includes('judge') ? 'The [judge](/guides/judge/), in everything that is sent or recorded.' : undefined,
    listOfChecks(checks),
    needs === '' ? undefined : `A run needs ${needs} in its [profile](/guides/profile/).`,
  );
}

/** Some requirements have a hundred checks. A few fit into a sentence. */
function listOfChecks(checks: readonly string[]): string | undefined {
  if (checks.length > 3) return parts('These checks:', list(checks));
  if (checks.length === 0) return undefined;
  return `${checks.length === 1 ? 'The check' : 'The checks'} ${checks.join(', ')}.`;
}

function checkLink(id: string): string {
  return `[${code(id)}](${address.check(id)})`;
}

/** The proof that the suite notices a violation. */
function proof(breakages: readonly Breakage[]): string | undefined {
  if (breakages.length === 0) return undefined;
  return section(
    '## How the suite is proven',
    `The reference server can break this requirement. The [ledger](/guides/ledger/) shows that the suite notices ${breakages.length === 1 ? 'it' : 'each of these'}:`,
    list(breakages.map((each) => `<code>${each.id}</code>: ${each.behaviour}${noticedBy(each)}`)),
  );
}

function noticedBy({ proof: shown }: Breakage): string {
  switch (shown?.kind) {
    case 'ledger':
      return ` (caught by ${shown.checks.length === 0 ? 'the judge' : shown.checks.map(checkLink).join(', ')})`;
    case 'tried-everywhere':
      return ' (caught by the judge wherever it is tried)';
    case undefined:
      return '';
  }
}

function openPoint({ id, title, question, readings, suite }: OpenPoint): string {
  return parts(
    `**${id} ${title}.** ${question}`,
    readings.length === 0 ? undefined : list(readings.map(({ key, text }) => `<code>${key}</code>: ${text}`)),
    `What the suite asserts: ${suite}`,
  );
}

function commands({ id, level }: Requirement, { suite }: Sources): string {
  const [breakage] = suite.breakages.filter(({ of }) => of === id);
  const journey = JOURNEYS.find(({ rows }) => level === 'client' && rows.some((row) => row === id));
  const canRun = level !== 'client' && suite.checks.some(({ requirements }) => requirements.includes(id));
  return fence(
    'sh',
    [
      `npx --no conversation-api explain ${id}`,
      ...(canRun
        ? [
            `CONVERSATION_API_TOKEN=harbor-main npx --no conversation-api check http://127.0.0.1:4010 --only ${id}`,
          ]
        : []),
      ...(breakage ? [`npx --no conversation-api serve --break ${breakage.id}`] : []),
      ...(journey
        ? [`npx --no conversation-api check-client --journey ${journey.name} -- node driver.js`]
        : []),
    ].join('\n'),
  );
}

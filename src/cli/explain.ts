import { COMMAND } from '../conformance/commands.ts';
import { loadFailures } from '../conformance/registry/failures.ts';
import { type Found, lookUp } from '../conformance/registry/lookup.ts';
import { loadRegistry, type Registry } from '../conformance/registry/registry.ts';
import { withSources } from '../conformance/registry/with-sources.ts';
import { areaPage, failurePage, openPointPage, requirementPage } from '../conformance/report/docs-links.ts';
import { renderExplanation } from '../conformance/report/explain.ts';
import type { Paint } from '../conformance/report/paint.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { readDocs } from './docs-option.ts';
import { EXPLAIN_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { paintFor } from './standard-io.ts';
import { wrapFor } from './wrap.ts';

/** `conversation-api explain ID|PREFIX`: describes a requirement, a statement, an open point, a check or the code of a failure. */
export async function explain(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, EXPLAIN_FLAGS);
  const docs = readDocs(values.docs);
  const [key, ...more] = positionals;
  if (!key)
    throw new UsageError('explain needs an id, such as stream.terminal.exactly-one; see explain --help');
  if (more.length > 0) throw new UsageError('explain takes one id; for several, give their common beginning');
  const registry = loadRegistry();
  const found = lookUp(registry, key);
  if (values.json && found.kind !== 'none') {
    io.stdout.write(`${JSON.stringify(withSources(found, registry), null, 2)}\n`);
    return EXIT.ok;
  }
  const paint = paintFor(io.stdout);
  // The id of a check may also be the beginning of requirement ids.
  const check =
    found.kind === 'none' || found.kind === 'requirements' ? await explainCheck(key, registry, paint) : '';
  if (found.kind === 'none' && check === '') throw new UsageError(describeUnknown(key, found.nearest));
  if (values.json) throw new UsageError(`${key} is a check; list --checks --json has all of them`);
  const texts = [
    ...(found.kind === 'none' ? [] : [renderExplanation(found, registry, paint)]),
    found.kind === 'requirement' ? await explainJourneys(found.requirement.id, paint) : '',
    check,
  ];
  io.stdout.write(wrapFor(io.stdout, texts.filter((text) => text !== '').join('\n')));
  const pages = docs === undefined ? [] : pagesOf(found, registry, docs);
  if (pages.length > 0) io.stdout.write(`\n${pages.map((page) => `  ${page}\n`).join('')}`);
  return EXIT.ok;
}

/** Names the journeys by which a client is judged by a requirement. Empty if there are none. */
async function explainJourneys(id: string, paint: Paint): Promise<string> {
  const { JOURNEYS } = await import('../conformance/journeys/catalogue/index.ts');
  const journeys = JOURNEYS.filter(({ rows }) => rows.some((row) => row === id));
  const [first] = journeys;
  if (!first) return '';
  return [
    `  ${paint('bold', 'Journeys of clients')}`,
    ...journeys.map(({ name, service }) => `    ${name}: the service ${service}`),
    `    ${COMMAND.checkClient(['--journey', first.name], ['node', 'driver.js'])}`,
    '',
  ].join('\n');
}

/** Describes the check with this id, or lists those below it. Empty if there is none. */
async function explainCheck(key: string, registry: Registry, paint: Paint): Promise<string> {
  const { CHECKS, costOf, describeCost, isUnder, listChecks, renderCheck } = await import(
    '../conformance/api/bundle.ts'
  );
  const exact = CHECKS.find(({ id }) => id === key);
  if (exact) return renderCheck(exact, describeCost(costOf(key)), registry, paint);
  const below = CHECKS.filter(({ id }) => isUnder(id, key));
  const isOfRequirements = registry.requirements.some(({ id }) => id.startsWith(key));
  return below.length === 0 || isOfRequirements ? '' : `${listChecks(below, paint).join('\n')}\n`;
}

/** The pages of the docs portal about what was found. A statement is on the pages of its requirements. */
function pagesOf(found: Found, { requirements }: Registry, docs: string): readonly string[] {
  switch (found.kind) {
    case 'requirement':
      return [requirementPage(docs, found.requirement.id)];
    case 'requirements':
      return [...new Set(found.requirements.map(({ id }) => areaPage(docs, id)))];
    case 'statement':
      return requirements
        .filter(({ statements, restates = [] }) => [...statements, ...restates].includes(found.statement.id))
        .map(({ id }) => requirementPage(docs, id));
    case 'open-point':
      return [openPointPage(docs, found.openPoint.id)];
    case 'failures':
      return found.failures.map(({ id }) => failurePage(docs, id));
    case 'none':
      return [];
  }
}

/** The message for an unknown id, with the nearest ids, or for a status that no failure has. */
function describeUnknown(key: string, nearest: readonly string[]): string {
  if (/^[1-5]\d\d$/.test(key)) {
    const statuses = new Set(loadFailures().flatMap(({ status = [] }) => status));
    return `no failure has the status ${key}; those that have one: ${[...statuses].join(', ')}. The list is open, so treat another status by its class`;
  }
  return `there is no requirement, statement, open point, check or code ${key.slice(0, 100)}; ${pointTo(nearest)}`;
}

/** Names the nearest ids, or says how to list all ids. */
export function pointTo(nearest: readonly string[]): string {
  return nearest.length > 0
    ? `the nearest: ${nearest.join(', ')}`
    : `\`${COMMAND.list()}\` shows the requirements, and \`list --checks\` the checks`;
}

import { type Found, lookUp } from '../conformance/lookup.ts';
import { loadRegistry, type Registry } from '../conformance/registry.ts';
import { areaPage, failurePage, openPointPage, requirementPage } from '../conformance/report/docs-links.ts';
import { renderExplanation } from '../conformance/report/explain.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { readDocs } from './docs-option.ts';
import { EXPLAIN_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { paintFor } from './standard-io.ts';

/** `conversation-api explain ID|PREFIX`: describes a requirement, a statement, an open point or the code of a failure. */
export async function explain(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, EXPLAIN_FLAGS);
  const docs = readDocs(values.docs);
  const [key, ...more] = positionals;
  if (!key)
    throw new UsageError('explain needs an id, such as stream.terminal.exactly-one; see explain --help');
  if (more.length > 0) throw new UsageError('explain takes one id; for several, give what they begin with');
  const registry = loadRegistry();
  const found = lookUp(registry, key);
  if (found.kind === 'none') throw new UsageError(describeUnknown(key, found.nearest));
  io.stdout.write(renderExplanation(found, registry, paintFor(io.stdout)));
  const pages = docs === undefined ? [] : pagesOf(found, registry, docs);
  if (pages.length > 0) io.stdout.write(`\n${pages.map((page) => `  ${page}\n`).join('')}`);
  return EXIT.ok;
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

/** The message for an unknown id, with the nearest ids. */
function describeUnknown(key: string, nearest: readonly string[]): string {
  return `there is no requirement, statement, open point or code ${key.slice(0, 100)}; ${pointTo(nearest)}`;
}

/** Names the nearest ids, or says how to see all. */
export function pointTo(nearest: readonly string[]): string {
  return nearest.length > 0
    ? `the nearest: ${nearest.join(', ')}`
    : '`conversation-api list` shows all of them';
}

import { type Found, lookUp } from '../conformance/lookup.ts';
import { loadRegistry } from '../conformance/registry.ts';
import { openPointPage, requirementPage } from '../conformance/report/docs-links.ts';
import { renderExplanation } from '../conformance/report/explain.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { readDocs } from './docs-option.ts';
import { EXIT, type Io } from './io.ts';
import { paintFor } from './standard-io.ts';

/** `conversation-api explain ID|PREFIX`: describes a requirement, a statement, an open point or the code of a failure. */
export async function explain(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, { docs: { type: 'string' } });
  const docs = readDocs(values.docs);
  const [key, ...more] = positionals;
  if (!key)
    throw new UsageError('explain needs an id, such as stream.terminal.exactly-one; see explain --help');
  if (more.length > 0) throw new UsageError('explain takes one id; for several, give what they begin with');
  const registry = loadRegistry();
  const found = lookUp(registry, key);
  if (found.kind === 'none') throw new UsageError(describeUnknown(key, found.nearest));
  io.stdout.write(renderExplanation(found, registry, paintFor(io.stdout)));
  const page = docs === undefined ? undefined : pageOf(found, docs);
  if (page !== undefined) io.stdout.write(`\n  ${page}\n`);
  return EXIT.ok;
}

/** The page of the docs portal. Statements and lists have none. */
function pageOf(found: Found, docs: string): string | undefined {
  if (found.kind === 'requirement') return requirementPage(docs, found.requirement.id);
  return found.kind === 'open-point' ? openPointPage(docs, found.openPoint.id) : undefined;
}

/** The message for an unknown id, with the nearest ids. */
export function describeUnknown(key: string, nearest: readonly string[]): string {
  const hint =
    nearest.length > 0 ? `the nearest: ${nearest.join(', ')}` : '`conversation-api list` shows all of them';
  return `there is no requirement, statement, open point or code ${key.slice(0, 100)}; ${hint}`;
}

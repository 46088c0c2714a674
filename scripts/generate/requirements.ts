import { type Files, toJson } from './output.ts';
import {
  checkRegistry,
  type Row,
  readRegistryOpenPoints,
  readRows,
  readStatements,
  withRestatements,
} from './registry.ts';
import { readSections } from './sections.ts';
import { contractVersion, type Spec, SpecError } from './spec.ts';

/**
 * requirements.json: the registry as one file, with the statements and open points that its rows name. rows.json: the part that
 * the judge needs, small enough to read at every start.
 * @throws SpecError naming every fault of the registry.
 */
export function buildRequirements(spec: Spec): Files {
  const problems = checkRegistry(spec);
  if (problems.length > 0) throw new SpecError(...problems);
  const statements = readStatements(spec);
  const rows = readRows(spec).map(({ row }) => row);
  const registry = {
    contract: contractVersion(spec),
    sections: readSections(spec),
    requirements: withRestatements(rows, statements).map(inOrder),
    statements: byId(statements),
    openPoints: byId(readRegistryOpenPoints(spec)),
  };
  const { contract, sections, requirements } = registry;
  const judged = { contract, sections, requirements: requirements.map(forJudging) };
  return new Map([
    ['generated/requirements.json', toJson(registry, 2)],
    ['generated/rows.json', `${JSON.stringify(judged)}\n`],
  ]);
}

function forJudging({ id, level, text, section, statements, unverifiable }: Row) {
  return { id, level, text, section, statements, ...(unverifiable === undefined ? {} : { unverifiable }) };
}

function inOrder(row: Row): Row {
  const { id, level, text, section, statements, ...rest } = row;
  return { id, level, text, section, statements, ...rest };
}

function byId<Entry extends { readonly id: string }>(entries: readonly Entry[]): Record<string, Entry> {
  return Object.fromEntries(entries.map((entry) => [entry.id, entry]));
}

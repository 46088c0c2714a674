import type { Files } from './output.ts';
import {
  checkRegistry,
  type Row,
  readRegistryOpenPoints,
  readRows,
  readStatements,
  withRestatements,
} from './registry.ts';
import { readSections } from './sections.ts';
import { contractVersion, isObject, type Spec, SpecError } from './spec.ts';

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
    ['generated/requirements.json', toLines(registry)],
    ['generated/rows.json', `${JSON.stringify(judged)}\n`],
  ]);
}

/** JSON with one row, statement or open point on each line, so that a change of one is one line in a diff. */
function toLines(registry: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(registry).map(([name, value]) => `${JSON.stringify(name)}: ${linesOf(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

function linesOf(value: unknown): string {
  if (Array.isArray(value)) return `[\n${value.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map((entry) => entry.map((part) => JSON.stringify(part)).join(': '));
  return `{\n${entries.join(',\n')}\n}`;
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

/**
 * `npm run statements`: lists the tests for each statement of the service description. A primary statement about the server
 * needs a test, or an entry in left-out.yaml with the reason.
 */
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parse } from 'yaml';
import requirements from '../generated/requirements.json' with { type: 'json' };
import { repositoryRoot } from './test/environment.ts';

export interface Statement {
  readonly id: string;
  readonly text: string;
  readonly class: string;
  readonly direction: string;
  readonly strength: string;
  readonly sameAs?: string;
}

/** How a statement is covered: by test files, by messages in exchanges, or not at all for a stated reason. */
export interface Shown {
  readonly statement: Statement;
  readonly tests: readonly string[];
  /** A row of the registry against which every message is validated, and which shapes.test.ts has seen in an exchange. */
  readonly wireRow?: string;
  readonly leftOut?: string;
}

interface Registry {
  readonly statements: Readonly<Record<string, Statement>>;
  readonly requirements: readonly {
    readonly id: string;
    readonly statements: readonly string[];
    readonly schema?: readonly string[];
  }[];
}

const REGISTRY = requirements as unknown as Registry;

const TESTABLE = new Set(['plain', 'credential', 'resource', 'scenario', 'application', 'wait', 'fault']);

/** The statements that need a test. */
export function listStatements(): Statement[] {
  return Object.values(REGISTRY.statements).filter(
    (statement) =>
      statement.sameAs === undefined &&
      TESTABLE.has(statement.class) &&
      statement.direction !== 'client' &&
      (statement.strength === 'strict' || statement.strength === 'weak'),
  );
}

export function mapStatements(): Shown[] {
  const tests = readTests();
  const wire = readWireRows();
  const leftOut = readLeftOut();
  return listStatements().map((statement) => {
    const wireRow = wire.get(statement.id);
    const reason = leftOut[statement.id];
    return {
      statement,
      tests: tests.get(statement.id) ?? [],
      ...(wireRow !== undefined && { wireRow }),
      ...(reason !== undefined && { leftOut: reason }),
    };
  });
}

/** Finds statements without coverage, statements that are left out although a test covers them, and unknown ids. */
export function findGaps(): string[] {
  const shown = mapStatements();
  const known = new Set(shown.map(({ statement }) => statement.id));
  const strangers = [...readTests().keys(), ...Object.keys(readLeftOut())].filter(
    (id) => !(id in REGISTRY.statements),
  );
  return [
    ...shown
      .filter(
        ({ tests, wireRow, leftOut }) => tests.length === 0 && wireRow === undefined && leftOut === undefined,
      )
      .map(({ statement }) => `${statement.id} is shown by no test: ${statement.text}`),
    ...shown
      .filter(({ tests, leftOut }) => tests.length > 0 && leftOut !== undefined)
      .map(({ statement }) => `${statement.id} is left out although a test shows it`),
    ...Object.keys(readLeftOut())
      .filter((id) => !known.has(id))
      .map((id) => `${id} needs no test, so it need not be left out`),
    ...new Set(strangers.map((id) => `there is no statement ${id}`)),
  ];
}

/** The test files of each statement, from the ids in the first argument of `states`. */
function readTests(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync(`${repositoryRoot}/test/reference/**/*.test.ts`)) {
    for (const [, ids = ''] of readFileSync(file, 'utf8').matchAll(/\bstates\(\s*'([^']*)'/g)) {
      for (const id of ids.split(/\s+/)) {
        const files = found.get(id) ?? [];
        const name = relative(repositoryRoot, file);
        found.set(id, files.includes(name) ? files : [...files, name]);
      }
    }
  }
  return found;
}

/** Places in the schemas of requests. No message of the server shows them. */
const REQUEST_POINTER = /^(\w+Request|Attachments|ToolDecision)#/;

/** Rows that own part of the server's messages. Every message is validated against them. */
export function listWireRows(): Registry['requirements'] {
  return REGISTRY.requirements.filter(({ schema }) =>
    schema?.some((pointer) => !REQUEST_POINTER.test(pointer)),
  );
}

function readWireRows(): Map<string, string> {
  return new Map(
    listWireRows().flatMap(({ id, statements }) => statements.map((statement) => [statement, id])),
  );
}

function readLeftOut(): Record<string, string> {
  return parse(readFileSync(new URL('./statements/left-out.yaml', import.meta.url), 'utf8')) ?? {};
}

function print(): void {
  for (const { statement, tests, wireRow, leftOut } of mapStatements()) {
    const where = [
      ...tests,
      ...(wireRow ? [`the wire (${wireRow})`] : []),
      ...(leftOut ? [`left out: ${leftOut}`] : []),
    ];
    console.log(`${statement.id}  ${where.join(', ') || 'nowhere'}`);
  }
  const shown = mapStatements();
  const count = (test: (entry: Shown) => boolean) => shown.filter(test).length;
  console.log(
    `${shown.length} statements about the server: ${count(({ tests }) => tests.length > 0)} shown by tests, ${count(({ tests, wireRow }) => tests.length === 0 && wireRow !== undefined)} by every message alone, ${count(({ leftOut }) => leftOut !== undefined)} left out`,
  );
}

if (import.meta.main) print();

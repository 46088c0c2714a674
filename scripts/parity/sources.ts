import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { asyncapiDocument, openapiDocument } from '../generate/documents.ts';
import { type ErrorRow, readErrorRows } from '../generate/error-row.ts';
import { type Row, readRegistryOpenPoints, readRows, readStatements } from '../generate/registry.ts';
import { isObject, type JsonObject, Spec } from '../generate/spec.ts';

/** The sources that must agree. Created from text alone, so that a test can change one line. */
export class Sources {
  readonly spec: Spec;
  /** spec/, docs/ and src/ as text, by path relative to the repository. */
  readonly texts: ReadonlyMap<string, string>;
  /** Rows that no check verifies yet, see test/spec/awaiting-checks.txt. */
  readonly awaiting: ReadonlySet<string>;
  /** Rows that a check of a live service verifies. */
  readonly checked: ReadonlySet<string>;
  #rows: readonly Row[] | undefined;
  #statementIds: ReadonlySet<string> | undefined;
  #openPoints: ReadonlyMap<string, { readonly contract: string }> | undefined;

  /**
   * @param checked the rows that checks name; passed in, because this script does not import the checks
   * @param like sources with many of the same files, whose parsed values are reused
   */
  constructor(files: ReadonlyMap<string, string>, checked: Iterable<string> = [], like?: Sources) {
    this.checked = new Set(checked);
    const inSpec = [...files].filter(([path]) => path.startsWith('spec/'));
    this.spec = new Spec(
      inSpec.map(([path, text]) => [path.slice('spec/'.length), text]),
      like?.spec,
    );
    this.texts = new Map([...files].filter(([path]) => path !== awaitingPath));
    this.awaiting = new Set(
      (files.get(awaitingPath) ?? '').split('\n').filter((line) => /^[a-z]/.test(line)),
    );
  }

  /** The bundle of the OpenAPI document. */
  get openapi(): JsonObject {
    return openapiDocument(this.spec);
  }

  /** The bundle of the AsyncAPI document. */
  get asyncapi(): JsonObject {
    return asyncapiDocument(this.spec);
  }

  get rows(): readonly Row[] {
    this.#rows ??= readRows(this.spec).map(({ row }) => row);
    return this.#rows;
  }

  get statementIds(): ReadonlySet<string> {
    this.#statementIds ??= new Set(readStatements(this.spec).map(({ id }) => id));
    return this.#statementIds;
  }

  get openPoints(): ReadonlyMap<string, { readonly contract: string }> {
    this.#openPoints ??= new Map(readRegistryOpenPoints(this.spec).map((point) => [point.id, point]));
    return this.#openPoints;
  }

  get errors(): readonly ErrorRow[] {
    return readErrorRows(this.spec);
  }

  /** The content of an example's file; undefined if there is none. */
  example(type: string, name: string): unknown {
    const path = `examples/${type}/${name}.json`;
    return this.spec.has(path) ? this.spec.value(path) : undefined;
  }
}

export const awaitingPath = 'test/spec/awaiting-checks.txt';

/** Checks that some of the sources agree. Returns one line for each disagreement. */
export type Parity = (sources: Sources) => readonly string[];

const folders = ['spec', 'docs', 'src'];
const readable = /\.(yaml|json|sse|md|ts)$/;

/** The files to compare, by path relative to the root. Released editions are left out, since they may mention ids of their time. */
export function readFiles(root: string): Map<string, string> {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && readable.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((path) => !path.startsWith('spec/released/')),
  );
  return new Map(
    [...paths.sort(), awaitingPath].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );
}

/** The member of a mapping, or an empty mapping where there is none. */
export function mapping(holder: unknown, ...names: readonly string[]): JsonObject {
  const value = names.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), holder);
  return isObject(value) ? value : {};
}

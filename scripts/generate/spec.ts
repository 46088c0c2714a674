import { posix } from 'node:path';
import { parse, YAMLParseError } from 'yaml';

/** A fault in the sources: the file (relative to spec/), the place in it (a JSON Pointer), and the message. */
export interface Problem {
  readonly file: string;
  readonly pointer?: string;
  readonly message: string;
}

/** The sources cannot be built. Contains every problem that the step found. */
export class SpecError extends Error {
  readonly code = 'broken-spec';
  readonly problems: readonly Problem[];

  constructor(...problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.problems = problems;
  }
}

/** One line: file, pointer, message. */
export function describeProblem({ file, pointer, message }: Problem): string {
  return `spec/${file}${pointer ? `#${pointer}` : ''}: ${message}`;
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The sources as text, by path relative to spec/. It never uses the disk, so a test can give a step a few lines. */
export class Spec {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #values = new Map<string, unknown>();
  readonly #like: Spec | undefined;

  /** @param like another spec with many of the same files, whose parsed values are reused */
  constructor(texts: Iterable<readonly [string, string]>, like?: Spec) {
    this.#texts = new Map(texts);
    this.#like = like;
  }

  /** Every file with its text. */
  sources(): Iterable<readonly [string, string]> {
    return this.#texts;
  }

  has(path: string): boolean {
    return this.#texts.has(path);
  }

  /** Paths in this folder and below, in code point order. */
  list(folder: string): string[] {
    return [...this.#texts.keys()].filter((path) => path.startsWith(`${folder}/`)).sort();
  }

  /** @throws SpecError when there is no such file. */
  text(path: string): string {
    const text = this.#texts.get(path);
    if (text === undefined) throw new SpecError({ file: path, message: 'there is no such file' });
    return text;
  }

  /**
   * The parsed file: YAML and JSON as a value, other files as text. Each file is parsed once; do not change the value.
   * @throws SpecError when the file is missing or cannot be parsed.
   */
  value(path: string): unknown {
    if (!this.#values.has(path)) this.#values.set(path, this.#read(path));
    return this.#values.get(path);
  }

  #read(path: string): unknown {
    const text = this.text(path);
    const like = this.#like;
    return like?.has(path) && like.text(path) === text ? like.value(path) : parseFile(path, text);
  }

  /** @throws SpecError also when the file does not hold a mapping. */
  object(path: string): JsonObject {
    const value = this.value(path);
    if (!isObject(value)) throw new SpecError({ file: path, message: 'expected a mapping' });
    return value;
  }

  /** @throws SpecError also when the file does not hold a list. */
  array(path: string): unknown[] {
    const value = this.value(path);
    if (!Array.isArray(value)) throw new SpecError({ file: path, message: 'expected a list' });
    return value;
  }
}

function parseFile(path: string, text: string): unknown {
  try {
    if (path.endsWith('.json')) return JSON.parse(text);
    if (path.endsWith('.yaml')) return parse(text);
    return text;
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof SyntaxError)) throw error;
    throw new SpecError({ file: path, message: error.message.split('\n')[0]?.replace(/:$/, '') ?? 'broken' });
  }
}

/** `schemas/Chat.yaml` to `Chat`. */
export function nameOf(path: string): string {
  return posix.parse(path).name;
}

const schemaFolder = 'schemas';

export function schemaPath(type: string): string {
  return `${schemaFolder}/${type}.yaml`;
}

/** Every schema of the contract by its type name, in alphabetical order. */
export function schemasOf(spec: Spec): Map<string, JsonObject> {
  return new Map(spec.list(schemaFolder).map((path) => [nameOf(path), spec.object(path)]));
}

/** The contract's own version, `info.version` of the OpenAPI document. */
export function contractVersion(spec: Spec): string {
  const path = 'openapi/openapi.yaml';
  const { info } = spec.object(path);
  if (isObject(info) && typeof info.version === 'string') return info.version;
  throw new SpecError({
    file: path,
    pointer: '/info/version',
    message: 'expected a version such as "1.0.0"',
  });
}

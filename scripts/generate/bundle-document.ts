/**
 * Bundles a document of many files into one. `redocly bundle` cannot be used: it does not resolve references inside
 * example values and extensions, which would then lead nowhere.
 */
import { append, tokensOf } from './pointer.ts';
import { resolvePath } from './references.ts';
import { isObject, type JsonObject, nameOf, type Problem, type Spec, SpecError } from './spec.ts';

/** Folders whose files become components of this kind, named as the file. */
const kindByFolder: Readonly<Record<string, string>> = {
  schemas: 'schemas',
  'openapi/parameters': 'parameters',
  'openapi/responses': 'responses',
  'openapi/headers': 'headers',
};

/**
 * One document without references to other files. Schemas, parameters, responses and headers become components by
 * name. The contents of all other files, such as examples, replace the references to them.
 * @throws SpecError for each reference without a target.
 */
export function bundleDocument(spec: Spec, root: string): JsonObject {
  return new Bundler(spec, root).bundle();
}

class Bundler {
  readonly #spec: Spec;
  readonly #root: string;
  readonly #components = new Map<string, Map<string, unknown>>();
  readonly #problems: Problem[] = [];

  constructor(spec: Spec, root: string) {
    this.#spec = spec;
    this.#root = root;
  }

  bundle(): JsonObject {
    const { components, ...rest } = this.#spec.object(this.#root);
    const document = this.#resolve(rest, this.#root, '') as JsonObject;
    for (const [kind, members] of Object.entries(isObject(components) ? components : {})) {
      for (const [name, value] of Object.entries(isObject(members) ? members : {})) {
        this.#addComponent(kind, name, value, append('/components', kind, name));
      }
    }
    document.components = this.#sortedComponents();
    this.#checkLocalReferences(document, document, '');
    if (this.#problems.length > 0) throw new SpecError(...this.#problems);
    return document;
  }

  /** A component of the root: its own content, or the file that it names. */
  #addComponent(kind: string, name: string, value: unknown, pointer: string): void {
    const ref = isObject(value) ? value.$ref : undefined;
    if (typeof ref !== 'string' || ref.startsWith('#')) {
      this.#place(kind, name, () => this.#resolve(value, this.#root, pointer));
      return;
    }
    const path = this.#locate(ref, this.#root, pointer);
    if (path === undefined) return;
    if (nameOf(path) !== name) this.#fail(this.#root, pointer, `is called ${name} but its file is ${path}`);
    this.#place(kind, name, () => this.#resolve(this.#spec.value(path), path, ''));
  }

  #place(kind: string, name: string, read: () => unknown): void {
    const members = this.#components.get(kind) ?? new Map<string, unknown>();
    this.#components.set(kind, members);
    if (members.has(name)) return;
    members.set(name, undefined); // Reserves the place first, since a schema may refer to itself.
    members.set(name, read());
  }

  #resolve(value: unknown, file: string, pointer: string): unknown {
    if (Array.isArray(value)) {
      return value.map((item, index) => this.#resolve(item, file, append(pointer, index)));
    }
    if (!isObject(value)) return value;
    if (typeof value.$ref === 'string' && !value.$ref.startsWith('#'))
      return this.#follow(value, file, pointer);
    const result: JsonObject = {};
    for (const [key, member] of Object.entries(value)) {
      if (key === 'externalValue' && typeof member === 'string' && !/^https?:/.test(member)) {
        result.value = this.#follow({ $ref: member }, file, append(pointer, key));
      } else {
        result[key] = this.#resolve(member, file, append(pointer, key));
      }
    }
    return result;
  }

  #follow(reference: JsonObject, file: string, pointer: string): unknown {
    const { $ref, ...siblings } = reference;
    const path = this.#locate(String($ref), file, pointer);
    if (path === undefined) return {};
    const kind = kindByFolder[path.slice(0, path.lastIndexOf('/'))];
    const beside = this.#resolve(siblings, file, pointer) as JsonObject;
    if (kind !== undefined) {
      const name = nameOf(path);
      this.#place(kind, name, () => this.#resolve(this.#spec.value(path), path, ''));
      return { $ref: `#/components/${kind}/${name}`, ...beside };
    }
    if (path.startsWith('examples/')) return this.#spec.value(path);
    const content = this.#resolve(this.#spec.value(path), path, '');
    return isObject(content) ? { ...content, ...beside } : content;
  }

  #locate(ref: string, file: string, pointer: string): string | undefined {
    const path = resolvePath(file, ref);
    if (this.#spec.has(path)) return path;
    this.#fail(
      file,
      append(pointer, '$ref'),
      `leads nowhere: ${JSON.stringify(ref)}, there is no spec/${path}`,
    );
    return undefined;
  }

  #checkLocalReferences(document: JsonObject, value: unknown, pointer: string): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        this.#checkLocalReferences(document, item, append(pointer, index));
      }
    } else if (isObject(value)) {
      const { $ref } = value;
      if (typeof $ref === 'string' && $ref.startsWith('#') && !leadsSomewhere(document, $ref)) {
        this.#fail(this.#root, append(pointer, '$ref'), `leads nowhere: ${JSON.stringify($ref)}`);
      }
      for (const [key, member] of Object.entries(value)) {
        this.#checkLocalReferences(document, member, append(pointer, key));
      }
    }
  }

  /** Components in the order of the root document, schemas by name. Components that the root does not list come last. */
  #sortedComponents(): JsonObject {
    const { components } = this.#spec.object(this.#root);
    const listed = isObject(components) ? components : {};
    const sorted = [...this.#components].map(([kind, members]) => {
      const names = kind !== 'schemas' && isObject(listed[kind]) ? Object.keys(listed[kind]) : [];
      return [kind, Object.fromEntries(sortEntries(members, names))] as const;
    });
    return Object.fromEntries(sortEntries(sorted, Object.keys(listed)));
  }

  #fail(file: string, pointer: string, message: string): void {
    this.#problems.push({ file, pointer, message });
  }
}

function sortEntries<Value>(entries: Iterable<readonly [string, Value]>, order: readonly string[]) {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...entries].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function leadsSomewhere(document: JsonObject, ref: string): boolean {
  let target: unknown = document;
  for (const token of tokensOf(decodeURIComponent(ref))) {
    target = (target as JsonObject | undefined)?.[token];
  }
  return target !== undefined;
}

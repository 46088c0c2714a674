import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';

/** The state of a process that a library must not change. */
export interface HostState {
  /** Facts that are compared by value. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Own properties of the globals, their prototypes, `process` and modules of Node. Empty if they were not read. */
  readonly properties: ReadonlyMap<string, ReadonlyMap<PropertyKey, PropertyDescriptor>>;
}

/** Modules whose exports a library could replace for the whole process. */
const MODULES = ['dns', 'events', 'fs', 'http', 'https', 'net', 'stream', 'timers', 'tls', 'v8', 'zlib'];

/** Properties that Node itself changes while a process runs. */
const OWNED_BY_NODE: ReadonlySet<PropertyKey> = new Set([
  '_events',
  '_eventsCount',
  '_exiting',
  'exitCode',
  // The dispatchers of `fetch`, which Node sets when it loads `fetch`. `watchHost` reports if a library sets them.
  Symbol.for('undici.globalDispatcher.1'),
  Symbol.for('undici.globalDispatcher.2'),
]);

/**
 * Captures the state of this process.
 *
 * @param readsProperties whether to read properties. Reading a lazy global of Node loads it, and a library that replaces a part of
 * it, such as the dispatcher of `fetch`, would then go unnoticed.
 */
export function captureHost(readsProperties: boolean): HostState {
  // First, since this loads the lazy globals.
  const properties = readsProperties
    ? [...holders()].map(([name, holder]) => [name, ownOf(holder)] as const)
    : [];
  return {
    properties: new Map(properties),
    facts: {
      globals: Reflect.ownKeys(globalThis).filter((key) => !OWNED_BY_NODE.has(key)),
      'garbage collector': [typeof globalThis.gc, runInNewContext('typeof gc')],
      'arguments of Node': process.execArgv,
      arguments: process.argv,
      listeners: Object.fromEntries(
        process.eventNames().map((name) => [name, process.listeners(name as 'exit')]),
      ),
      environment: { ...process.env },
      'working directory': process.cwd(),
      umask: process.umask(),
      title: process.title,
      'exit code': process.exitCode,
      'what keeps the process alive': process.getActiveResourcesInfo().sort().join(', '),
    },
  };
}

/** Describes the differences between two states, one line each. */
export function compareHosts(before: HostState, after: HostState): string[] {
  const facts = Object.keys(before.facts)
    .filter((name) => !isDeepStrictEqual(before.facts[name], after.facts[name]))
    .map((name) => `${name}: ${showChange(before.facts[name], after.facts[name])}`);
  const properties = [...before.properties].flatMap(([name, own]) => {
    const now = after.properties.get(name) ?? new Map<PropertyKey, PropertyDescriptor>();
    return [...new Set([...own.keys(), ...now.keys()])]
      .filter((key) => !OWNED_BY_NODE.has(key) && !isSame(own.get(key), now.get(key)))
      .map((key) => `${name}: ${String(key)} was ${own.has(key) ? 'changed' : 'added'}`);
  });
  return [...facts, ...properties];
}

/** The objects that all code of a process shares, by name. */
function holders(): Map<string, object> {
  const found = new Map<string, object>([
    ['globalThis', globalThis],
    ['process', process],
  ]);
  for (const key of Reflect.ownKeys(globalThis)) {
    const { value } = Object.getOwnPropertyDescriptor(globalThis, key) ?? {};
    if (value === globalThis || value === process || !isObject(value)) continue;
    found.set(String(key), value);
    if (typeof value === 'function' && isObject(value.prototype))
      found.set(`${String(key)}.prototype`, value.prototype);
  }
  const iterator = Object.getPrototypeOf([][Symbol.iterator]()) as object;
  found.set('the prototype of array iterators', iterator);
  found.set('the prototype of typed arrays', Object.getPrototypeOf(Uint8Array.prototype) as object);
  found.set('the prototype of async functions', Object.getPrototypeOf(async () => {}) as object);
  for (const name of MODULES) found.set(`node:${name}`, process.getBuiltinModule(`node:${name}`) as never);
  return found;
}

function ownOf(holder: object): Map<PropertyKey, PropertyDescriptor> {
  const descriptors = Object.getOwnPropertyDescriptors(holder);
  return new Map(Reflect.ownKeys(descriptors).map((key) => [key, Reflect.get(descriptors, key)]));
}

function isSame(one: PropertyDescriptor | undefined, other: PropertyDescriptor | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  // Some getters of Node replace themselves with their value at the first read.
  if (one.get && 'value' in other) return Object.is(one.get.call(globalThis), other.value);
  const fields = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const;
  return fields.every((field) => Object.is(one[field], other[field]));
}

function isObject(value: unknown): value is object & { readonly prototype?: unknown } {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function showChange(before: unknown, after: unknown): string {
  if (!Array.isArray(before) || !Array.isArray(after)) return `${show(before)} became ${show(after)}`;
  const added = after.filter((item) => !before.includes(item));
  return `${show(before.filter((item) => !after.includes(item)))} became ${show(added)}`;
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, member) => (typeof member === 'function' ? String(member) : member));
}

/** The globals of a runtime. */
type Globals = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: any class
type Class = { new (...args: any[]): object; readonly prototype: object };

/** Everything that the client needs from a runtime beyond JavaScript itself. Each is a web standard. */
export const ASKED = [
  'AbortController',
  'Headers',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'clearTimeout',
  'fetch',
  'performance',
  'setTimeout',
] as const;

/** What the client uses where it is there. `toReadableStream` and `await using` need the second and the third. */
export const OPTIONAL = ['crypto', 'ReadableStream', 'asyncDispose', 'navigator'] as const;

const without = (name: string) => (globals: Globals) => void delete globals[name];
const withoutStatic = (owner: string, member: string) => (globals: Globals) =>
  void delete Object(globals[owner])[member];
const withoutMember = (owner: string, member: string | symbol) => (globals: Globals) =>
  void delete Object(globals[owner]).prototype[member];

/** What runtimes lack that have `fetch`, and how to take it from the globals. */
export const LACKS: Readonly<Record<string, (globals: Globals) => void>> = {
  'AbortSignal.prototype.reason': withoutMember('AbortSignal', 'reason'),
  'AbortSignal.prototype.throwIfAborted': withoutMember('AbortSignal', 'throwIfAborted'),
  'AbortSignal.abort': withoutStatic('AbortSignal', 'abort'),
  'AbortSignal.any': withoutStatic('AbortSignal', 'any'),
  'AbortSignal.timeout': withoutStatic('AbortSignal', 'timeout'),
  'Response.json': withoutStatic('Response', 'json'),
  'async iteration of ReadableStream': withoutMember('ReadableStream', Symbol.asyncIterator),
  'crypto.getRandomValues': withoutStatic('crypto', 'getRandomValues'),
  'crypto.randomUUID': withoutStatic('crypto', 'randomUUID'),
  crypto: without('crypto'),
  DOMException: without('DOMException'),
  ReadableStream: without('ReadableStream'),
  navigator: without('navigator'),
  structuredClone: without('structuredClone'),
};

/**
 * Makes the globals of a runtime that lacks these things. Its classes are copies, so that members can be removed while the `fetch` of Node,
 * which uses them itself, keeps its own.
 * @param lacks names in `LACKS`
 */
export function olderRuntime(lacks: readonly string[]): Globals {
  const mirrors = [AbortSignal, AbortController, ReadableStream, Response].map(
    (native) => [native, mirror(native, (value) => wrap(value))] as const,
  );
  const wrap = (value: unknown): unknown => {
    const [, found] = mirrors.find(([native]) => value instanceof native) ?? [];
    return found ? found.wrap(value as object) : value;
  };
  const globals: Globals = Object.assign(
    Object.create(null),
    Object.fromEntries(ASKED.map((name) => [name, globalThis[name]])),
    Object.fromEntries(mirrors.map(([{ name }, { made }]) => [name, made])),
    { DOMException, navigator, structuredClone },
    {
      crypto: {
        getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
        randomUUID: () => crypto.randomUUID(),
      },
      /** As strict as the fetch of a browser: it cannot be called as a method of another object. */
      async fetch(this: unknown, url: string, { signal, ...init }: RequestInit = {}) {
        if (this !== undefined && !('exported' in Object(this))) throw new TypeError('Illegal invocation');
        return wrap(
          await fetch(url, { ...init, ...(signal && { signal: nativeOf(signal) as AbortSignal }) }),
        );
      },
    },
  );
  for (const lack of lacks) LACKS[lack]?.(globals);
  return globals;
}

const natives = new WeakMap<object, object>();

function nativeOf(value: object): object {
  return natives.get(value) ?? value;
}

/**
 * Copies a class of the platform. The objects of the copy forward each member to an object of the platform.
 * @param wrapValue makes what a member returns an object of a copy, if its class has one
 */
function mirror(native: Class, wrapValue: (value: unknown) => unknown) {
  const prototype = {};
  const copies = new WeakMap<object, object>();
  const wrap = (original: object): object => {
    const copy = copies.get(original) ?? Object.create(prototype);
    copies.set(original, copy);
    natives.set(copy, original);
    return copy;
  };
  for (let from = native.prototype; from !== Object.prototype; from = Object.getPrototypeOf(from)) {
    for (const name of Reflect.ownKeys(from)) {
      Object.defineProperty(prototype, name, {
        configurable: true,
        get(this: object) {
          const original = nativeOf(this);
          const value: unknown = Reflect.get(original, name, original);
          return typeof value === 'function' ? value.bind(original) : wrapValue(value);
        },
      });
    }
  }
  function made(...args: unknown[]) {
    return wrap(Reflect.construct(native, args));
  }
  for (const name of Object.getOwnPropertyNames(native)) {
    const value: unknown = Reflect.get(native, name);
    if (typeof value === 'function') {
      const forward = (...args: unknown[]) => wrapValue(value.apply(native, args));
      Object.defineProperty(made, name, { configurable: true, value: forward });
    }
  }
  return { made: Object.assign(made, { prototype }), wrap };
}

import { isObject, isShallow, type JsonObject } from '../../../rig/script/json.ts';

/** Members that name something. A provider repeats them in each piece, so they are not joined. */
const NAMES: ReadonlySet<string> = new Set(['id', 'index', 'type', 'format', 'name', 'role']);

export const OPAQUE_LIMITS = {
  /** Characters of all pieces as JSON. */
  characters: 4 * 1024 * 1024,
  /** Levels of nesting. */
  depth: 100,
};

type Members = Record<string, unknown>;

/**
 * Assembles members that only the provider understands from the pieces in which they are streamed, by the rules of the format: strings are
 * continued, objects are merged, and an element of a list continues the last one with the same `index`. For names and all other values, the
 * last one counts. A null is ignored. The work is proportional to the size of the pieces.
 */
export class OpaqueMembers {
  readonly #members: Members = newObject();
  /** The last element with each index, for each list. */
  readonly #elements = new WeakMap<unknown[], Map<unknown, Members>>();
  #characters = 0;

  /** The characters of all pieces so far. */
  get size(): number {
    return this.#characters;
  }

  /** The members so far. */
  get members(): JsonObject {
    return this.#members;
  }

  /** Adds a piece. @returns whether all pieces together stay within the limits; if not, the piece is not added */
  add(piece: JsonObject): boolean {
    if (Object.keys(piece).length === 0) return true;
    if (!isShallow(piece, OPAQUE_LIMITS.depth)) return false;
    this.#characters += JSON.stringify(piece).length;
    if (this.#characters > OPAQUE_LIMITS.characters) return false;
    this.#merge(this.#members, piece);
    return true;
  }

  #merge(known: Members, piece: JsonObject): void {
    for (const [name, value] of Object.entries(piece)) {
      if (value === null || value === undefined) continue;
      known[name] = NAMES.has(name) ? value : this.#join(known[name], value);
    }
  }

  #join(known: unknown, value: unknown): unknown {
    if (typeof known === 'string' && typeof value === 'string') return known + value;
    if (isObject(value)) {
      const joined = isObject(known) ? known : newObject();
      this.#merge(joined as Members, value);
      return joined;
    }
    if (!Array.isArray(value)) return value;
    const list: unknown[] = Array.isArray(known) ? known : [];
    for (const element of value) this.#addTo(list, element);
    return list;
  }

  #addTo(list: unknown[], element: unknown): void {
    if (!isObject(element)) {
      list.push(element);
      return;
    }
    const known = this.#elements.get(list) ?? new Map<unknown, Members>();
    this.#elements.set(list, known);
    const { index, type } = element;
    const earlier = index === undefined ? undefined : known.get(index);
    const isSame = earlier && (earlier.type ?? type) === (type ?? earlier.type);
    const target = isSame ? earlier : newObject();
    this.#merge(target, element);
    if (isSame) return;
    list.push(target);
    known.set(index, target);
  }
}

/** An object without a prototype, in which `__proto__` is a member like any other. */
function newObject(): Members {
  return Object.create(null);
}

// biome-ignore lint/suspicious/noExplicitAny: the data of any event
export type Json = any;

/** A value within the data of an event. */
export interface Place {
  /** Names of members and indexes of items, from the data to the value. */
  readonly path: readonly (string | number)[];
  /** The path without indexes, and without the names of members that the contract leaves open: `steps[].agent.name`. */
  readonly pattern: string;
  readonly value: Json;
}

/** Members whose value belongs to the client or to a tool. Each is treated as one value. */
const OPAQUE = new Set(['metadata', 'input', 'requested_schema', 'anonymization', 'agent_runs']);

/** Lists every value in the data of an event, including objects and lists. */
export function placesOf(data: Json, path: readonly (string | number)[] = []): Place[] {
  const here = path.length === 0 ? [] : [{ path, pattern: patternOf(path), value: data }];
  const name = path.at(-1);
  if (typeof data !== 'object' || data === null || (typeof name === 'string' && OPAQUE.has(name)))
    return here;
  const members = Array.isArray(data)
    ? data.map((item, index) => [index, item] as const)
    : Object.entries(data);
  return [...here, ...members.flatMap(([key, value]) => placesOf(value, [...path, key]))];
}

function patternOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[]` : text === '' ? part : `${text}.${part}`),
    '',
  );
}

/** Copies the data with another value at a place. @param value undefined removes the member or the item */
export function withValue(data: Json, [name, ...rest]: readonly (string | number)[], value: Json): Json {
  if (name === undefined) return value;
  const changed = withValue(data[name], rest, value);
  if (Array.isArray(data))
    return changed === undefined ? data.toSpliced(name as number, 1) : data.with(name as number, changed);
  const { [name]: _, ...others } = data;
  // A changed member keeps its place.
  return changed === undefined
    ? others
    : Object.fromEntries(Object.entries(data).map(([key, member]) => [key, key === name ? changed : member]));
}

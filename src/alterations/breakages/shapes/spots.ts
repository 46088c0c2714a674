import { type Assertion, assertionsAt, withoutWays } from './assertion.ts';
import { allowsNull, branchOf, isObject, type Node, shapeOf } from './schema.ts';

/** A place in a value of which something is asserted. */
export interface Spot {
  readonly assertion: Assertion;
  /** The way from the whole value to what the assertion is about: members and indexes. */
  readonly path: readonly (string | number)[];
}

/**
 * Every place of a value at which its type asserts something that the value could violate. Where several schemas assert the
 * same of one place, it is the matter of the outermost.
 */
export function findSpots(type: string, value: unknown): Spot[] {
  const taken = new Map<string, string[]>();
  return [...spotsOf(shapeOf(type), `${type}#`, value, [], false)].flatMap(({ assertion, path }) => {
    const place = path.join('/');
    const before = taken.get(place) ?? [];
    taken.set(place, [...before, ...Object.keys(assertion.ways)]);
    return withoutWays(assertion, before).map((own) => ({ assertion: own, path }));
  });
}

function* spotsOf(
  node: Node,
  place: string,
  value: unknown,
  path: Spot['path'],
  isNullable: boolean,
): Generator<Spot> {
  for (const assertion of assertionsAt(node, place, isNullable)) {
    const { member } = assertion;
    if (member === undefined) yield { assertion, path };
    else if (isObject(value) && value[member] !== undefined) yield { assertion, path: [...path, member] };
  }
  if (isObject(value)) {
    for (const [name, member] of Object.entries(node.properties ?? {})) {
      if (value[name] === undefined) continue;
      yield* spotsOf(member, `${place}/properties/${name}`, value[name], [...path, name], false);
    }
  }
  if (node.items && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* spotsOf(node.items, `${place}/items`, item, [...path, index], false);
  }
  for (const [part, partPlace] of partsOf(node, place, value))
    yield* spotsOf(part, partPlace, value, path, isNullable || allowsNull(node));
}

/** The nodes that hold for the same value, with where they stand: what is referred to, parts, and what the value chooses. */
function* partsOf(node: Node, place: string, value: unknown): Generator<readonly [Node, string]> {
  const { $ref, allOf = [], if: condition } = node;
  if ($ref !== undefined) yield [shapeOf($ref), `${$ref}#`];
  for (const [index, part] of allOf.entries()) yield [part, `${place}/allOf/${index}`];
  const key = condition && matches(condition, value) ? 'then' : 'else';
  const chosen = node[key];
  if (chosen) yield [chosen, `${place}/${key}`];
  const branch = branchOf(node, value);
  if (branch) yield [branch, `${place}/oneOf`];
}

/** Conditions of the contract are of two forms: the value is null, or a member has one value. */
function matches({ type, properties = {} }: Node, value: unknown): boolean {
  if (type === 'null') return value === null;
  return Object.entries(properties).every(
    ([member, node]) => isObject(value) && value[member] === node.const,
  );
}

import { isObject } from '../../decorators/requests.ts';
import { ABSENT, type Assertion, assertionsAt, withoutWays } from './assertion.ts';
import { allowsNull, branchOf, type Node, promisedBy, shapeOf } from './schema.ts';

/** A place in a value about which a schema asserts something. */
export interface Spot {
  readonly assertion: Assertion;
  /** The members and indexes that lead from the whole value to this place. */
  readonly path: readonly (string | number)[];
}

/** What outer nodes say about the value of a node. */
interface Context {
  readonly isNullable: boolean;
  /** The members that they promise. */
  readonly promised: readonly string[];
}

const FRESH: Context = { isNullable: false, promised: [] };

/**
 * Finds every place in a value where its type asserts something that a different value could violate. If several schemas assert the same
 * about a place, only the outermost schema's assertion counts.
 */
export function findSpots(type: string, value: unknown): Spot[] {
  const taken = new Map<string, string[]>();
  return [...spotsOf(shapeOf(type), `${type}#`, value, [], FRESH)].flatMap(({ assertion, path }) => {
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
  context: Context,
): Generator<Spot> {
  const promised = [...context.promised, ...promisedBy(node)];
  for (const assertion of assertionsAt(node, place, context.isNullable)) {
    const { member } = assertion;
    if (member === undefined) yield { assertion, path };
    else if (isObject(value) && value[member] !== undefined) yield { assertion, path: [...path, member] };
  }
  if (isObject(value)) {
    for (const [name, member] of Object.entries(node.properties ?? {})) {
      if (value[name] === undefined) continue;
      const isNullable = !promised.includes(name);
      yield* spotsOf(member, `${place}/properties/${name}`, value[name], [...path, name], {
        ...FRESH,
        isNullable,
      });
    }
  }
  if (node.items && Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* spotsOf(node.items, `${place}/items`, item, [...path, index], FRESH);
  }
  for (const [part, partPlace] of partsOf(node, place, value))
    yield* spotsOf(part, partPlace, value, path, {
      isNullable: context.isNullable || allowsNull(node),
      promised,
    });
}

/** The other nodes that apply to the same value, each with its place: its $ref, its parts, and the branches that the value selects. */
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

/** The node and all others that apply to the same value. */
export function* applicable(node: Node, value: unknown): Generator<Node> {
  yield node;
  for (const [part] of partsOf(node, '', value)) yield* applicable(part, value);
}

/** The contract uses two forms of conditions: the value is null, or a member has a certain value. */
function matches({ type, properties = {} }: Node, value: unknown): boolean {
  if (type === 'null') return value === null;
  return Object.entries(properties).every(
    ([member, node]) => isObject(value) && value[member] === node.const,
  );
}

/** Returns a copy of the value with a wrong value at a path. @param wrong ABSENT removes the member */
export function spoil(value: unknown, path: Spot['path'], wrong: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return wrong;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? spoil(item, rest, wrong) : item));
  if (!isObject(value)) return value;
  const { [step]: member, ...others } = value;
  if (rest.length === 0 && wrong === ABSENT) return others;
  return { ...value, [step]: spoil(member, rest, wrong) };
}

/** The value at a path. */
export function valueAt(value: unknown, path: Spot['path']): unknown {
  let found = value;
  for (const step of path) found = (found as Record<string | number, unknown>)[step];
  return found;
}

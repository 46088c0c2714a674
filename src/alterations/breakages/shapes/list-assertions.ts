import { type Assertion, assertionsAt, withoutWays } from './assertion.ts';
import { allowsNull, type Node, promisedBy, SENT_TYPES, shapeOf } from './schema.ts';

/** The circumstances in which a node is reached. They depend on where it is referred to. */
interface Context {
  readonly isNullable: boolean;
  /** The ways that outer nodes already cover for the same value. */
  readonly taken: readonly string[];
  /** The members that outer nodes promise of the same value. */
  readonly promised: readonly string[];
}

const FRESH: Context = { isNullable: false, taken: [], promised: [] };

/** Lists everything that the contract asserts about what the service sends, once per context in which a node is reached. */
export function listAssertions(): Assertion[] {
  const found: Assertion[] = [];
  const seen = new Set<string>();
  const visit = (node: Node, place: string, context: Context) => {
    const key = JSON.stringify([place, context]);
    if (seen.has(key)) return;
    seen.add(key);
    const own = assertionsAt(node, place, context.isNullable);
    found.push(...own.flatMap((each) => (each.member ? [each] : withoutWays(each, context.taken))));
    const ways = own.filter(({ member }) => !member).flatMap((each) => Object.keys(each.ways));
    const below: Context = {
      isNullable: context.isNullable || allowsNull(node),
      taken: [...new Set([...context.taken, ...ways])].sort(),
      promised: [...new Set([...context.promised, ...promisedBy(node)])].sort(),
    };
    for (const [part, partPlace] of partsOf(node, place)) visit(part, partPlace, below);
    for (const [name, member] of Object.entries(node.properties ?? {}))
      visit(member, `${place}/properties/${name}`, { ...FRESH, isNullable: !below.promised.includes(name) });
    if (node.items) visit(node.items, `${place}/items`, FRESH);
  };
  for (const type of SENT_TYPES) visit(shapeOf(type), `${type}#`, FRESH);
  return found;
}

/** The other nodes that can apply to the same value. */
function partsOf(node: Node, place: string): (readonly [Node, string])[] {
  const types = [node.$ref, ...(node.oneOf ?? []).map(({ $ref }) => $ref)];
  return [
    ...types.flatMap((type) => (type === undefined ? [] : [[shapeOf(type), `${type}#`] as const])),
    ...(node.allOf ?? []).map((part, index) => [part, `${place}/allOf/${index}`] as const),
    ...(['then', 'else'] as const).flatMap((key) =>
      node[key] ? [[node[key], `${place}/${key}`] as const] : [],
    ),
  ];
}

import { type Assertion, assertionsAt, withoutWays } from './assertion.ts';
import { allowsNull, type Node, SENT_TYPES, shapeOf } from './schema.ts';

/** Where a node was met: what may differ from one place that leads to it to another. */
interface Meeting {
  readonly isNullable: boolean;
  /** What is asserted of the same value further out, where it is the matter of another requirement. */
  readonly said: readonly string[];
}

const FRESH: Meeting = { isNullable: false, said: [] };

/** Everything that the contract asserts of what the service sends, as often as it is met under other circumstances. */
export function listAssertions(): Assertion[] {
  const found: Assertion[] = [];
  const seen = new Set<string>();
  const visit = (node: Node, place: string, meeting: Meeting) => {
    const key = JSON.stringify([place, meeting]);
    if (seen.has(key)) return;
    seen.add(key);
    const own = assertionsAt(node, place, meeting.isNullable);
    found.push(...own.flatMap((each) => (each.member ? [each] : withoutWays(each, meeting.said))));
    const said = own.filter(({ member }) => !member).flatMap(({ ways }) => Object.keys(ways));
    const below: Meeting = {
      isNullable: meeting.isNullable || allowsNull(node),
      said: [...new Set([...meeting.said, ...said])].sort(),
    };
    for (const [part, partPlace] of partsOf(node, place)) visit(part, partPlace, below);
    for (const [name, member] of Object.entries(node.properties ?? {}))
      visit(member, `${place}/properties/${name}`, FRESH);
    if (node.items) visit(node.items, `${place}/items`, FRESH);
  };
  for (const type of SENT_TYPES) visit(shapeOf(type), `${type}#`, FRESH);
  return found;
}

/** The nodes that may hold for the same value, whatever it is. */
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

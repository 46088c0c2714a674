import shapes from '../../../generated/shapes.json' with { type: 'json' };
import { type Node, promisedBy, shapeOf } from '../breakages/shapes/schema.ts';
import { applicable } from '../breakages/shapes/spots.ts';
import { type Body, isObject } from './requests.ts';

/** The value of a sent type with null for each member that it lacks and that the service does not promise. */
export function withNullMembers(type: string, value: Body): Body {
  return fill([shapeOf(type)], value);
}

function fill(described: readonly Node[], value: Body): Body {
  if (typeof value !== 'object' || value === null) return value;
  const nodes = described.flatMap((node) => [...applicable(node, value)]);
  if (Array.isArray(value))
    return value.map((item) =>
      fill(
        nodes.flatMap(({ items }) => items ?? []),
        item,
      ),
    );
  if (!isObject(value)) return value;
  const promised = nodes.flatMap(promisedBy);
  const absent = nodes
    .flatMap(namesIn)
    .filter((name) => value[name] === undefined && !promised.includes(name));
  const members = Object.entries(value).map(([name, member]) => [
    name,
    fill(
      nodes.flatMap(({ properties }) => properties?.[name] ?? []),
      member,
    ),
  ]);
  return Object.fromEntries([...members, ...absent.map((name) => [name, null])]);
}

/** The members that a node names. A server that writes every member of a class also writes those of the other types that extend the same one. */
function namesIn(node: Node): readonly string[] {
  const bases = (node.allOf ?? []).flatMap(({ $ref }) => $ref ?? []);
  const relatives = Object.values(shapes as unknown as Readonly<Record<string, Node>>).filter((other) =>
    other.allOf?.some(({ $ref = '' }) => bases.includes($ref)),
  );
  return [node, ...relatives].flatMap(({ properties = {} }) => Object.keys(properties));
}

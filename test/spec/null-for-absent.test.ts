import { expect, it } from 'vitest';
import requirements from '../../generated/requirements.json' with { type: 'json' };
import shapes from '../../generated/shapes.json' with { type: 'json' };

interface Node {
  readonly 'x-row'?: string;
  readonly 'x-required-rows'?: Readonly<Record<string, string>>;
  readonly 'x-required-decided'?: readonly string[];
  readonly 'x-tells-null'?: boolean;
  readonly $ref?: string;
  readonly allOf?: readonly Node[];
  readonly type?: string | readonly string[];
  readonly if?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
}

const all = Object.entries(shapes as unknown as Readonly<Record<string, Node>>);

function promises(node: Node, name: string): boolean {
  return name in (node['x-required-rows'] ?? {}) && !(node['x-required-decided'] ?? []).includes(name);
}

function takesNull({ type, if: condition }: Node): boolean {
  return [type].flat().includes('null') || condition?.type === 'null';
}

/** The rows about members for which null may stand: those that neither the type nor every type that extends it promises. */
function rowsAboutOptionalMembers(): Set<string> {
  const rows = all.flatMap(([type, node]) => {
    const extending = all.flatMap(([, other]) =>
      other.allOf?.some(({ $ref }) => $ref === type) ? [other] : [],
    );
    return Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
      const isPromised =
        promises(node, name) || (extending.length > 0 && extending.every((other) => promises(other, name)));
      if (isPromised || takesNull(member) || node['x-tells-null']) return [];
      return [member, ...(member.allOf ?? [])].flatMap((part) => part['x-row'] ?? []);
    });
  });
  return new Set(rows);
}

it('names the open point about null in every row about a member that may be absent', () => {
  const named = requirements.requirements.filter(({ openPoints = [] }) =>
    (openPoints as string[]).includes('A-141'),
  );
  const about = rowsAboutOptionalMembers();
  expect(about.size).toBeGreaterThan(0);
  expect([...about].filter((row) => !named.some(({ id }) => id === row))).toEqual([]);
});

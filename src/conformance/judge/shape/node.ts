import { readGenerated } from '../../generated.ts';
import { isObject } from '../json.ts';

/** A node of a schema, with the requirements that own its assertions, as in generated/shapes.json. */
interface Source {
  readonly 'x-row'?: string;
  readonly 'x-required-rows'?: Readonly<Record<string, string>>;
  readonly 'x-required-decided'?: readonly string[];
  readonly 'x-tells-null'?: boolean;
  readonly $ref?: string;
  readonly allOf?: readonly Source[];
  readonly oneOf?: readonly Source[];
  readonly discriminator?: { readonly propertyName: string };
  readonly if?: Source;
  readonly then?: Source;
  readonly else?: Source;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Source>>;
  readonly items?: Source;
}

/** Chooses between two nodes. The contract has two forms of conditions: the value is null, or a member has a certain value. */
interface Condition {
  readonly member: string | undefined;
  readonly value: unknown;
  readonly then: ShapeNode | undefined;
  readonly else: ShapeNode | undefined;
}

/**
 * A node of a shape, prepared for the walk. All nodes have the same members in the same order, for every schema, which keeps
 * the walk fast: it passes dozens of nodes for each event.
 */
export class ShapeNode {
  /** The requirement that owns the node's own assertions. */
  readonly row: string | undefined;
  /** The requirements that own the presence of members, by member. */
  readonly requiredRows: Readonly<Record<string, string>> | undefined;
  readonly #decided: readonly string[];
  /** Whether null is never the same as absence in this object. */
  readonly tellsNullFromAbsence: boolean;
  /** Whether null is a value of its own here. */
  readonly takesNull: boolean;
  readonly isTime: boolean;
  readonly keywords: ReadonlySet<string>;
  /** Nodes that apply to the same value: references, and the parts of `allOf`. */
  readonly parts: readonly ShapeNode[];
  readonly condition: Condition | undefined;
  /** The member whose value chooses a branch. */
  readonly tag: string | undefined;
  /** The branches by the value of the tag. */
  readonly branches: ReadonlyMap<unknown, ShapeNode>;
  readonly members: readonly (readonly [name: string, node: ShapeNode])[];
  readonly items: ShapeNode | undefined;
  /** Whether the node has no nodes below it. */
  readonly isLeaf: boolean;

  constructor(source: Source) {
    const make = (part: Source | undefined) => (part ? new ShapeNode(part) : undefined);
    this.row = source['x-row'];
    this.requiredRows = source['x-required-rows'];
    this.#decided = source['x-required-decided'] ?? [];
    this.tellsNullFromAbsence = source['x-tells-null'] ?? false;
    this.takesNull = [source.type].flat().includes('null') || source.if?.type === 'null';
    this.isTime = source.format === 'date-time';
    this.keywords = new Set(Object.keys(source));
    const referred = source.$ref === undefined ? [] : [shapeOf(source.$ref)];
    this.parts = [...referred, ...(source.allOf ?? []).map((part) => new ShapeNode(part))];
    this.condition = source.if && {
      ...conditionOf(source.if),
      then: make(source.then),
      else: make(source.else),
    };
    this.tag = source.discriminator?.propertyName;
    this.branches = new Map(
      this.tag === undefined
        ? []
        : (source.oneOf ?? []).map((branch) => [tagOf(branch, this.tag), new ShapeNode(branch)]),
    );
    this.members = Object.entries(source.properties ?? {}).map(([name, member]) => [
      name,
      new ShapeNode(member),
    ]);
    this.items = make(source.items);
    this.isLeaf =
      this.parts.length === 0 && !this.condition && !this.tag && this.members.length === 0 && !this.items;
  }

  /** The node that the condition chooses for a value, if any. */
  chosen(value: unknown): ShapeNode | undefined {
    const { condition } = this;
    if (!condition) return undefined;
    const actual =
      condition.member === undefined ? value : isObject(value) ? value[condition.member] : undefined;
    return actual === condition.value ? condition.then : condition.else;
  }

  /** The branch that the tag chooses for a value, if any. */
  branch(value: unknown): ShapeNode | undefined {
    return this.tag !== undefined && isObject(value) ? this.branches.get(value[this.tag]) : undefined;
  }

  /** All nodes directly below, whichever of them a value chooses. */
  *below(): Generator<ShapeNode> {
    yield* this.parts;
    if (this.condition?.then) yield this.condition.then;
    if (this.condition?.else) yield this.condition.else;
    yield* this.branches.values();
    for (const [, member] of this.members) yield member;
    if (this.items) yield this.items;
  }

  /** Whether the service promises this member of an object. Otherwise it may be absent. */
  promises(name: string): boolean {
    return this.requiredRows?.[name] !== undefined && !this.#decided.includes(name);
  }

  member(name: string): ShapeNode | undefined {
    return this.members.find(([key]) => key === name)?.[1];
  }
}

/** The node and all nodes that apply to the same value through it: references, parts, and the branches that the value chooses. */
export function applicable(node: ShapeNode, value: unknown): ShapeNode[] {
  const chosen = node.chosen(value) ?? node.branch(value);
  const others = chosen ? [...node.parts, chosen] : node.parts;
  return [node, ...others.flatMap((other) => applicable(other, value))];
}

const sources = readGenerated<Record<string, Source>>('shapes.json');
const nodes = new Map<string, ShapeNode>();

/** The shape of a type, created at first use. */
export function shapeOf(type: string): ShapeNode {
  let node = nodes.get(type);
  if (!node) {
    node = new ShapeNode(sourceOf(type));
    nodes.set(type, node);
  }
  return node;
}

function sourceOf(type: string): Source {
  const source = sources[type];
  if (!source) throw new Error(`there is no shape for ${type}; run npm run generate`);
  return source;
}

function conditionOf({ type, properties }: Source): Pick<Condition, 'member' | 'value'> {
  if (type === 'null') return { member: undefined, value: null };
  const [[member, node] = [], ...more] = Object.entries(properties ?? {});
  if (!node || more.length > 0) throw new Error('a condition must be about null or about one member');
  return { member, value: node.const };
}

function tagOf(branch: Source, tag = ''): unknown {
  const { properties } = branch.$ref === undefined ? branch : sourceOf(branch.$ref);
  return properties?.[tag]?.const;
}

import events from '../../../../generated/events.json' with { type: 'json' };
import type { RequirementId } from '../../../../generated/ids.d.ts';
import operations from '../../../../generated/operations.json' with { type: 'json' };
import shapes from '../../../../generated/shapes.json' with { type: 'json' };
import type { OperationId } from '../../../reference/http/operation.ts';
import { isObject } from '../../decorators/requests.ts';

/** A node of generated/shapes.json: a schema with the requirements that its assertions belong to. */
export interface Node {
  readonly 'x-row'?: RequirementId;
  readonly 'x-required-rows'?: Readonly<Record<string, RequirementId>>;
  readonly 'x-required-decided'?: readonly string[];
  readonly 'x-tells-null'?: boolean;
  readonly $ref?: string;
  readonly allOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly discriminator?: { readonly propertyName: string };
  readonly if?: Node;
  readonly then?: Node;
  readonly else?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
}

const SHAPES: Readonly<Record<string, Node>> = shapes as unknown as Readonly<Record<string, Node>>;

const FAILURE = 'FailureResponse';
const successes = new Map(
  operations.map(({ operationId, responses }) => {
    const [, type] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    return [operationId, type] as const;
  }),
);
const eventTypes = new Map(events.map(({ event, type }) => [event, type] as const));

/** The type of an answer's body, or undefined if the contract has no type for it. */
export function typeOfBody(operation: OperationId, status: number): string | undefined {
  const type = status >= 200 && status < 300 ? successes.get(operation) : FAILURE;
  return type !== undefined && type in SHAPES ? type : undefined;
}

/** The type of an event's data, by the name of the event. */
export function typeOfEvent(event: string): string | undefined {
  return eventTypes.get(event);
}

/** The types of whole bodies and events. */
export const SENT_TYPES: readonly string[] = [
  ...new Set([...successes.values(), FAILURE, ...eventTypes.values()]),
].filter((type): type is string => type !== undefined && type in SHAPES);

/** Whether the node has a condition for null. If so, null is allowed whatever the nodes that it refers to say. */
export function allowsNull({ if: condition }: Node): boolean {
  return condition?.type === 'null';
}

/** The members of an object that the service promises. Null may stand for any other, unless the object tells null from absence. */
export function promisedBy(node: Node): readonly string[] {
  const decided = node['x-required-decided'] ?? [];
  const all = node['x-tells-null'] ? Object.keys(node.properties ?? {}) : [];
  return [...all, ...Object.keys(node['x-required-rows'] ?? {}).filter((name) => !decided.includes(name))];
}

/** The branch that a value selects with its tag. */
export function branchOf({ discriminator, oneOf = [] }: Node, value: unknown): Node | undefined {
  if (!discriminator || !isObject(value)) return undefined;
  const { propertyName: tag } = discriminator;
  return oneOf.find(({ $ref = '' }) => shapeOf($ref).properties?.[tag]?.const === value[tag]);
}

/** @throws Error for a type that is never sent */
export function shapeOf(type: string): Node {
  const shape = SHAPES[type];
  if (!shape) throw new Error(`there is no shape of ${type}; run npm run generate`);
  return shape;
}

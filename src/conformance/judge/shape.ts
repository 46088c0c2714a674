import { matchesContract } from '../../../generated/matches-contract.js';
import { loadGenerated, readGenerated } from '../generated.ts';
import { describe } from './excerpt.ts';
import { escapePointer, isObject, type JsonObject, unescapePointer } from './json.ts';

/** A value that does not have the shape that a requirement promises. */
export interface ShapeViolation {
  readonly requirement: string;
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** A node of a schema, with the rows that own it. Written by the contract build, see generated/shapes.json. */
interface ShapeNode {
  readonly 'x-row'?: string;
  readonly 'x-required-rows'?: Readonly<Record<string, string>>;
  readonly $ref?: string;
  readonly allOf?: readonly ShapeNode[];
  readonly oneOf?: readonly ShapeNode[];
  readonly discriminator?: { readonly propertyName: string };
  readonly if?: ShapeNode;
  readonly then?: ShapeNode;
  readonly else?: ShapeNode;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ShapeNode>>;
  readonly items?: ShapeNode;
}

/** What a validator says of one assertion that failed. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

type ValidatorName = keyof typeof matchesContract;
type Explain = Record<string, (value: unknown) => readonly SchemaError[]>;

/** Above this much JSON only the first violation is told: a hostile array must not cost an error object per item. */
const EXPLAINED_BYTES = 64 * 1024;
const DATE_TIME_WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const UTC_OFFSET = /(?:[zZ]|[+-]00:?00)$/;

const shapes = readGenerated<Record<string, ShapeNode>>('shapes.json');

let explanations: Explain | undefined;

/** What explains violations: loaded at the first one, since a sound input never needs it. */
function loadExplanations(): Explain {
  explanations ??= loadGenerated<{ explain: Explain }>('explain.js').explain;
  return explanations;
}

/** Whether the value has the whole shape, our decisions included. */
export function hasShape(type: string, value: unknown): boolean {
  return matchesContract[type as ValidatorName](value);
}

/**
 * Says which requirements about the shape the value violates: one violation per place, none where a better one explains it.
 *
 * @param size length of the value's JSON, which bounds the work
 */
export function findShapeViolations(type: string, value: unknown, size: number): ShapeViolation[] {
  const violations: ShapeViolation[] = [];
  for (const error of listErrors(type, value, size)) {
    if (isWrapper(error)) continue;
    violations.push(toViolation(type, value, error));
  }
  return violations;
}

/** Whether the error only says that a branch failed, which the branch's own errors explain. */
function isWrapper({ keyword }: SchemaError): boolean {
  return keyword === 'if' || keyword === 'allOf' || keyword === 'oneOf';
}

function listErrors(type: string, value: unknown, size: number): readonly SchemaError[] {
  if (size <= EXPLAINED_BYTES) return loadExplanations()[type]?.(value) ?? [];
  const validate = matchesContract[type as ValidatorName];
  if (validate(value)) return [];
  // The last error but those that only say that a branch failed: they follow the error that they are about.
  const last = validate.errors?.findLast((error) => !isWrapper(error));
  return last ? [last] : [];
}

function toViolation(type: string, value: unknown, error: SchemaError): ShapeViolation {
  const tokens = error.instancePath.split('/').slice(1).map(unescapePointer);
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined;
  const tag = error.keyword === 'discriminator' ? String(error.params.tag) : undefined;
  const actual = valueAt(value, tokens);
  const member = missing ?? tag;
  const pointer =
    member === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(member)}`;
  const isWithoutOffset =
    error.keyword === 'format' && typeof actual === 'string' && DATE_TIME_WITHOUT_OFFSET.test(actual);
  return {
    requirement: isWithoutOffset
      ? 'envelope.timestamps.offset'
      : ownerOf(type, value, tokens, error, missing),
    pointer,
    expected: missing === undefined ? expectation(error) : `"${missing}" to be present`,
    actual: describe(
      tag !== undefined && isObject(actual) ? actual[tag] : missing === undefined ? actual : undefined,
    ),
  };
}

function expectation({ keyword, params, message }: SchemaError): string {
  if (keyword === 'const') return describe(params.allowedValue);
  if (keyword === 'enum') return (params.allowedValues as unknown[]).map(describe).join(' or ');
  if (keyword === 'type') return [params.type].flat().join(' or ');
  if (keyword === 'format') return `a ${params.format} string`;
  if (keyword === 'discriminator') return 'one of the known kinds';
  return message ?? keyword;
}

function valueAt(value: unknown, tokens: readonly string[]): unknown {
  let found = value;
  for (const token of tokens) found = (found as Record<string, unknown> | undefined)?.[token];
  return found;
}

/** The row that owns the assertion which failed: found by walking the shape to the place, branch by branch. */
function ownerOf(
  type: string,
  value: unknown,
  tokens: readonly string[],
  error: SchemaError,
  missing: string | undefined,
): string {
  let nodes = applicable(shapes[type] as ShapeNode, value);
  let at = value;
  for (const token of tokens) {
    at = (at as Record<string, unknown>)[token];
    nodes = nodes.flatMap((node) => {
      const child = node.properties?.[token] ?? node.items;
      return child ? applicable(child, at) : [];
    });
  }
  const owner =
    missing === undefined
      ? nodes.findLast((node) => error.keyword in node)?.['x-row']
      : nodes.findLast((node) => node['x-required-rows']?.[missing])?.['x-required-rows']?.[missing];
  if (!owner)
    throw new Error(`no requirement owns ${type}${error.instancePath} ${error.keyword}; rebuild generated/`);
  return owner;
}

/** The node and those that it brings to bear on this value: references, parts, and the branches that the value chooses. */
function applicable(node: ShapeNode, value: unknown): ShapeNode[] {
  const nodes = [node];
  if (node.$ref) nodes.push(...applicable(shapes[node.$ref] as ShapeNode, value));
  for (const part of node.allOf ?? []) nodes.push(...applicable(part, value));
  if (node.if) {
    const branch = holds(node.if, value) ? node.then : node.else;
    if (branch) nodes.push(...applicable(branch, value));
  }
  const branch = chosenBranch(node, value);
  if (branch) nodes.push(...applicable(branch, value));
  return nodes;
}

/** Conditions in the contract are of two forms: the value is null, or a member has one value. */
function holds(condition: ShapeNode, value: unknown): boolean {
  if (condition.type === 'null') return value === null;
  if (!isObject(value)) return false;
  for (const name in condition.properties) {
    if (value[name] !== condition.properties[name]?.const) return false;
  }
  return true;
}

function chosenBranch({ oneOf, discriminator }: ShapeNode, value: unknown): ShapeNode | undefined {
  if (!oneOf || !discriminator || !isObject(value)) return undefined;
  const name = discriminator.propertyName;
  return oneOf.find((branch) => {
    const node = branch.$ref ? (shapes[branch.$ref] as ShapeNode) : branch;
    return node.properties?.[name]?.const === value[name];
  });
}

/** What the walk over a value tells: the rows that it carries something of, and the times that it holds. */
export interface ShapeVisitor {
  row(requirement: string): void;
  /** `pointer` tells where the time stands; it is worked out when called, during the visit. */
  time(text: string, pointer: () => string): void;
}

/**
 * Visits every part of values that their shapes describe. A row is told once, however many values carry it: the walk is part
 * of judging every event, and after the first few events nothing is left to tell but the times.
 */
export class ShapeWalk {
  readonly #visitor: ShapeVisitor;
  readonly #told = new Set<ShapeNode>();
  readonly #path: (string | number)[] = [];
  readonly #pointer = () => this.#path.map((token) => `/${escapePointer(String(token))}`).join('');

  constructor(visitor: ShapeVisitor) {
    this.#visitor = visitor;
  }

  visit(type: string, value: unknown): void {
    this.#path.length = 0;
    this.#visit(shapes[type] as ShapeNode, value);
  }

  #visit(node: ShapeNode, value: unknown): void {
    if (!this.#told.has(node)) this.#tell(node, value);
    if (node.$ref) this.#visit(shapes[node.$ref] as ShapeNode, value);
    if (node.allOf) for (const part of node.allOf) this.#visit(part, value);
    if (node.if) {
      const branch = holds(node.if, value) ? node.then : node.else;
      if (branch) this.#visit(branch, value);
    }
    if (node.oneOf) {
      const branch = chosenBranch(node, value);
      if (branch) this.#visit(branch, value);
    }
    if (node.format === 'date-time' && typeof value === 'string') this.#visitor.time(value, this.#pointer);
    if (node.properties && isObject(value)) this.#visitMembers(node.properties, value);
    if (node.items && Array.isArray(value)) this.#visitItems(node.items, value);
  }

  #tell(node: ShapeNode, value: unknown): void {
    if (node['x-row']) this.#visitor.row(node['x-row']);
    const required = node['x-required-rows'];
    // Presence is exercised by an object only: kept untold until one comes.
    if (required && !isObject(value)) return;
    for (const name in required) this.#visitor.row(required[name] as string);
    this.#told.add(node);
  }

  #visitMembers(properties: Readonly<Record<string, ShapeNode>>, value: JsonObject): void {
    for (const name in properties) {
      const member = value[name];
      if (member === undefined) continue;
      this.#path.push(name);
      this.#visit(properties[name] as ShapeNode, member);
      this.#path.pop();
    }
  }

  #visitItems(items: ShapeNode, value: readonly unknown[]): void {
    for (let index = 0; index < value.length; index++) {
      this.#path.push(index);
      this.#visit(items, value[index]);
      this.#path.pop();
    }
  }
}

/** Whether a time that has an offset is in UTC; undefined when it has none. */
export function isUtc(time: string): boolean | undefined {
  if (DATE_TIME_WITHOUT_OFFSET.test(time)) return undefined;
  return UTC_OFFSET.test(time);
}

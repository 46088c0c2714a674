import { matchesEvents } from '../../../../generated/matches-events.js';
import { loadGenerated } from '../../generated.ts';
import { describe } from '../excerpt.ts';
import { escapePointer, isObject, unescapePointer } from '../json.ts';
import { type ShapeNode, shapeOf } from './node.ts';
import { isWithoutOffset } from './times.ts';

/** A value that does not have the shape that a requirement promises. */
export interface ShapeViolation {
  readonly requirement: string;
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** What a validator says of one assertion that failed. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Says whether a value has a shape, and leaves the first error when it has not. */
interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

type Explain = Record<string, (value: unknown) => readonly SchemaError[]>;

/** Above this much JSON only the first violation is told: a hostile array must not cost an error object per item. */
const EXPLAINED_BYTES = 64 * 1024;

let explanations: Explain | undefined;

/** What explains violations: loaded at the first one, since a sound input never needs it. */
function loadExplanations(): Explain {
  explanations ??= loadGenerated<{ explain: Explain }>('explain.js').explain;
  return explanations;
}

/** Whether the value has the whole shape, our decisions included. */
export function hasShape(type: string, value: unknown): boolean {
  return validatorOf(type)(value);
}

const validators: Readonly<Record<string, Validator>> = matchesEvents;
let others: Readonly<Record<string, Validator>> | undefined;

/** The validators of events are always there; the others are loaded when there is something else to judge. */
function validatorOf(type: string): Validator {
  const known = validators[type] ?? loadOthers()[type];
  if (!known) throw new Error(`there is no validator of ${type}; run npm run generate`);
  return known;
}

function loadOthers(): Readonly<Record<string, Validator>> {
  others ??= loadGenerated<{ matchesContract: Record<string, Validator> }>(
    'matches-contract.js',
  ).matchesContract;
  return others;
}

/**
 * Says which requirements about the shape the value violates: one violation per place, none where a better one explains it.
 *
 * @param size length of the value's JSON, which bounds the work
 */
export function findShapeViolations(type: string, value: unknown, size: number): ShapeViolation[] {
  return listErrors(type, value, size)
    .filter((error) => !isWrapper(error))
    .map((error) => toViolation(type, value, error));
}

/** Whether the error only says that a branch failed, which the branch's own errors explain. */
function isWrapper({ keyword }: SchemaError): boolean {
  return keyword === 'if' || keyword === 'allOf' || keyword === 'oneOf';
}

function listErrors(type: string, value: unknown, size: number): readonly SchemaError[] {
  if (size <= EXPLAINED_BYTES) return loadExplanations()[type]?.(value) ?? [];
  const validate = validatorOf(type);
  if (validate(value)) return [];
  // The last error but those that only say that a branch failed: they follow the error that they are about.
  const last = validate.errors?.findLast((error) => !isWrapper(error));
  return last ? [last] : [];
}

function toViolation(type: string, value: unknown, error: SchemaError): ShapeViolation {
  const { keyword, instancePath, params } = error;
  const tokens = instancePath.split('/').slice(1).map(unescapePointer);
  const found = valueAt(value, tokens);
  if (keyword === 'required') {
    const missing = String(params.missingProperty);
    return {
      requirement: ownerOf(type, value, tokens, (node) => node.requiredRows?.[missing]),
      pointer: `${instancePath}/${escapePointer(missing)}`,
      expected: `"${missing}" to be present`,
      actual: 'absent',
    };
  }
  const tag = keyword === 'discriminator' ? String(params.tag) : undefined;
  const isOnlyWithoutOffset = keyword === 'format' && typeof found === 'string' && isWithoutOffset(found);
  return {
    requirement: isOnlyWithoutOffset
      ? 'envelope.timestamps.offset'
      : ownerOf(type, value, tokens, (node) => (node.keywords.has(keyword) ? node.row : undefined)),
    pointer: tag === undefined ? instancePath : `${instancePath}/${escapePointer(tag)}`,
    expected: expectation(error),
    actual: describe(tag !== undefined && isObject(found) ? found[tag] : found),
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

/** The row that owns what failed: found by walking the shape to the place, branch by branch. */
function ownerOf(
  type: string,
  value: unknown,
  tokens: readonly string[],
  rowOf: (node: ShapeNode) => string | undefined,
): string {
  let nodes = applicable(shapeOf(type), value);
  let at = value;
  for (const token of tokens) {
    at = (at as Record<string, unknown>)[token];
    nodes = nodes.flatMap((node) => {
      const child = node.member(token) ?? node.items;
      return child ? applicable(child, at) : [];
    });
  }
  // The outermost says it best: what it refers to is shared with others.
  const owner = nodes.map(rowOf).find((row) => row !== undefined);
  if (!owner) throw new Error(`no requirement owns ${type}/${tokens.join('/')}; run npm run generate`);
  return owner;
}

/** The node and those that it brings to bear on this value: references, parts, and the branches that the value chooses. */
function applicable(node: ShapeNode, value: unknown): ShapeNode[] {
  const chosen = node.chosen(value) ?? node.branch(value);
  const others = chosen ? [...node.parts, chosen] : node.parts;
  return [node, ...others.flatMap((other) => applicable(other, value))];
}

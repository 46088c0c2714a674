import { matchesEvents } from '../../../../generated/matches-events.js';
import { loadGenerated } from '../../generated.ts';
import { describe } from '../excerpt.ts';
import { escapePointer, isObject, unescapePointer, valueAt } from '../json.ts';
import { roundNumbers } from '../round-numbers.ts';
import { describeMissing } from './missing-member.ts';
import { applicable, type ShapeNode, shapeOf } from './node.ts';
import { hintAtForm } from './wrong-form.ts';

/** A violation of a requirement about the shape of a value. */
export interface ShapeViolation {
  readonly requirement: string;
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
  readonly hint?: string;
}

/** An assertion of a schema that failed, as validators report it. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tests whether a value has a shape, and sets `errors` to the first error if it has not. */
interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

type Explain = Record<string, (value: unknown) => readonly SchemaError[]>;

/** Only the first violation of longer JSON is reported, so that a hostile array does not cost an error object per item. */
export const EXPLAINED_BYTES = 64 * 1024;

/** Assertions about the type of a value, or about the form of a text. */
const TYPES: ReadonlySet<string> = new Set(['type', 'format']);

/** Violations of one kind that are listed of a value. A list may have thousands of wrong items. */
const MOST_OF_A_KIND = 20;

let explanations: Explain | undefined;

/** The validators that list all errors. They are loaded at the first violation, since a sound input never needs them. */
function loadExplanations(): Explain {
  explanations ??= loadGenerated<{ explain: Explain }>('explain.js').explain;
  return explanations;
}

/** Whether a value has the whole shape, including our decisions on open points. */
export function hasShape(type: string, value: unknown): boolean {
  const validate = validatorOf(type);
  if (validate(value)) return true;
  // Validators know no numbers beyond `number`, so those are rounded, but only in the few values that are rejected.
  const rounded = roundNumbers(value);
  return rounded !== value && validate(rounded);
}

const validators: Readonly<Record<string, Validator>> = matchesEvents;
let others: Readonly<Record<string, Validator>> | undefined;

/** The validators of events are always loaded, the others when a body is judged. */
function validatorOf(type: string): Validator {
  const known = validators[type] ?? loadOthers()[type];
  if (!known) throw new Error(`there is no validator for ${type}; run npm run generate`);
  return known;
}

function loadOthers(): Readonly<Record<string, Validator>> {
  others ??= loadGenerated<{ matchesContract: Record<string, Validator> }>(
    'matches-contract.js',
  ).matchesContract;
  return others;
}

/**
 * Lists the violations of a value's shape, one per place. Errors that only follow from another error are left out.
 *
 * @param size length of the value's JSON, which bounds the work
 */
export function findShapeViolations(type: string, value: unknown, size: number): ShapeViolation[] {
  const errors = firstOfEachKind(
    listErrors(type, roundNumbers(value), size).filter((error) => !isWrapper(error)),
  );
  const missing = gatherMissing(errors);
  return errors.map((error) => toViolation(type, value, error, missing));
}

/** Errors are of one kind if they differ only in the indices of items. */
function firstOfEachKind(errors: readonly SchemaError[]): readonly SchemaError[] {
  if (errors.length <= MOST_OF_A_KIND) return errors;
  const counts = new Map<string, number>();
  return errors.filter(({ keyword, instancePath, params }) => {
    const kind = `${keyword} ${params.missingProperty} ${instancePath.replaceAll(/\/\d+/g, '/0')}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MOST_OF_A_KIND;
  });
}

/** The members that are missing at each place, by the place's JSON Pointer. */
function gatherMissing(errors: readonly SchemaError[]): ReadonlyMap<string, readonly string[]> {
  const missing = new Map<string, string[]>();
  for (const { keyword, instancePath, params } of errors) {
    if (keyword !== 'required') continue;
    missing.set(instancePath, [...(missing.get(instancePath) ?? []), String(params.missingProperty)]);
  }
  return missing;
}

/** Whether an error only says that a branch failed. The errors of the branch itself explain why. */
function isWrapper({ keyword }: SchemaError): boolean {
  return keyword === 'if' || keyword === 'allOf' || keyword === 'oneOf';
}

function listErrors(type: string, value: unknown, size: number): readonly SchemaError[] {
  if (size <= EXPLAINED_BYTES) return loadExplanations()[type]?.(value) ?? [];
  const validate = validatorOf(type);
  if (validate(value)) return [];
  // A wrapper follows the errors of its branch, so the last error that is no wrapper is the cause.
  const last = validate.errors?.findLast((error) => !isWrapper(error));
  return last ? [last] : [];
}

function toViolation(
  type: string,
  value: unknown,
  error: SchemaError,
  missingAt: ReadonlyMap<string, readonly string[]>,
): ShapeViolation {
  const { keyword, instancePath, params } = error;
  const tokens = instancePath.split('/').slice(1).map(unescapePointer);
  const found = valueAt(value, tokens);
  if (keyword === 'required') {
    const missing = String(params.missingProperty);
    return {
      requirement: ownerOf(type, value, tokens, (node) => node.requiredRows?.[missing]),
      pointer: `${instancePath}/${escapePointer(missing)}`,
      expected: `"${missing}" to be present`,
      ...describeMissing(found, missing, missingAt.get(instancePath), knownMembers(type, value, tokens)),
    };
  }
  const tag = keyword === 'discriminator' ? String(params.tag) : undefined;
  const isOnlyOffset = keyword === 'format' && typeof found === 'string' && lacksOffset(found);
  const expected = expectation(error);
  const described = describeValue(found, tag, knownMembers(type, value, tokens));
  return {
    requirement: isOnlyOffset
      ? 'envelope.timestamps.offset'
      : ownerOf(type, value, tokens, (node) => (node.keywords.has(keyword) ? node.row : undefined)),
    pointer: tag === undefined ? instancePath : `${instancePath}/${escapePointer(tag)}`,
    expected,
    ...described,
    ...(TYPES.has(keyword) && hintAtForm(expected, described.actual)),
  };
}

/** Describes a wrong value. A value of several forms is told apart by its tag, which may be missing. */
function describeValue(
  found: unknown,
  tag: string | undefined,
  known: ReadonlySet<string>,
): Pick<ShapeViolation, 'actual' | 'hint'> {
  if (tag === undefined || !isObject(found)) return { actual: describe(found) };
  return Object.hasOwn(found, tag)
    ? { actual: describe(found[tag]) }
    : describeMissing(found, tag, undefined, known);
}

function expectation({ keyword, params, message }: SchemaError): string {
  if (keyword === 'const') return describe(params.allowedValue);
  if (keyword === 'enum') return (params.allowedValues as unknown[]).map(describe).join(' or ');
  if (keyword === 'type') return [params.type].flat().join(' or ');
  if (keyword === 'format') return `a ${params.format} string`;
  if (keyword === 'discriminator') return 'one of the known kinds';
  return message ?? keyword;
}

/** The requirement that owns a failed assertion. */
function ownerOf(
  type: string,
  value: unknown,
  tokens: readonly string[],
  rowOf: (node: ShapeNode) => string | undefined,
): string {
  // The outermost node is the most specific one, since schemas that it refers to are shared.
  const owner = nodesAt(type, value, tokens)
    .map(rowOf)
    .find((row) => row !== undefined);
  if (!owner) throw new Error(`no requirement owns ${type}/${tokens.join('/')}; run npm run generate`);
  return owner;
}

/** The members that the contract names at a place. */
function knownMembers(type: string, value: unknown, tokens: readonly string[]): ReadonlySet<string> {
  return new Set(nodesAt(type, value, tokens).flatMap(({ members }) => members.map(([name]) => name)));
}

/** The nodes of a shape that apply at a place, along the branches that the value chooses. */
function nodesAt(type: string, value: unknown, tokens: readonly string[]): readonly ShapeNode[] {
  let nodes = applicable(shapeOf(type), value);
  let at = value;
  for (const token of tokens) {
    at = (at as Record<string, unknown>)[token];
    nodes = nodes.flatMap((node) => {
      const child = node.member(token) ?? node.items;
      return child ? applicable(child, at) : [];
    });
  }
  return nodes;
}

const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d+)?)?(?:[+-]00)?$/;
const OFFSET = /:\d\d(?:\.\d+)?(z|[+-]\d\d(?::?\d\d)?)$/i;
const OF_UTC = /^(?:z|[+-]00(?::?00)?)$/i;

/** Whether a text is a date-time that only lacks its offset, or the minutes of it. Both are warnings. */
function lacksOffset(text: string): boolean {
  return WITHOUT_OFFSET.test(text);
}

/** Whether a time is in UTC; undefined if it has no offset. */
export function isUtc(time: string): boolean | undefined {
  const offset = OFFSET.exec(time)?.[1];
  return offset === undefined ? undefined : OF_UTC.test(offset);
}

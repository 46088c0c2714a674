import type { RequirementId } from '../../../../generated/ids.d.ts';
import type { Node } from './schema.ts';

/** A way to violate an assertion. */
export type Way = 'absent' | 'null' | 'type' | 'value' | 'format' | 'few' | 'twice';

/** One thing that a schema asserts about a value, and the requirement that it belongs to. */
export interface Assertion {
  readonly requirement: RequirementId;
  /** `Type#` and a pointer into the schema of the type: `Usage#/properties/model/type`, or `Usage#/required/model` for presence. */
  readonly place: string;
  /** The member that the assertion is about; absent if it is about the value itself. */
  readonly member?: string;
  /** The ways to violate the assertion. Each function takes a correct value and returns wrong ones. */
  readonly ways: Readonly<Partial<Record<Way, (sound: unknown) => readonly unknown[]>>>;
}

/** Marks a member that is removed instead of replaced. */
export const ABSENT = Symbol('absent');

const WORD = 'never-heard-of';
/** A failure may come from a gateway, so no requirement says that its body is an object. */
const A_FAILURE = 'FailureResponse#';
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['17', ''],
  integer: [17],
  number: [1.5],
  boolean: [true],
  object: [{}],
  array: [[]],
};

const known = new WeakMap<Node, Map<string, readonly Assertion[]>>();

/**
 * The assertions of a node, without those of the nodes below it. The result is cached: a server needs it for every value that it sends, and
 * schemas do not change.
 *
 * @param isNullable whether null is allowed, whatever the node says
 */
export function assertionsAt(node: Node, place: string, isNullable: boolean): readonly Assertion[] {
  const key = `${isNullable} ${place}`;
  const listed = known.get(node) ?? new Map<string, readonly Assertion[]>();
  const assertions = listed.get(key) ?? listAssertionsAt(node, place, isNullable);
  known.set(node, listed.set(key, assertions));
  return assertions;
}

function listAssertionsAt(node: Node, place: string, isNullable: boolean): readonly Assertion[] {
  const row = node['x-row'];
  const own = (keyword: string, ways: Assertion['ways']): Assertion[] =>
    row === undefined ? [] : [{ requirement: row, place: `${place}/${keyword}`, ways }];
  const orNull = isNullable ? {} : { null: () => [null] };
  const { format, discriminator } = node;
  const type = place === A_FAILURE ? undefined : node.type;
  return [
    ...(type === undefined ? [] : own('type', waysOfType([type].flat(), isNullable))),
    ...('const' in node ? own('const', { value: () => [WORD], ...orNull }) : []),
    ...('enum' in node ? own('enum', { value: () => [WORD] }) : []),
    ...(format === undefined ? [] : own('format', { format: () => ['no such form', ''] })),
    ...(node.minItems === undefined ? [] : own('minItems', { few: (items) => few(items, node.minItems) })),
    ...(node.uniqueItems ? own('uniqueItems', { twice }) : []),
    ...(discriminator === undefined ? [] : aboutTag(discriminator.propertyName)),
    ...Object.entries(node['x-required-rows'] ?? {}).map(([member, requirement]) => ({
      requirement,
      place: `${place}/required/${member}`,
      member,
      ways: { absent: () => [ABSENT] },
    })),
  ];

  /**
   * Asserts that the tag is one of the branches' tags. The branches cannot assert this, because none of them applies to a value with
   * another tag.
   */
  function aboutTag(member: string): Assertion[] {
    return own('oneOf', { value: () => [WORD], null: () => [null] }).map((each) => ({ ...each, member }));
  }
}

/** The assertion without the ways that another assertion already covers; empty if none is left. */
export function withoutWays(assertion: Assertion, taken: readonly string[]): Assertion[] {
  const ways = Object.entries(assertion.ways).filter(([way]) => !taken.includes(way));
  return ways.length > 0 ? [{ ...assertion, ways: Object.fromEntries(ways) }] : [];
}

/** Values of other types. The likeliest mistake comes first: the correct value as a string. */
function waysOfType(types: readonly string[], isNullable: boolean): Assertion['ways'] {
  const mayBe = (type: string) => types.includes(type) || (type === 'integer' && types.includes('number'));
  const others = Object.entries(SAMPLES).flatMap(([type, samples]) => (mayBe(type) ? [] : samples));
  const asString = (sound: unknown) =>
    (typeof sound === 'number' || typeof sound === 'boolean') && !mayBe('string') ? [String(sound)] : [];
  return {
    type: (sound) => [...asString(sound), ...others],
    ...(!isNullable && !types.includes('null') && { null: () => [null] }),
  };
}

function few(items: unknown, least = 1): readonly unknown[] {
  return Array.isArray(items) ? [items.slice(0, least - 1)] : [];
}

function twice(items: unknown): readonly unknown[] {
  return Array.isArray(items) && items.length > 0 ? [[...items, items[0]]] : [];
}

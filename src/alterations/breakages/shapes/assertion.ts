import type { Node } from './schema.ts';

/** How a value can be made wrong. */
export type Way = 'absent' | 'null' | 'type' | 'value' | 'format' | 'few' | 'twice';

/** One thing that a schema asserts of a value, and the requirement that it is the matter of. */
export interface Assertion {
  readonly requirement: string;
  /** `Type#` and a pointer into its schema: `Usage#/properties/model/type`; `Usage#/required/model` for presence. */
  readonly place: string;
  /** The member that it is about, in the object that holds it; absent where the assertion is about the value itself. */
  readonly member?: string;
  /** The ways in which a value can violate it, each with wrong values for one that is right. */
  readonly ways: Readonly<Partial<Record<Way, (sound: unknown) => readonly unknown[]>>>;
}

/** Stands for a member that is taken away. */
export const ABSENT = Symbol('absent');

const WORD = 'never-heard-of';
/** A failure that is no object may be a gateway's, and is nobody's matter. */
const A_FAILURE = 'FailureResponse#';
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['17', ''],
  integer: [17],
  number: [1.5],
  boolean: [true],
  object: [{}],
  array: [[]],
};

/** What a node asserts by itself, without what stands below it. @param isNullable whether null is right all the same */
export function assertionsAt(node: Node, place: string, isNullable: boolean): Assertion[] {
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

  /** A tag that no branch has; the branches themselves never see such a value. */
  function aboutTag(member: string): Assertion[] {
    return own('oneOf', { value: () => [WORD], null: () => [null] }).map((each) => ({ ...each, member }));
  }
}

/** The assertion without ways that are another's matter; nothing when no way is left. */
export function withoutWays(assertion: Assertion, taken: readonly string[]): Assertion[] {
  const ways = Object.entries(assertion.ways).filter(([way]) => !taken.includes(way));
  return ways.length > 0 ? [{ ...assertion, ways: Object.fromEntries(ways) }] : [];
}

/** Values of other types: first what a careless server would send, the same in another dress. */
function waysOfType(types: readonly string[], isNullable: boolean): Assertion['ways'] {
  const mayBe = (type: string) => types.includes(type) || (type === 'integer' && types.includes('number'));
  const others = Object.entries(SAMPLES).flatMap(([type, samples]) => (mayBe(type) ? [] : samples));
  const dressed = (sound: unknown) =>
    (typeof sound === 'number' || typeof sound === 'boolean') && !mayBe('string') ? [String(sound)] : [];
  return {
    type: (sound) => [...dressed(sound), ...others],
    ...(!isNullable && !types.includes('null') && { null: () => [null] }),
  };
}

function few(items: unknown, least = 1): readonly unknown[] {
  return Array.isArray(items) ? [items.slice(0, least - 1)] : [];
}

function twice(items: unknown): readonly unknown[] {
  return Array.isArray(items) && items.length > 0 ? [[...items, items[0]]] : [];
}

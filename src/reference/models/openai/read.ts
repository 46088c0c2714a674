import { isObject, type JsonObject } from '../../../rig/script/json.ts';

/** The types that a member of a provider's message can have. */
interface Types {
  readonly text: string;
  readonly number: number;
  /** A whole number that is not negative. */
  readonly count: number;
  readonly object: JsonObject;
  readonly list: readonly unknown[];
}

const HAS_TYPE: { readonly [Type in keyof Types]: (value: unknown) => value is Types[Type] } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  count: (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
  object: isObject,
  list: (value): value is readonly unknown[] => Array.isArray(value),
};

/**
 * A member that a provider may leave out. Null counts as left out. A value of another type does not: ignoring it could lose content.
 *
 * @throws the result of `invalid`, which gets the end of a sentence about the provider
 */
export function readOptional<Type extends keyof Types>(
  holder: JsonObject,
  member: string,
  type: Type,
  invalid: (what: string) => Error,
): Types[Type] | undefined {
  const value = holder[member];
  if (value === undefined || value === null) return undefined;
  const hasType: (value: unknown) => value is Types[Type] = HAS_TYPE[type];
  if (hasType(value)) return value;
  throw invalid(`sent a member \`${member}\` that is not a ${type}`);
}

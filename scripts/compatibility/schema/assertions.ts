/** The keywords that assert something on their own, and what a change of each means. */
import { isSame } from '../same.ts';
import { type Effect, effectOf } from './effect.ts';

/** Compares the values of one keyword in all parts; the list is empty if an edition does not use the keyword. */
export type Assertion = (before: readonly unknown[], after: readonly unknown[]) => Effect | undefined;

const types: Assertion = (before, after) => {
  const [old, now] = [typesOf(before), typesOf(after)];
  return effectOf(
    now.some((type) => !allows(old, type)),
    old.some((type) => !allows(now, type)),
  );
};

const everyType = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** The types that every value of the keyword allows. */
function typesOf(statements: readonly unknown[]): string[] {
  return statements.reduce<string[]>((allowed, statement) => {
    const stated = [statement].flat().map(String);
    // An integer is a number, so integers satisfy both.
    return [
      ...allowed.filter((type) => allows(stated, type)),
      ...stated.filter((type) => !allowed.includes(type) && allows(allowed, type)),
    ];
  }, everyType);
}

function allows(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** Compares `enum`. Without it, every value is allowed. */
const values: Assertion = (before, after) => {
  const [old, now] = [before, after].map((lists) =>
    lists
      .map((list) => [list].flat())
      .reduce<readonly unknown[] | undefined>(
        (kept, list) => kept?.filter((value) => list.some((other) => isSame(value, other))) ?? list,
        undefined,
      ),
  );
  if (now === undefined) return effectOf(old !== undefined, false);
  if (old === undefined) return 'narrowed';
  const lacks = (list: readonly unknown[], value: unknown) => !list.some((other) => isSame(value, other));
  return effectOf(
    now.some((value) => lacks(old, value)),
    old.some((value) => lacks(now, value)),
  );
};

/** Compares the strictest bounds. A missing bound counts as infinite. */
const atLeast: Assertion = (before, after) => {
  const [old, now] = [before, after].map((bounds) =>
    Math.max(Number.NEGATIVE_INFINITY, ...bounds.map(Number)),
  );
  return effectOf(Number(now) < Number(old), Number(now) > Number(old));
};

const atMost: Assertion = (before, after) => {
  const [old, now] = [before, after].map((bounds) =>
    Math.min(Number.POSITIVE_INFINITY, ...bounds.map(Number)),
  );
  return effectOf(Number(now) > Number(old), Number(now) < Number(old));
};

const flag: Assertion = (before, after) => {
  const [old, now] = [before.includes(true), after.includes(true)];
  return effectOf(old && !now, now && !old);
};

/** For keywords whose values cannot be compared, such as patterns: each value counts as a separate assertion. */
const each: Assertion = (before, after) =>
  effectOf(
    before.some((value) => !after.some((other) => isSame(value, other))),
    after.some((value) => !before.some((other) => isSame(value, other))),
  );

export const assertions: Readonly<Record<string, Assertion>> = {
  type: types,
  enum: values,
  minLength: atLeast,
  minItems: atLeast,
  minProperties: atLeast,
  minimum: atLeast,
  exclusiveMinimum: atLeast,
  maxLength: atMost,
  maxItems: atMost,
  maxProperties: atMost,
  maximum: atMost,
  exclusiveMaximum: atMost,
  uniqueItems: flag,
  pattern: each,
  format: each,
  multipleOf: each,
  contains: each,
  not: each,
};

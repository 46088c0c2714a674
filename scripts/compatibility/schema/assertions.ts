/** Keywords that allow some values and forbid others, each by itself: what it means that one is stated otherwise. */
import { isSame } from '../same.ts';
import { type Effect, effectOf } from './effect.ts';

/** How the statements of one keyword compare; an edition that does not state it has an empty list. */
export type Assertion = (before: readonly unknown[], after: readonly unknown[]) => Effect | undefined;

const types: Assertion = (before, after) => {
  const [old, now] = [typesOf(before), typesOf(after)];
  return effectOf(
    now.some((type) => !allows(old, type)),
    old.some((type) => !allows(now, type)),
  );
};

const everyType = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** The types that all statements allow. */
function typesOf(statements: readonly unknown[]): string[] {
  return statements.reduce<string[]>((allowed, statement) => {
    const stated = [statement].flat().map(String);
    // An integer is a number: of both, integers stay.
    return [
      ...allowed.filter((type) => allows(stated, type)),
      ...stated.filter((type) => !allowed.includes(type) && allows(allowed, type)),
    ];
  }, everyType);
}

function allows(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** A list of the only values. Without one, every value is allowed. */
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

/** The strictest of the bounds counts; no bound is a bound that is infinitely far. */
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

/** What nobody can compare, such as two patterns: each statement forbids something of its own. */
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

/**
 * The rules that the tables of the documents consist of. A rule says what a difference between two values means; `undefined`
 * means a missing value. A member without a rule is an error, so that no member is ignored by oversight.
 */
import { isObject, type JsonObject } from '../generate/spec.ts';
import { type Change, change, type Severity } from './change.ts';
import { describePlace, inside, originOf, type Place, type Position, resolve } from './place.ts';
import { isSame, show } from './same.ts';

export type Rule = (before: unknown, after: unknown, at: Place, name: string) => readonly Change[];

/** The contract uses a member or a keyword that no table classifies. */
export class UnclassifiedError extends Error {
  readonly code = 'unclassified-member';

  constructor(at: Place, name: string, table: string) {
    super(`${describePlace(at)}: no rule says what a change of \`${name}\` means; write one in ${table}`);
  }
}

/** For a member that another rule compares: where it is used, or as part of the object that contains it. */
export const elsewhere: Rule = () => [];

/** For text that only people read. */
export const prose: Rule = (before, after, at, name) =>
  isSame(before, after) ? [] : [change('editorial', at, `\`${name}\` reads otherwise`)];

/** For a value that must not change: any change breaks those who relied on it. */
export const fixed: Rule = (before, after, at, name) =>
  isSame(before, after)
    ? []
    : [change('breaking', at, `\`${name}\` is now ${show(after)}, was ${show(before)}`)];

/** For a value that may be added but not changed: nobody could rely on it before. */
export const promised: Rule = (before, after, at, name) =>
  before === undefined && after !== undefined
    ? [change('additive', at, `\`${name}\` is now ${show(after)}`)]
    : fixed(before, after, at, name);

/** For a set of values, such as the scopes of an operation. */
export function listed(added: Severity, removed: Severity): Rule {
  return (before, after, at, name) => {
    const [old, now] = [valuesOf(before), valuesOf(after)];
    const isIn = (list: readonly unknown[], value: unknown) => list.some((one) => isSame(one, value));
    return [
      ...now
        .filter((value) => !isIn(old, value))
        .map((value) => change(added, at, `\`${name}\` has gained ${show(value)}`)),
      ...old
        .filter((value) => !isIn(now, value))
        .map((value) => change(removed, at, `\`${name}\` has lost ${show(value)}`)),
    ];
  };
}

/** For a value of a scale, given from the weakest to the strongest: a stronger value is a new promise, a weaker one breaks one. */
export function ranked(...ranks: readonly string[]): Rule {
  return (before, after, at, name) => {
    const step = ranks.indexOf(String(after)) - ranks.indexOf(String(before));
    const what = `\`${name}\` is now ${String(after)}, was ${String(before)}`;
    return step === 0 ? [] : [change(step > 0 ? 'additive' : 'breaking', at, what)];
  };
}

/** For `required`: the client must send the value, or may rely on receiving it. */
export const required: Rule = (before, after, at) => {
  if ((before === true) === (after === true)) return [];
  const isStricter = after === true;
  const isBreaking = isStricter === (at.position === 'request');
  const what = isStricter ? 'is required now' : 'is no longer required';
  return [change(isBreaking ? 'breaking' : 'additive', at, what)];
};

/** For an object with known members. A missing object counts as one without members. */
export function members(table: Readonly<Record<string, Rule>>, file: string): Rule {
  return (before, after, at) => {
    const [old, now] = [objectOf(before), objectOf(after)];
    return namesOf(old, now).flatMap((name) => {
      const rule = Object.hasOwn(table, name) ? table[name] : undefined;
      if (rule === undefined) throw new UnclassifiedError(at, name, file);
      return rule(memberOf(old, name), memberOf(now, name), at, name);
    });
  };
}

/** The rules for a named thing that is added, removed or changed. */
export interface Naming {
  readonly added: Severity | ((value: unknown, name: string) => Severity);
  readonly removed: Severity;
  /** The name of the place in messages. Undefined where a name would not help. */
  readonly step: (name: string, value: unknown) => string | undefined;
  readonly each: Rule;
  /** The word for such a thing in messages. */
  readonly noun: string;
}

/** For a mapping from names to values. */
export function named(naming: Naming): Rule {
  return (before, after, at) => {
    const [old, now] = [objectOf(before), objectOf(after)];
    return namesOf(old, now).flatMap((name) =>
      one(naming)(memberOf(old, name), memberOf(now, name), at, name),
    );
  };
}

/** For a list whose entries are identified by some of their members. */
export function keyed(keyOf: (value: JsonObject) => string, naming: Naming): Rule {
  const byName = (document: JsonObject, list: unknown) =>
    Object.fromEntries(
      valuesOf(list).map((value) => [keyOf(objectOf(resolve(document, value))), value] as const),
    );
  return (before, after, at, name) =>
    named(naming)(byName(at.before, before), byName(at.after, after), at, name);
}

/** For a single value that may be added or removed, and may be a reference. */
export function one({ added, removed, step, each, noun }: Naming): Rule {
  return (before, after, at, name) => {
    const [old, now] = [resolve(at.before, before), resolve(at.after, after)];
    if (old === undefined && now === undefined) return [];
    const called = step(name, now ?? old);
    const place = originOf(after ?? before, called === undefined ? at : inside(at, called));
    const thing = called === undefined ? `${noun} ${show(name)}` : noun;
    if (old === undefined) {
      const severity = typeof added === 'string' ? added : added(now, name);
      return [change(severity, place, `${thing} was added`)];
    }
    if (now === undefined) return [change(removed, place, `${thing} was removed`)];
    return each(old, now, place, name);
  };
}

/** Applies a rule inside a request or a response. */
export function within(position: Position, rule: Rule): Rule {
  return (before, after, at, name) => rule(before, after, { ...at, position }, name);
}

function namesOf(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** The document's own member, so that a member named `constructor` is not taken from the prototype. */
function memberOf(holder: JsonObject, name: string): unknown {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function valuesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * `x-decision` on a status or a body. A promise that becomes our decision no longer binds the service. This harms the reader of
 * a response and frees the sender of a request.
 */
export const decision: Rule = (before, after, at, name) => {
  if (isSame(before, after)) return [];
  if (before !== undefined && after !== undefined)
    return [change('editorial', at, `\`${name}\` reads otherwise`)];
  const isWeaker = after !== undefined;
  const what = isWeaker
    ? `is now our decision (${show(after)}), was promised`
    : `is promised now, was our decision (${show(before)})`;
  return [change(isWeaker === (at.position === 'response') ? 'breaking' : 'additive', at, what)];
};

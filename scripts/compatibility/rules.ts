/**
 * What tables are made of. A rule says what it means that a value differs between two editions; `undefined` stands for a value that
 * is not there. A member without a rule is an error: nothing is passed over because nobody thought of it.
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

/** Compared elsewhere: where it is used, or as part of its holder. */
export const elsewhere: Rule = () => [];

/** Words for people. */
export const prose: Rule = (before, after, at, name) =>
  isSame(before, after) ? [] : [change('editorial', at, `\`${name}\` reads otherwise`)];

/** Whoever relied on it is wrong now. */
export const fixed: Rule = (before, after, at, name) =>
  isSame(before, after)
    ? []
    : [change('breaking', at, `\`${name}\` is now ${show(after)}, was ${show(before)}`)];

/** What nobody relied on before it was said. */
export const promised: Rule = (before, after, at, name) =>
  before === undefined && after !== undefined
    ? [change('additive', at, `\`${name}\` is now ${show(after)}`)]
    : fixed(before, after, at, name);

/** Values of a set, such as the scopes of an operation. */
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

/** Values from the weakest to the strongest: a stronger one is a new promise, a weaker one a broken promise. */
export function ranked(...ranks: readonly string[]): Rule {
  return (before, after, at, name) => {
    const step = ranks.indexOf(String(after)) - ranks.indexOf(String(before));
    const what = `\`${name}\` is now ${String(after)}, was ${String(before)}`;
    return step === 0 ? [] : [change(step > 0 ? 'additive' : 'breaking', at, what)];
  };
}

/** Whether something has to be there: the client must send it, or may rely on it. */
export const required: Rule = (before, after, at) => {
  if ((before === true) === (after === true)) return [];
  const isStricter = after === true;
  const isBreaking = isStricter === (at.position === 'request');
  const what = isStricter ? 'is required now' : 'is no longer required';
  return [change(isBreaking ? 'breaking' : 'additive', at, what)];
};

/** An object whose members are known. One that is not there has no members. */
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

/** How what has a name of its own comes and goes. */
export interface Naming {
  readonly added: Severity | ((value: unknown, name: string) => Severity);
  readonly removed: Severity;
  /** What the place is called; nothing where its name would not help. */
  readonly step: (name: string, value: unknown) => string | undefined;
  readonly each: Rule;
  /** What one of them is called, in messages. */
  readonly noun: string;
}

/** A mapping by names. */
export function named(naming: Naming): Rule {
  return (before, after, at) => {
    const [old, now] = [objectOf(before), objectOf(after)];
    return namesOf(old, now).flatMap((name) =>
      one(naming)(memberOf(old, name), memberOf(now, name), at, name),
    );
  };
}

/** A list whose entries have a name among their members. */
export function keyed(keyOf: (value: JsonObject) => string, naming: Naming): Rule {
  const byName = (document: JsonObject, list: unknown) =>
    Object.fromEntries(
      valuesOf(list).map((value) => [keyOf(objectOf(resolve(document, value))), value] as const),
    );
  return (before, after, at, name) =>
    named(naming)(byName(at.before, before), byName(at.after, after), at, name);
}

/** One thing that may come or go, or stand elsewhere and be referred to. */
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

/** What is inside is written by the client, or by the service. */
export function within(position: Position, rule: Rule): Rule {
  return (before, after, at, name) => rule(before, after, { ...at, position }, name);
}

function namesOf(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** Only what the document says itself: `constructor` is a name like any other. */
function memberOf(holder: JsonObject, name: string): unknown {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function valuesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

import { isDeepStrictEqual } from 'node:util';
import { changeMember } from './change-member.ts';
import { type Body, isObject } from './requests.ts';

/** The values that members get, by path: a value, undefined for none, or a way to make one from the sound value. */
export type Values = Readonly<Record<string, unknown>>;

/** What members have to be, by path: a value, undefined for none, or a condition. */
export type When = Readonly<Record<string, unknown>>;

/** Gives a function the words that sentences use for it. Its own name would not survive bundling. */
function named<Call extends (...args: never) => unknown>(words: string, call: Call): Call {
  return Object.defineProperty(call, 'name', { value: words });
}

/** A way to make a value. A member without a value stays without one. */
function way(words: string, make: (sound: Body) => unknown): (sound: Body) => unknown {
  return named(words, (sound) => (sound === undefined || sound === null ? sound : make(sound)));
}

export const first = (count: number) => way(`cut after ${count}`, (sound) => sound.slice(0, count));
export const last = (count: number) => way(`cut to its last ${count}`, (sound) => sound.slice(-count));
export const reversed = way('in reverse order', (sound) => sound.toReversed());
export const plus = (more: number) => way(`larger by ${more}`, (sound) => sound + more);
export const times = (factor: number) => way(`${factor} times as large`, (sound) => sound * factor);
export const asText = way('a text', String);
export const after = (prefix: string) => way(`preceded by "${prefix}"`, (sound) => prefix + sound);
export const before = (suffix: string) => way(`followed by "${suffix}"`, (sound) => sound + suffix);
export const also = (item: unknown) => way(`longer by ${describe(item)}`, (sound) => [...sound, item]);

/** Another value instead of one value, or of those that meet a condition. Other values stay. */
export const instead = (from: unknown, to: unknown) =>
  named(`${describe(to)} instead of ${describe(from)}`, (sound: unknown) => (is(sound, from) ? to : sound));

/** Conditions. */
export const present = named('present', (value: unknown) => value !== undefined && value !== null);
export const filled = named('not empty', (value: Body) => value?.length > 0);
export const not = (...others: readonly unknown[]) =>
  named(`not ${others.map(describe).join(' or ')}`, (value: unknown) => !others.includes(value));
export const above = (limit: number) => named(`above ${limit}`, (value: unknown) => Number(value) > limit);
export const below = (limit: number) => named(`below ${limit}`, (value: Body) => value < limit);
export const longerThan = (length: number) =>
  named(`longer than ${length}`, (value: Body) => value?.length > length);

/** A copy of an object with other values, if it is as `when` says. Anything else stays unchanged. */
export function withValues(body: Body, values: Values, when: When = {}): Body {
  if (!isObject(body) || !isAs(body, when)) return body;
  return Object.entries(values).reduce(
    (changed: Body, [path, to]) =>
      changeMember(changed, path.split('.'), (sound) => (typeof to === 'function' ? to(sound) : to)),
    body,
  );
}

/** Whether an object is as `when` says. */
export function isAs(body: Body, when: When): boolean {
  return Object.entries(when).every(([path, wanted]) => {
    const value = path.split('.').reduce((part, step) => part?.[step], body);
    return is(value, wanted);
  });
}

/** Names members and their values, for a sentence about them. */
export function describeMembers(members: Values | When): string {
  return Object.entries(members)
    .map(([path, value]) => `\`${path}\` is ${describe(value)}`)
    .join(' and ');
}

/** The condition of a sentence; empty if there is none. */
export function describeWhen(when: When): string {
  return Object.keys(when).length > 0 ? ` where ${describeMembers(when)}` : '';
}

function is(value: unknown, wanted: unknown): boolean {
  return typeof wanted === 'function' ? wanted(value) : isDeepStrictEqual(value, wanted);
}

function describe(value: unknown): string {
  if (typeof value === 'function') return value.name;
  return value === undefined ? 'absent' : JSON.stringify(value);
}

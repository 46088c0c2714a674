/** Compares the keywords that contain no other schema: assertions, annotations, defaults. */
import { type Change, change } from '../change.ts';
import type { Place } from '../place.ts';
import { UnclassifiedError } from '../rules.ts';
import { isSame, show } from '../same.ts';
import { assertions } from './assertions.ts';
import { effectChange } from './effect.ts';
import type { FlatSchema, Part, Said } from './flat.ts';
import { holdsSchemas } from './subschemas.ts';

/** Keywords that assert nothing. A discriminator only names the member whose constants the alternatives assert. */
const annotations = [
  'discriminator',
  'title',
  'description',
  'examples',
  'example',
  '$comment',
  'x-decision',
  'x-decision-required',
  'x-decision-keywords',
  'x-extends',
  'x-null-for-absent',
];

/** @throws UnclassifiedError for a keyword that is in no table. */
export function compareKeywords(before: FlatSchema, after: FlatSchema, at: Place): Change[] {
  const keywords = new Set([...before.said.keys(), ...after.said.keys()]);
  return [...keywords].flatMap((keyword) =>
    compareKeyword(keyword, before.said.get(keyword) ?? [], after.said.get(keyword) ?? [], at),
  );
}

function compareKeyword(
  keyword: string,
  before: readonly Said[],
  after: readonly Said[],
  at: Place,
): Change[] {
  if (holdsSchemas(keyword)) return [];
  const sources = changedIn(before, after).map(({ pointer }) => `${pointer}/${keyword}`);
  if (annotations.includes(keyword)) {
    return sources.map((source) => change('editorial', at, `\`${keyword}\` reads otherwise`, source));
  }
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const what = `\`${keyword}\` is now ${describe(now)}, was ${describe(old)}`;
  if (keyword === 'default') {
    // A default says what an absent member means: a new one is a promise, a changed one breaks a promise.
    if (isSame(old, now)) return [];
    return [change(old.length === 0 ? 'additive' : 'breaking', at, what, sources[0])];
  }
  const compare = Object.hasOwn(assertions, keyword) ? assertions[keyword] : undefined;
  if (compare === undefined) {
    throw new UnclassifiedError(at, keyword, 'scripts/compatibility/schema/keywords.ts');
  }
  const effect = compare(old, now);
  return effect === undefined ? [] : [effectChange(effect, at, what, sources[0] ?? at.origin)];
}

/** The parts of the new edition with a value that the old one lacks; if there are none, the parts of the old one. */
function changedIn(before: readonly Said[], after: readonly Said[]): Part[] {
  const lacks = (said: readonly Said[], { value }: Said) => !said.some((other) => isSame(value, other.value));
  const changed = after.filter((one) => lacks(before, one));
  return (changed.length > 0 ? changed : before.filter((one) => lacks(after, one))).map(({ part }) => part);
}

function valuesOf(said: readonly Said[]): unknown[] {
  return said.map(({ value }) => value);
}

function describe(values: readonly unknown[]): string {
  if (values.length === 0) return 'nothing';
  return values
    .map((value) => (Array.isArray(value) ? value.map(show).join(' or ') : show(value)))
    .join(' and ');
}

/** Compares the schemas inside a schema: for items, for other members, for names of members. */
import { isObject } from '../../generate/spec.ts';
import type { Change } from '../change.ts';
import { inside, type Place } from '../place.ts';
import type { Descend } from './descend.ts';
import { effectChange, effectOf } from './effect.ts';
import { type Conjunction, type FlatSchema, partOf } from './flat.ts';

/** Keywords that hold one schema, and the text for each in the description of a place. */
const steps = { items: '[]', additionalProperties: '*', propertyNames: 'names of members' } as const;

export function holdsSchemas(keyword: string): boolean {
  return Object.hasOwn(steps, keyword) || keyword === 'patternProperties';
}

export function compareSubschemas(
  before: FlatSchema,
  after: FlatSchema,
  at: Place,
  descend: Descend,
  refines: boolean,
): Change[] {
  return [
    ...Object.entries(steps).flatMap(([keyword, step]) => {
      const place = inside(at, step);
      const [wasFalse, isFalse] = [isForbidden(before, keyword), isForbidden(after, keyword)];
      if (wasFalse === isFalse) return descend(held(before, keyword), held(after, keyword), place, refines);
      const effect = effectOf(wasFalse, isFalse);
      const what = isFalse ? 'is no longer allowed' : 'is allowed now';
      return effect === undefined
        ? []
        : [effectChange(effect, place, what, sourceOf(before, after, keyword))];
    }),
    ...patternsOf(before, after).flatMap((pattern) =>
      descend(matched(before, pattern), matched(after, pattern), inside(at, `/${pattern}/`), refines),
    ),
  ];
}

/** The schemas under this keyword in all parts; a value must satisfy each. An empty list allows everything. */
function held({ said }: FlatSchema, keyword: string): Conjunction {
  return (said.get(keyword) ?? []).map(({ value, part }) => partOf(value, `${part.pointer}/${keyword}`));
}

function isForbidden({ said }: FlatSchema, keyword: string): boolean {
  return (said.get(keyword) ?? []).some(({ value }) => value === false);
}

function sourceOf(before: FlatSchema, after: FlatSchema, keyword: string): string {
  const said = after.said.get(keyword) ?? before.said.get(keyword) ?? [];
  return `${said[0]?.part.pointer}/${keyword}`;
}

function patternsOf(...schemas: readonly FlatSchema[]): string[] {
  const mappings = schemas.flatMap(({ said }) => said.get('patternProperties') ?? []);
  return [...new Set(mappings.flatMap(({ value }) => Object.keys(isObject(value) ? value : {})))];
}

function matched({ said }: FlatSchema, pattern: string): Conjunction {
  return (said.get('patternProperties') ?? []).flatMap(({ value, part }) =>
    isObject(value) && Object.hasOwn(value, pattern)
      ? [partOf(value[pattern], `${part.pointer}/patternProperties/${pattern}`)]
      : [],
  );
}

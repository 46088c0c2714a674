/** Compares the variants of `oneOf` and `anyOf`. */
import { type Change, change } from '../change.ts';
import { inside, type Place } from '../place.ts';
import { canonical, show } from '../same.ts';
import type { Descend } from './descend.ts';
import { effectChange } from './effect.ts';
import { type Conjunction, type FlatSchema, flatten, isNull, type Union } from './flat.ts';

export function compareUnions(
  before: FlatSchema,
  after: FlatSchema,
  at: Place,
  descend: Descend,
  refines: boolean,
): Change[] {
  const length = Math.max(before.unions.length, after.unions.length);
  return Array.from({ length }, (_, index) => [before.unions[index], after.unions[index]]).flatMap(
    ([old, now]) => {
      const source = (now ?? old)?.pointer ?? '';
      if (old === undefined) return [effectChange('narrowed', at, 'is now one of several variants', source)];
      if (now === undefined)
        return [effectChange('widened', at, 'is no longer one of several variants', source)];
      if (old.keyword !== now.keyword) {
        return [effectChange('shifted', at, `is now ${now.keyword}, was ${old.keyword}`, source)];
      }
      return compareVariants(old, now, at, descend, refines);
    },
  );
}

/** A variant, with a name that it has in both editions. */
interface Variant {
  readonly schema: Conjunction;
  readonly step: string;
  /** Whether a member identifies it, so that a client can ignore an unknown variant. */
  readonly isTagged: boolean;
}

function compareVariants(
  before: Union,
  after: Union,
  at: Place,
  descend: Descend,
  refines: boolean,
): Change[] {
  const tag = tagOf([
    [at.before, before],
    [at.after, after],
  ] as const);
  const [old, now] = [nameVariants(at.before, before, tag), nameVariants(at.after, after, tag)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    const known = is ?? was;
    if (known === undefined) return [];
    const place = inside(at, known.step);
    if (was !== undefined && is !== undefined) return descend(was.schema, is.schema, place, refines);
    const source = `${after.pointer}/${name}`;
    const what = is === undefined ? 'the variant was removed' : 'the variant was added';
    // A client ignores a new tagged variant, but relies on existing ones, as with members.
    if (known.isTagged) return [change(is === undefined ? 'breaking' : 'additive', place, what, source)];
    return [effectChange(is === undefined ? 'narrowed' : 'widened', place, what, source)];
  });
}

type Document = Place['before'];

/** The member that identifies the variants in both editions: required, with one constant value that differs in every variant. */
function tagOf(sides: readonly (readonly [Document, Union])[]): string | undefined {
  const tagged = sides.map(([document, union]) =>
    union.variants.filter((variant) => !isNullVariant(variant)).map((variant) => tagsOf(document, variant)),
  );
  const candidates = tagged.flat()[0] ?? new Map<string, string>();
  return [...candidates.keys()].find((name) =>
    tagged.every((variants) => {
      const values = variants.flatMap((tags) => tags.get(name) ?? []);
      return values.length === variants.length && new Set(values).size === values.length;
    }),
  );
}

/** The members that a variant requires with one constant value, and that value as text. */
function tagsOf(document: Document, variant: Conjunction): Map<string, string> {
  const { required, properties } = flatten(document, variant);
  return new Map(
    [...properties].flatMap(([name, schema]): [string, string][] => {
      const [said] = required.has(name) ? (flatten(document, schema).said.get('enum') ?? []) : [];
      const values = said === undefined ? [] : [said.value].flat();
      return values.length === 1 ? [[name, canonical(values[0])]] : [];
    }),
  );
}

function nameVariants(document: Document, union: Union, tag: string | undefined): Map<string, Variant> {
  return new Map(
    union.variants.map((schema, index): [string, Variant] => {
      const node = schema[0]?.node ?? {};
      if (isNullVariant(schema)) return ['null', { schema, step: 'null', isTagged: false }];
      const value = tag === undefined ? undefined : tagsOf(document, schema).get(tag);
      if (value !== undefined) {
        return [`${tag} ${value}`, { schema, step: `${tag} ${value.replaceAll('"', '')}`, isTagged: true }];
      }
      const name = typeof node.$ref === 'string' ? node.$ref : `${union.keyword} ${index + 1}`;
      return [name, { schema, step: name.split('/').at(-1) ?? show(name), isTagged: false }];
    }),
  );
}

function isNullVariant([part]: Conjunction): boolean {
  return part !== undefined && isNull(part.node);
}

import type { RequestMember } from '../../../../generated/request-members.d.ts';
import { ids } from './ids.ts';
import type { MemberValue } from './member-value.ts';
import { parameterValues } from './parameter-values.ts';

/** A value of each JSON type. None of them is a word or an id that the contract knows. */
const OF_TYPE: Readonly<Record<string, unknown>> = {
  text: 'elsewhere',
  number: 7,
  object: {},
  list: ['elsewhere'],
  null: null,
};
/** For each schema type, the name of the value in OF_TYPE that fits. */
const FITTING: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  object: 'object',
  array: 'list',
};

/** Values for members whose schema allows many, by member: a word that a service may compare with its own list, and objects to store. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  icon: { book: 'book' },
  metadata: {
    members: { order: 4410, tags: ['a', null, true] },
    // Nested more deeply than usual data, but less deeply than the usual limits of parsers.
    deep: { note: Array.from({ length: 50 }).reduce<unknown>((inner) => [inner], 'end') },
  },
};

/** Characters whose length differs between the readings of A-42: graphemes, code points, UTF-16 units or bytes. */
const CHARACTERS = [
  { name: 'beyond-bmp', text: '\u{1F6F6}' },
  { name: 'combining', text: 'e\u0301' },
];

/** A text that a check recognises, within a limit that may be shorter than the id. */
const headOf = (id: string, limit: number) => id.slice(0, Math.floor(limit / 2));

/** Texts of at least this length have lines. Each of their characters takes two bytes in JSON. */
const LONG = 1000;
const LINE = `${'"'.repeat(40)}\n`;

/** Words that the application uses, but not the contract. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = { permission_mode: ['plan'] };

/** The values of a member that follow from its schema. */
export function valuesOf(member: RequestMember): readonly MemberValue[] {
  if (member.in !== 'body') return parameterValues(member);
  return [
    ...missing(member),
    ...taken(member),
    ...ids(member),
    ...lengths(member),
    ...empty(member),
    ...mistyped(member),
    ...foreign(member),
  ];
}

function missing({ required }: RequestMember): MemberValue[] {
  return [{ name: 'missing', make: () => undefined, kind: required ? 'missing' : 'default' }];
}

/** Plain values that every service accepts. */
function taken({ type, path, enum: words, maxLength }: RequestMember): MemberValue[] {
  const examples = EXAMPLES[path.at(-1) ?? ''];
  const values = examples
    ? Object.entries(examples)
    : (words ?? (type === 'boolean' ? [true, false] : [])).map((value) => [String(value), value] as const);
  if (values.length === 0 && type === 'string')
    return [{ name: 'text', make: (id) => `Taken ${id}`.slice(0, maxLength), kind: 'taken' }];
  return values.map(([name, value]) => ({ name, make: () => value, kind: 'taken' }));
}

/** Texts that are within the limit by every way of counting characters, and texts that are too long by every way. */
function lengths({ maxLength: limit }: RequestMember): MemberValue[] {
  if (limit === undefined) return [];
  return [
    {
      name: 'longest',
      make: (id) => `${headOf(id, limit).padEnd(limit - 1, limit < LONG ? 'a' : LINE)}.`,
      kind: 'limit',
    },
    { name: 'one-more', make: (id) => headOf(id, limit).padEnd(limit + 1, 'a'), kind: 'too-long' },
    ...CHARACTERS.flatMap(({ name, text }): MemberValue[] => [
      {
        name: `longest-${name}`,
        make(id) {
          const head = headOf(id, limit);
          return head + text.repeat(Math.floor((limit - head.length) / Buffer.byteLength(text)));
        },
        kind: 'limit',
      },
      {
        name: `one-more-${name}`,
        make(id) {
          const head = headOf(id, limit);
          return head + text.repeat(limit + 1 - head.length);
        },
        kind: 'too-long',
      },
    ]),
  ];
}

function empty(member: RequestMember): MemberValue[] {
  // No statement says that other texts cannot be empty.
  if (mustNameInteraction(member)) return [{ name: 'empty', make: () => '', kind: 'missing' }];
  const { type, minItems = 0 } = member;
  if (type === 'object') return [{ name: 'empty', make: () => ({}), kind: 'taken' }];
  if (type !== 'array') return [];
  return [{ name: 'empty', make: () => [], kind: minItems > 0 ? 'empty' : 'taken' }];
}

/** The null of an optional member may mean that the member is absent. */
function mistyped(member: RequestMember): MemberValue[] {
  const { type, enum: words, required, path } = member;
  const isNullable = !required && path.at(-1) !== '[]';
  const kind = mustNameInteraction(member) ? 'missing' : 'mistyped';
  return Object.entries(OF_TYPE)
    .filter(([name]) => name !== FITTING[type] || (name === 'text' && words !== undefined))
    .filter(([name]) => name !== 'null' || !isNullable)
    .map(([name, value]) => ({ name, make: () => value, kind }));
}

/**
 * Whether a request needs a valid interaction id in this member. A value that is not an id counts as missing: if the service ignores it,
 * the member is missing; if the service converts it, it names no interaction.
 */
function mustNameInteraction({ required, path }: RequestMember): boolean {
  return required && path.at(-1) === 'action_id';
}

function foreign({ path }: RequestMember): MemberValue[] {
  return (FOREIGN[path.at(-1) ?? ''] ?? []).map((word) => ({
    name: word,
    make: () => word,
    kind: 'foreign',
  }));
}

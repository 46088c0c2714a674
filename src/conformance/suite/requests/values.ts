import type { RequestMember } from '../../../../generated/request-members.d.ts';

/** A value that a request is sent with, and what the contract says about it. */
export interface MemberValue {
  /** Last part of the ids of checks. */
  readonly name: string;
  /** Returns the value; undefined for a member that is left out. @param id begins texts, since a service may want names that differ */
  readonly make: (id: string) => unknown;
  /**
   * `taken` and `limit` must be accepted. `missing`, `too-long` and `empty` must be refused. What becomes of a `mistyped` value is open
   * (A-10).
   */
  readonly kind: 'taken' | 'limit' | 'missing' | 'too-long' | 'empty' | 'mistyped';
}

/** A value of each JSON type, none of which is a word or an id that the contract knows. */
const OF_TYPE: Readonly<Record<string, unknown>> = {
  text: 'elsewhere',
  number: 7,
  object: {},
  list: ['elsewhere'],
  null: null,
};
/** The names in OF_TYPE that are values of a schema's type. */
const FITTING: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  object: 'object',
  array: 'list',
};

/** Words of members that a service may compare with a list of its own. */
const WORDS: Readonly<Record<string, readonly string[]>> = { icon: ['book'] };

/** Characters that the readings of A-42 count differently: by graphemes, code points, UTF-16 units or bytes. */
const CHARACTERS = [
  { name: 'beyond-bmp', text: '\u{1F6F6}' },
  { name: 'combining', text: 'e\u0301' },
];

/** A text from this length on has lines, each of whose ends takes two bytes in JSON. */
const LONG = 1000;
const LINE = `${'a'.repeat(40)}\n`;

/** The values of a member that follow from its schema. */
export function valuesOf(member: RequestMember): readonly MemberValue[] {
  return [...missing(member), ...taken(member), ...lengths(member), ...empty(member), ...mistyped(member)];
}

function missing({ required }: RequestMember): MemberValue[] {
  return required ? [{ name: 'missing', make: () => undefined, kind: 'missing' }] : [];
}

/** Plain values that every service takes. Ids must exist, so they are not derived. */
function taken({ type, path, enum: words = WORDS[path.at(-1) ?? ''] }: RequestMember): MemberValue[] {
  if (words) return words.map((word) => ({ name: word, make: () => word, kind: 'taken' }));
  if (type === 'string') return [{ name: 'text', make: (id) => `Taken ${id}`, kind: 'taken' }];
  if (type !== 'boolean') return [];
  return [true, false].map((value) => ({ name: String(value), make: () => value, kind: 'taken' }));
}

/** Texts as long as the limit allows by each count of characters, and texts that are too long by each. */
function lengths({ maxLength: limit }: RequestMember): MemberValue[] {
  if (limit === undefined) return [];
  return [
    { name: 'longest', make: (id) => `${id.padEnd(limit - 1, limit < LONG ? 'a' : LINE)}.`, kind: 'limit' },
    { name: 'one-more', make: (id) => id.padEnd(limit + 1, 'a'), kind: 'too-long' },
    ...CHARACTERS.flatMap(({ name, text }): MemberValue[] => [
      {
        name: `longest-${name}`,
        make: (id) => id + text.repeat(Math.floor((limit - id.length) / Buffer.byteLength(text))),
        kind: 'limit',
      },
      { name: `one-more-${name}`, make: (id) => id + text.repeat(limit + 1 - id.length), kind: 'too-long' },
    ]),
  ];
}

function empty(member: RequestMember): MemberValue[] {
  // Of other texts it is not stated that they cannot be empty.
  if (mustNameInteraction(member)) return [{ name: 'empty', make: () => '', kind: 'missing' }];
  const { type, minItems = 0 } = member;
  if (type !== 'array') return [];
  return [{ name: 'empty', make: () => [], kind: minItems > 0 ? 'empty' : 'taken' }];
}

/** The null of an optional member may mean that it is absent. */
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
 * Whether a request is about the interaction that the member names. A value that is no such id counts as missing, whichever way it is read:
 * ignored, it is missing; converted, it names no interaction.
 */
function mustNameInteraction({ required, path }: RequestMember): boolean {
  return required && path.at(-1) === 'action_id';
}

import rows from '../../../generated/rows.json' with { type: 'json' };
import { type Node, shapeOf } from '../breakages/shapes/schema.ts';
import { applicable } from '../breakages/shapes/spots.ts';
import { isRawJson } from '../decorators/copy-json.ts';
import { isObject } from '../decorators/requests.ts';
import type { Choose } from '../open-answers/chance.ts';
import type { Chance } from './chance.ts';

/** The liberties that a server takes with the members of objects. */
export interface MemberLiberties {
  /** Objects have members in any order. */
  readonly order: boolean;
  /** Objects have members that nobody knows. */
  readonly unknown: boolean;
  /** A member that is null is left out where no must requires it. */
  readonly absence: boolean;
  /** An optional member that is absent is null. */
  readonly nulls: boolean;
}

/** Levels of nesting of an unknown member. */
const DEEP = 24;

/** Members that nobody knows, some with names that code may confuse with its own. */
const UNKNOWN: readonly [readonly [string, unknown][], ...(readonly [string, unknown][])[]] = [
  [],
  [['x_note', 'text \u2028 \u{1F5FC} \u0000']],
  [
    ['_links', { self: '/', data: { id: 0 }, meta: null }],
    ['@type', ''],
  ],
  [['constructor', {}]],
  [['__proto__', { status: 'completed', id: 1 }]],
  [
    ['toString', null],
    ['length', 0],
  ],
  [['a/b~c.d', [null, [], {}, [{ id: 1, status: 'completed' }]]]],
  [
    ['', []],
    ['0', true],
    ['Größe', 'ß'],
  ],
  [['inner', Array.from({ length: DEEP }).reduce<unknown>((inner) => ({ inner: [inner] }), true)]],
  [['numbers', [raw('9007199254740993'), raw('0.12345678901234567890'), raw('1e400'), raw('-0.0')]]],
];

const MUSTS = new Set(rows.requirements.flatMap(({ id, level }) => (level === 'must' ? [id] : [])));

/** What decides about the members of objects. */
export interface MemberChoices {
  readonly liberties: MemberLiberties;
  /** Decides about one member of all objects that stand in a place: a turn shows the same members everywhere. */
  readonly choose: Choose;
  /** Decides anew about each object. */
  readonly chance: Chance;
}

/** Writes a value of a type of the contract with liberties that its schema allows. Objects without a schema, such as metadata, stay unchanged. */
export function takeMemberLiberties(type: string, value: unknown, choices: MemberChoices): unknown {
  return rewrite([shapeOf(type)], value, type, choices);
}

/** @param place the name of the member that holds the value; that of the list for its items, and the type for a whole body */
function rewrite(nodes: readonly Node[], value: unknown, place: string, choices: MemberChoices): unknown {
  const { liberties, choose, chance } = choices;
  const all = nodes.flatMap((node) => [...applicable(node, value)]);
  if (Array.isArray(value)) {
    const items = all.flatMap((node) => node.items ?? []);
    return items.length === 0 ? value : value.map((item) => rewrite(items, item, place, choices));
  }
  if (!isObject(value) || isRawJson(value) || !all.some(({ properties }) => properties)) return value;
  const isTaken = (liberty: boolean, name: string) =>
    liberty && mayLack(all, name) && choose(`${place} ${name}`, [true, false]);
  const members = Object.entries(value)
    .filter(([name, member]) => member !== null || !isTaken(liberties.absence, name))
    .map(([name, member]): [string, unknown] => {
      const inner = all.flatMap(({ properties }) => properties?.[name] ?? []);
      return [name, rewrite(inner, member, name, choices)];
    });
  const known = new Set(all.flatMap(({ properties = {} }) => Object.keys(properties)));
  const mayBeNull = liberties.nulls && !all.some((node) => node['x-tells-null']);
  for (const name of known) if (!(name in value) && isTaken(mayBeNull, name)) members.push([name, null]);
  if (liberties.unknown) members.push(...choose(`unknown in ${place}`, UNKNOWN));
  return Object.fromEntries(liberties.order ? chance.shuffle(members) : members);
}

/** Whether a schema names a member, and no must requires it. */
function mayLack(nodes: readonly Node[], name: string): boolean {
  const isKnown = nodes.some(({ properties }) => properties?.[name]);
  return isKnown && !nodes.some((node) => MUSTS.has(node['x-required-rows']?.[name] ?? ''));
}

function raw(number: string): object {
  return (JSON as unknown as { rawJSON(text: string): object }).rawJSON(number);
}

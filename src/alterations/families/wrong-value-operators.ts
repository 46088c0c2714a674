import { ABSENT } from '../decorators/change-member.ts';
import { type Body, isObject } from '../decorators/requests.ts';
import type { ChangeValue } from './alter-place.ts';
import type { Operator } from './operator.ts';
import type { Place } from './place.ts';

/** The possible words for a member, if a schema or the service lists them. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  status: ['completed', 'cancelled', 'error', 'pending'],
  permission_mode: ['manual', 'auto'],
  level: ['personal', 'company', 'workspace'],
  visibility: ['private', 'public', 'shared'],
  retry_action: ['none', 'retry', 'check_status'],
  message_code: ['api_v1_not_found', 'api_v1_validation_error', 'api_v1_action_not_found'],
  code: ['upstream_error', 'persistence_failed', 'outcome_unknown'],
  required_scopes: ['chat:write', 'skills:write'],
  permission_modes: ['manual', 'auto'],
};

/** Members that clients choose freely. Every text operator is tried on them, since a client may send any text. */
const CHOSEN: ReadonlySet<string> = new Set([
  'name',
  'description',
  'instructions',
  'icon',
  'prompt',
  'metadata',
]);
const OF_CLIENTS = /Chat|Skill|Message/;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT/;
const NO_ONES_ID = '3f8a52c1-6b0e-4d7d-9c1a-5e2f7b9d4a60';
const SECOND = 1000;

const text =
  (change: (value: string) => unknown): ChangeValue =>
  (value) =>
    typeof value === 'string' ? change(value) : undefined;
const list =
  (change: (items: readonly Body[]) => unknown): ChangeValue =>
  (value) =>
    Array.isArray(value) ? change(value) : undefined;
const nothing =
  (instead: unknown): ChangeValue =>
  (value) =>
    value === null ? instead : undefined;

/** Other values of the same shape. */
export const WRONG_VALUE_OPERATORS: readonly Operator[] = [
  { name: 'neighbour', behaviour: 'shows the next number or the next second', change: neighbour },
  { name: 'zero', behaviour: 'shows 0', change: (value) => (typeof value === 'number' ? 0 : undefined) },
  {
    name: 'negated',
    behaviour: 'shows the opposite',
    change: (value) => (typeof value === 'boolean' ? !value : undefined),
  },
  {
    name: 'another-id',
    behaviour: 'shows another id',
    change: text((value) => (UUID.test(value) ? NO_ONES_ID : undefined)),
  },
  {
    name: 'another-word',
    behaviour: 'shows another of the words that the contract knows',
    change: anotherWord,
  },
  {
    name: 'trimmed',
    behaviour: 'trims the text',
    change: deeply((value) => value.trim()),
    isTriedAt: isChosen,
  },
  {
    name: 'lower-cased',
    behaviour: 'lower-cases the text',
    change: deeply((value) => value.toLowerCase()),
    isTriedAt: isChosen,
  },
  {
    name: 'collapsed',
    behaviour: 'collapses white space',
    change: deeply((value) => value.replaceAll(/\s+/g, ' ')),
    isTriedAt: isChosen,
  },
  {
    name: 'ascii',
    behaviour: 'loses what is not ASCII',
    change: deeply((value) => value.replaceAll(/[^\x20-\x7e\s]/g, '')),
    isTriedAt: isChosen,
  },
  {
    name: 'cut',
    behaviour: 'loses the end of the text',
    change: text((value) => (TIME.test(value) || UUID.test(value) ? undefined : value.slice(0, -1))),
  },
  { name: 'no-text', behaviour: 'shows an empty text', change: text(() => '') },
  { name: 'null', behaviour: 'shows null', change: (value) => (value === null ? undefined : null) },
  { name: 'text-for-null', behaviour: 'shows a text where there is nothing', change: nothing('something') },
  { name: 'number-for-null', behaviour: 'shows a number where there is nothing', change: nothing(1) },
  { name: 'object-for-null', behaviour: 'shows an object where there is nothing', change: nothing({}) },
  {
    name: 'left-out',
    behaviour: 'leaves the member out',
    change: (_, { isItem }) => (isItem ? undefined : ABSENT),
  },
  { name: 'emptied', behaviour: 'shows it empty', change: emptied },
  { name: 'reversed', behaviour: 'reverses the list', change: list((items) => [...items].reverse()) },
  { name: 'shortened', behaviour: 'loses the last item', change: list((items) => items.slice(0, -1)) },
  { name: 'beheaded', behaviour: 'loses the first item', change: list((items) => items.slice(1)) },
  {
    name: 'duplicated',
    behaviour: 'shows the first item twice',
    change: list((items) => [...items.slice(0, 1), ...items]),
  },
  {
    name: 'without-nulls',
    behaviour: 'loses the null members',
    change: withoutNulls,
    isTriedAt: isEchoedObject,
  },
  { name: 'member-lost', behaviour: 'loses the last member', change: memberLost },
  {
    name: 'numbers-as-texts',
    behaviour: 'turns the numbers into texts',
    change: numbersAsTexts,
    isTriedAt: isEchoedObject,
  },
  { name: 'stale', behaviour: 'shows what was there before', change: (_, { stale }) => stale },
  { name: 'other', behaviour: 'shows what belongs to another object', change: (_, { other }) => other },
  { name: 'lost', behaviour: 'does not send the event', change: () => [], isOfEvents: true },
  { name: 'twice', behaviour: 'sends the event twice', change: (event) => [event, event], isOfEvents: true },
];

function isChosen(place: Place): boolean {
  const member = place.pointer.split('.').at(-1) ?? '';
  const isData = /^(data(\[\])?\.)?\w+$/.test(place.pointer);
  return CHOSEN.has(member) && isData && OF_CLIENTS.test(place.operation) && !isFailure(place);
}

function isEchoedObject(place: Place): boolean {
  return isChosen(place) && place.pointer.endsWith('metadata');
}

function isFailure({ channel }: Place): boolean {
  return /(^|,)[45]\d\d(,|$)/.test(channel);
}

function neighbour(value: Body): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string' || !TIME.test(value)) return undefined;
  const moved = new Date(Date.parse(value) + SECOND).toISOString();
  return moved;
}

function anotherWord(value: Body, { member }: { readonly member: string }): unknown {
  if (typeof value !== 'string') return undefined;
  const words = Object.hasOwn(WORDS, member) ? (WORDS[member] ?? []) : [];
  return words.find((word) => word !== value);
}

function emptied(value: Body): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : undefined;
}

function withoutNulls(value: Body, { member }: { readonly member: string }): unknown {
  if (member !== 'metadata' || !isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

function memberLost(value: Body, { member }: { readonly member: string }): unknown {
  const isOpaque = ['metadata', 'input', 'requested_schema', 'anonymization'].includes(member);
  return isOpaque && isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, -1)) : undefined;
}

function numbersAsTexts(value: Body, { member }: { readonly member: string }): unknown {
  if (member !== 'metadata' || !isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, typeof each === 'number' ? String(each) : each]),
  );
}

/** Changes a text, or every text directly in an object that the service echoes. */
function deeply(change: (value: string) => string): ChangeValue {
  return (value, { member }) => {
    if (typeof value === 'string') return TIME.test(value) ? undefined : change(value);
    if (member !== 'metadata' || !isObject(value)) return undefined;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? change(each) : each]),
    );
  };
}

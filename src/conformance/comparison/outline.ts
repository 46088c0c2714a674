import { isInteger, numberOf } from '../../exact-json/exact-number.ts';
import { mediaTypeOf } from '../judge/headers.ts';
import { isObject } from '../judge/json.ts';
import type { Seen } from '../readings/seen.ts';
import { namesOfWords } from './words.ts';

/**
 * What an answer shows apart from ids, times, and texts of people and models: by the place (`HTTP status`, `data.usage`, `message.step!steps[].key`), what
 * stands there. Two faithful servers that read the contract in the same way give the same outline.
 */
export type Outline = ReadonlyMap<string, ReadonlySet<string>>;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TIME = /^\d{4}-\d\d-\d\dT/;
/** Members of one object and items of one list that are looked at. No object of the contract has so many. */
const MOST_MEMBERS = 200;
/** Members that one answer may have beyond this depth are not looked at. */
const DEEPEST = 12;
/** Objects whose members are no names of the contract: what an integrator sent, and schemas and arguments of tools. */
const FREE = new Set(['metadata', 'requested_schema', 'args', 'anonymization']);

/** The outline of an answer or stream. */
export function outlineOf(seen: Seen): Outline {
  const found = new Map<string, Set<string>>();
  const note = (place: string, value: string) => {
    const values = found.get(place) ?? new Set();
    found.set(place, values.add(value));
  };
  note(STATUS, String(seen.status));
  note(TYPE, mediaTypeOf(seen.exchange.headers) || 'none');
  if (seen.isStream) {
    for (const { type, data } of seen.events) {
      // Whether there was time for one is chance, and so is what else would have come when a check left the stream.
      if (type === 'ping') continue;
      if (seen.exchange.end === 'server') note(EVENTS, type);
      outline(data, `${type}!`, note);
    }
  } else outline(seen.body, '', note);
  return found;
}

/** Whether what stands at a place is the same in two outlines. The items of a page are whatever the account has at that time. */
export function isAlike(place: string, one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((value) => other.has(value)).length;
  if (!isOfItem(place)) return common === one.size && common === other.size;
  // The items of one account may all lack what those of the other have.
  return common > 0 || [one, other].some((values) => [...values].every((value) => NOTHING.has(value)));
}

/** Whether a place is in the items of a page. */
export function isOfItem(place: string): boolean {
  return place.startsWith(ITEM);
}

/** What stands where an item has no value. */
const NOTHING = new Set(['null', 'empty', 'an empty text']);

/** The items of a page. */
export const ITEM = 'data[]';

/** Writes what stands at a place. */
export function write(values: ReadonlySet<string>): string {
  return [...values].sort().join(' or ');
}

/** The places that are no members of a body. Where one of them differs, nothing else can be compared. */
export const STATUS = 'HTTP status';
export const TYPE = 'content type';
export const EVENTS = 'kinds of events';

type Note = (place: string, value: string) => void;

function outline(value: unknown, place: string, note: Note, depth = 0): void {
  const name = place.slice(Math.max(place.lastIndexOf('.'), place.lastIndexOf('!')) + 1);
  // How many items a page has is chance.
  const isEmpty = Array.isArray(value)
    ? value.length === 0 && place !== 'data'
    : isObject(value) && Object.keys(value).length === 0;
  if (!isRoot(place))
    note(place, isEmpty ? 'empty' : isOfItem(place) ? kindOf(value) : describe(value, name));
  if (depth >= DEEPEST || FREE.has(name)) return;
  if (Array.isArray(value))
    for (const item of value.slice(0, MOST_MEMBERS)) outline(item, `${place}[]`, note, depth + 1);
  else if (isObject(value))
    for (const [member, inner] of Object.entries(value).slice(0, MOST_MEMBERS))
      outline(inner, isRoot(place) ? `${place}${member}` : `${place}.${member}`, note, depth + 1);
}

/** Whether a place is that of a whole body or of the data of a whole event. */
function isRoot(place: string): boolean {
  return place === '' || place.endsWith('!');
}

function describe(value: unknown, name: string): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && namesOfWords().has(name)) return value;
  return kindOf(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'true or false';
  if (isInteger(value)) return 'an integer';
  if (numberOf(value) !== undefined) return 'a fraction';
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'string') return 'an object';
  if (UUID.test(value)) return 'a uuid';
  if (TIME.test(value)) return 'a time';
  return value === '' ? 'an empty text' : 'a text';
}

/** What a request asks for, so that the same request to another server can be found: its operation, and the outline of what it sends. */
export function outlineOfRequest(seen: Seen): string {
  const { method, path, headers } = seen.exchange.request;
  const [, query = ''] = path.split('?');
  const sent: string[] = [];
  outline(seen.sent, '', (place, value) => sent.push(`${place}: ${value}`));
  const operation =
    seen.operation ?? `${method} ${path.split('?')[0]?.replaceAll(/[\da-f-]{36}|\d+/gi, '*')}`;
  const marks = ['authorization', 'idempotency-key'].filter((name) => headers[name] !== undefined);
  return [operation, seen.actor, query, ...marks, ...sent.sort()].join('\n');
}

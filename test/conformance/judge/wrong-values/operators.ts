import type { Json, Place } from './places.ts';

/** Makes another value for a place; undefined where the operator does not apply. `DROPPED` removes the member. */
type Operator = (place: Place) => Json;

export const DROPPED = Symbol('dropped');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Replaces the last digit or letter of an id, which gives another id of the same form. */
function anotherId(text: string): string {
  return text.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (last) => (last === '0' ? '1' : '0'));
}

const isText = ({ value }: Place) => typeof value === 'string' && value !== '';
const isList = ({ value }: Place) => Array.isArray(value);
const isId = ({ path, value }: Place) =>
  typeof value === 'string' &&
  (UUID.test(value) || /(^|_)id$/.test(String(path.at(-1))) || path.at(-2) === 'agent_task_ids');

/** Changes to one value: false values of the same shape, and broken shapes. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  'another-id': (place) => (isId(place) ? anotherId(place.value) : undefined),
  neighbour: ({ value }) => (Number.isInteger(value) ? value + 1 : undefined),
  trimmed: (place) => (isText(place) && place.value.trim() !== place.value ? place.value.trim() : undefined),
  cut: (place) => (isText(place) && !isId(place) ? place.value.slice(0, -1) : undefined),
  'lower-cased': (place) =>
    isText(place) && place.value.toLowerCase() !== place.value && !isId(place)
      ? place.value.toLowerCase()
      : undefined,
  flipped: ({ value }) => (typeof value === 'boolean' ? !value : undefined),
  emptied: (place) =>
    isList(place) && place.value.length > 0 ? [] : isText(place) && !isId(place) ? '' : undefined,
  reversed: (place) => (isList(place) && place.value.length > 1 ? place.value.toReversed() : undefined),
  shortened: (place) => (isList(place) && place.value.length > 1 ? place.value.slice(0, -1) : undefined),
  doubled: (place) =>
    isList(place) && place.value.length > 0 ? [...place.value, place.value.at(-1)] : undefined,
  null: ({ value }) => (value === null ? undefined : null),
  dropped: ({ path }) => (typeof path.at(-1) === 'string' ? DROPPED : undefined),
  retyped: ({ value }) => retyped(value),
};

function retyped(value: Json): Json {
  switch (typeof value) {
    case 'string':
      return 5;
    case 'number':
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return Array.isArray(value) ? { items: value } : value === null ? undefined : [value];
  }
}

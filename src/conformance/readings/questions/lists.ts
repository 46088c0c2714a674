import type { JsonObject } from '../../judge/json.ts';
import { LISTS } from '../../judge/operations.ts';
import { both, isRefused, isSuccess, type Question, type Test } from '../question.ts';
import type { Seen } from '../seen.ts';

const MOST = 200;

/** Pages at the edge of a list, and the order of lists. */
export const listQuestions: readonly Question[] = [
  {
    point: 'A-21',
    on: LISTS,
    when: ({ query }) =>
      isOutside(query.get('size'), 1, MOST) || isOutside(query.get('page'), 1, Number.POSITIVE_INFINITY),
    readings: { clamp: isSuccess, refuse: isRefused },
  },
  {
    point: 'A-22',
    on: LISTS,
    when: (seen, run) =>
      Number(seen.query.get('page') ?? 1) > 1 && (seen.operation !== 'listMessages' || run.isOwn(seen)),
    readings: {
      'empty-array': ({ isSuccess, body }) => isSuccess && Array.isArray(body.data) && body.data.length === 0,
      'not-found': isRefused,
    },
  },
  {
    point: 'A-23',
    on: LISTS,
    when: (seen) => seen.isSuccess && seen.items.length < sizeOf(seen),
    readings: {
      'applied-size': (seen) => seen.meta.size === sizeOf(seen),
      'items-on-page': ({ meta, items }) => meta.size === items.length,
      'unfiltered-total': ({ query, meta, items }) =>
        query.has('is_favorite') && (query.get('page') ?? '1') === '1' && Number(meta.total) > items.length,
    },
    unless: ['applied-size'],
    mayCombine: true,
  },
  {
    point: 'A-24',
    on: ['listChats'],
    when: isSuccess,
    readings: {
      created: ({ items }) => isSortedBy(items, 'created_at', 'updated_at'),
      'last-activity': ({ items }) => isSortedBy(items, 'updated_at', 'created_at'),
    },
  },
  {
    point: 'A-25',
    on: ['listMessages'],
    when: both(isSuccess, ({ query }) => query.get('page') === '2'),
    readings: {
      'oldest-first': hasOlderFirstPage((first, second) => first < second),
      'newest-page-first': hasOlderFirstPage((first, second) => first > second),
    },
  },
];

function isOutside(text: string | null, least: number, most: number): boolean {
  return text !== null && !(Number(text) >= least && Number(text) <= most);
}

/** The size that a request asks for. Without one, no page counts as not full. */
function sizeOf({ query }: Seen): number {
  const size = Number(query.get('size') ?? 0);
  return size <= MOST ? size : 0;
}

/** Whether two neighbours differ in both moments, in opposite directions, and the first of the two moments sorts them. */
function isSortedBy(items: readonly JsonObject[], sorts: string, other: string): boolean {
  const difference = (index: number, name: string) =>
    Date.parse(String(items[index - 1]?.[name])) - Date.parse(String(items[index]?.[name]));
  return items.some((_, index) => difference(index, sorts) > 0 && difference(index, other) < 0);
}

/** Compares the oldest turn of the first page with that of the second. */
function hasOlderFirstPage(compare: (first: number, second: number) => boolean): Test {
  return ({ id, query, items }, run) => {
    const before = new URLSearchParams(query);
    before.set('page', '1');
    const first = run.chat(id)?.pages.get(before.toString());
    return first !== undefined && items.length > 0 && compare(first, Number(items[0]?.id));
  };
}

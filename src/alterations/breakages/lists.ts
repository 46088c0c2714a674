import { LISTS, SENDS } from '../../../generated/operation-groups.js';
import type { Exchange, HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { isSuccess, refuse } from '../decorators/answers.ts';
import { LARGEST_PAGE } from '../decorators/facts.ts';
import type { Operations } from '../decorators/operations.ts';
import type { Body } from '../decorators/requests.ts';
import { rewriteAnswers } from '../decorators/rewrite-answers.ts';
import { rewriteLists } from '../decorators/rewrite-lists.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';
import { above, instead } from '../decorators/values.ts';
import { asked } from './kinds/heard.ts';

export const listBreakages: readonly Breakage[] = [
  breakage(
    'chats.update.name/kept-list',
    'A list that was asked for before a chat is changed is answered again as it was.',
    keepingLists('listChats', { unless: 'updateChat' }),
  ),
  breakage(
    'skills.update.name/kept-list',
    'A list of skills that was asked for before a skill is changed is answered again as it was.',
    keepingLists('listSkills', { unless: 'updateSkill' }),
  ),
  breakage(
    'chats.implicit.created-by-send/kept-list',
    'A list that was asked for before a turn made its chat is answered again as it was.',
    keepingLists('listChats', { unless: SENDS }),
  ),
  breakage(
    'lists.size.bounds-page/kept-list',
    'A list that was asked for with another size is answered as it was for that one.',
    keepingLists('listChats', { without: 'size' }),
  ),
  breakage(
    'lists.page.selects-slice/allowlist',
    'The second page of the skills that an allowlist names is empty.',
    rewriteAnswers('listSkills', (body, { request }) =>
      request.query.page === '2' && request.header('authorization')?.endsWith('allowlist-skills')
        ? { ...body, data: [] }
        : body,
    ),
  ),
  breakage(
    'chats.namespace.other-credentials-hidden/kept-list',
    'A list that another credential has asked for is answered as it was for that one.',
    keepingLists('listChats', { without: 'credential' }),
  ),
  breakage(
    'chats.namespace.other-credentials-hidden/kept-favorites',
    'A list of favorite chats that another credential has asked for is answered as it was for that one.',
    keepingLists('listChats', { without: 'credential', only: ({ is_favorite: only }) => only === 'true' }),
  ),
  breakage(
    'skills.visible.no-others/kept-list',
    'A list of skills that another user has asked for is answered as it was for that one.',
    keepingLists('listSkills', { without: 'credential' }),
  ),
  asked('lists.page.selects-slice', LISTS, { page: undefined }),
  asked('lists.page.selects-slice/standard-size', LISTS, { page: undefined }, { size: undefined }),
  ...LISTS.map((operation) =>
    breakage(
      `lists.page.selects-slice/third-${operation}`,
      `From the third page on, the pages of ${operation} leave out their first item.`,
      rewriteAnswers(operation, (body, { request }) =>
        Number(request.query.page) > 2 ? { ...body, data: body.data.slice(1) } : body,
      ),
    ),
  ),
  ...(
    [
      ['chats.list.newest-first/later-pages', 'the order of the chats is turned over', () => true],
      [
        'chats.list.newest-first/later-pages-of-favorites',
        'the order of the favorite chats is turned over',
        ({ query }: HttpRequest) => query.is_favorite === 'true',
      ],
    ] as const
  ).map(([id, behaviour, isMeant]) =>
    breakage(
      id,
      `From the second page on, ${behaviour}.`,
      rewriteLists('listChats', ({ items, page, size }, request) => {
        const later = items.slice(size);
        const all = isMeant(request) ? [...items.slice(0, size), ...later.toReversed()] : items;
        return { data: all.slice((page - 1) * size, page * size), total: items.length };
      }),
    ),
  ),
  breakage(
    'lists.page.starts-at-one',
    'Pages are counted from zero.',
    rewriteRequests(LISTS, (request) => {
      const { page } = request.query;
      return page === undefined ? {} : withQuery(request, { page: String(Number(page) + 1) });
    }),
  ),
  ...LISTS.map((operation) =>
    asked(`lists.page.default-one/${operation}`, operation, { page: instead(undefined, '2') }),
  ),
  asked('lists.size.bounds-page/ignored', LISTS, { size: undefined }),
  asked('lists.size.bounds-page/with-filter', 'listChats', { size: undefined }, { is_favorite: 'false' }),
  breakage(
    'lists.size.bounds-page/not-repeated',
    'The size in meta is always 50.',
    rewriteAnswers(LISTS, (body) => ({ ...body, meta: { ...body.meta, size: 50 } })),
  ),
  asked('lists.size.default-fifty', LISTS, { size: instead(undefined, '20') }),
  asked('lists.size.default-fifty/more', LISTS, { size: instead(undefined, '200') }),
  asked('lists.size.default-fifty/one', LISTS, { size: instead(undefined, '1') }),
  ...LISTS.map((operation) =>
    breakage(
      `lists.size.at-most-200/refused-${operation}`,
      'A size of 200 is refused.',
      answerInstead(operation, (request) =>
        Number(request.query.size) === LARGEST_PAGE ? refuse(request) : undefined,
      ),
    ),
  ),
  asked('lists.size.at-most-200/fewer', LISTS, { size: instead(above(50), '50') }),
  breakage(
    'lists.size.at-most-200/more',
    'A size above 200 gets as many items as it asks for.',
    answerInstead('listChats', (request, sound) => {
      const size = Number(request.query.size);
      return size > LARGEST_PAGE ? readUnlimited(request, size, sound) : undefined;
    }),
  ),
  ...(
    [
      ['lists.size.at-most-200/unlimited', 'listChats'],
      ['lists.size.at-most-200/unlimited-skills', 'listSkills'],
    ] as const
  ).map(([id, operation]) =>
    breakage(
      id,
      `A size that is no number from 1 to 200 gets every item of ${operation}.`,
      answerInstead(operation, (request, sound) => {
        const { size } = request.query;
        return size === undefined || isInRange(Number(size))
          ? undefined
          : readUnlimited(request, Number.POSITIVE_INFINITY, sound);
      }),
    ),
  ),
];

function withQuery({ query }: HttpRequest, members: HttpRequest['query']): Pick<HttpRequest, 'query'> {
  return { query: { ...query, ...members } };
}

interface KeepingLists {
  /** Requests that do not clear the server's cache. */
  readonly unless?: Operations;
  /** What the server leaves out of the cache key. */
  readonly without?: 'credential' | 'size';
  /** Which lists the server caches; all if absent. */
  only?(query: HttpRequest['query']): boolean;
}

/** Caches lists until a request that may change one. */
function keepingLists(
  list: 'listChats' | 'listSkills',
  { unless = [], without, only = () => true }: KeepingLists,
): Wrap {
  return (exchange) => {
    const kept = new Map<string, HttpAnswer>();
    return async (request) => {
      const { operation, query } = request;
      if (operation.operationId !== list) {
        const answer = await exchange(request);
        if (operation.method !== 'GET' && !unless.includes(operation.operationId)) kept.clear();
        return answer;
      }
      if (!only(query)) return exchange(request);
      const { size, ...others } = query;
      const name = JSON.stringify([
        others,
        without !== 'size' && size,
        without !== 'credential' && request.header('authorization'),
      ]);
      const answer = kept.get(name) ?? (await exchange(request));
      kept.set(name, answer);
      return answer;
    };
  };
}

function isInRange(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= LARGEST_PAGE;
}

/** Answers with `size` items, or with as many as two pages of the maximum size hold. */
async function readUnlimited(request: HttpRequest, size: number, sound: Exchange): Promise<HttpAnswer> {
  const read = async (page: number) => {
    const query = withQuery(request, { page: String(page), size: String(LARGEST_PAGE) });
    return (await sound({ ...request, ...query })) as JsonAnswer & { readonly body: Body };
  };
  const [first, second] = [await read(1), await read(2)];
  if (!isSuccess(first)) return first;
  return {
    ...first,
    body: { ...first.body, data: [...first.body.data, ...second.body.data].slice(0, size) },
  };
}

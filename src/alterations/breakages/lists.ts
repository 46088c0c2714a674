import type { HttpRequest } from '../../reference/http/exchange.ts';
import { refuse } from '../decorators/refuse.ts';
import { answerInstead, rewriteAnswers, rewriteRequests } from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';

const LISTS = ['listChats', 'listMessages', 'listSkills'] as const;
const LARGEST_SIZE = 200;

function withQuery({ query }: HttpRequest, members: HttpRequest['query']): Pick<HttpRequest, 'query'> {
  return { query: { ...query, ...members } };
}

/** What this area's requirements forbid, each done. */
export const listBreakages: readonly Breakage[] = [
  {
    id: 'lists.page.selects-slice',
    requirement: 'lists.page.selects-slice',
    port: 'exchange',
    behaviour: 'Every page is the first.',
    exchange: rewriteRequests(LISTS, (request) => withQuery(request, { page: undefined })),
  },
  {
    id: 'lists.page.starts-at-one',
    requirement: 'lists.page.starts-at-one',
    port: 'exchange',
    behaviour: 'Pages are counted from zero.',
    exchange: rewriteRequests(LISTS, (request) => {
      const { page } = request.query;
      return page === undefined ? {} : withQuery(request, { page: String(Number(page) + 1) });
    }),
  },
  ...LISTS.map(
    (operation): Breakage => ({
      id: `lists.page.default-one/${operation}`,
      requirement: 'lists.page.default-one',
      port: 'exchange',
      behaviour: 'Without a page the second one is answered.',
      exchange: rewriteRequests(operation, (request) => withQuery(request, { page: '2', ...request.query })),
    }),
  ),
  {
    id: 'lists.size.bounds-page/ignored',
    requirement: 'lists.size.bounds-page',
    port: 'exchange',
    behaviour: 'A size is ignored.',
    exchange: rewriteRequests(LISTS, (request) => withQuery(request, { size: undefined })),
  },
  {
    id: 'lists.size.bounds-page/not-repeated',
    requirement: 'lists.size.bounds-page',
    port: 'exchange',
    behaviour: 'The size of a page is told as 50, whatever it is.',
    exchange: rewriteAnswers(LISTS, (body) => ({ ...body, meta: { ...body.meta, size: 50 } })),
  },
  {
    id: 'lists.size.default-fifty',
    requirement: 'lists.size.default-fifty',
    port: 'exchange',
    behaviour: 'Without a size a page holds twenty items.',
    exchange: rewriteRequests(LISTS, (request) => withQuery(request, { size: '20', ...request.query })),
  },
  ...LISTS.map(
    (operation): Breakage => ({
      id: `lists.size.at-most-200/refused-${operation}`,
      requirement: 'lists.size.at-most-200',
      port: 'exchange',
      behaviour: 'A size of 200 is refused.',
      exchange: answerInstead(operation, (request) =>
        Number(request.query.size) === LARGEST_SIZE ? refuse(request) : undefined,
      ),
    }),
  ),
  {
    id: 'lists.size.at-most-200/fewer',
    requirement: 'lists.size.at-most-200',
    port: 'exchange',
    behaviour: 'A size above fifty gets fifty items.',
    exchange: rewriteRequests(LISTS, (request) =>
      Number(request.query.size) > 50 ? withQuery(request, { size: '50' }) : {},
    ),
  },
  {
    id: 'lists.size.at-most-200/more',
    requirement: 'lists.size.at-most-200',
    port: 'exchange',
    behaviour: 'A size above 200 gets as many items as it asks for.',
    exchange: answerInstead('listChats', (request, sound) => {
      const size = Number(request.query.size);
      if (!(size > LARGEST_SIZE)) return undefined;
      const filling = rewriteAnswers('listChats', (body) => ({ ...body, data: repeat(body.data, size) }));
      return filling(sound)({ ...request, ...withQuery(request, { size: String(LARGEST_SIZE) }) });
    }),
  },
];

/** As many items as are asked for, the same ones again and again. */
function repeat(items: readonly unknown[], size: number): unknown[] {
  return Array.from({ length: size }, (_, index) => items[index % items.length]);
}

import type { HttpRequest } from '../../reference/http/exchange.ts';
import { answerInstead, rewriteRequests } from '../decorators/rewrite.ts';
import { pageOf, rewriteLists } from '../decorators/rewrite-lists.ts';
import { failure, isSuccess } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

export const LISTS = ['listChats', 'listMessages', 'listSkills'] as const;

/** Lists, where the service document does not say what happens at the edge, or in which order. */
export const listVariants: readonly Variant[] = [
  inExchange(
    'A-21=clamp',
    'A page or size out of range is taken for the nearest that is in range.',
    rewriteRequests(LISTS, (request) => ({
      query: {
        ...request.query,
        ...(request.query.size !== undefined && { size: clamp(request, 'size', 200) }),
        ...(request.query.page !== undefined && { page: clamp(request, 'page', Number.MAX_SAFE_INTEGER) }),
      },
    })),
  ),
  inExchange(
    'A-22=not-found',
    'A page beyond the end is answered 404.',
    answerInstead(LISTS, async (request, sound) => {
      const answer = await sound(request);
      const isBeyond =
        'body' in answer &&
        isSuccess(answer) &&
        isEmptyPage(answer.body) &&
        Number(request.query.page ?? 1) > 1;
      return isBeyond ? failure(request, 404, 'api_v1_not_found') : answer;
    }),
  ),
  inExchange(
    'A-24=last-activity',
    'Newest first is by the last activity.',
    rewriteLists('listChats', (list) =>
      pageOf(
        list.items.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)),
        list,
      ),
    ),
  ),
  inExchange(
    'A-25=newest-page-first',
    'The first page of turns has the newest, and each page is chronological.',
    rewriteLists('listMessages', ({ items, page, size }) => {
      const end = Math.max(0, items.length - (page - 1) * size);
      return { data: items.slice(Math.max(0, end - size), end), total: items.length };
    }),
  ),
  inExchange(
    'A-25=skills-by-name',
    'Skills are listed by name.',
    rewriteLists('listSkills', (list) =>
      pageOf(
        list.items.toSorted((a, b) => a.name.localeCompare(b.name)),
        list,
      ),
    ),
  ),
  inExchange(
    'A-126=inactive-unlisted',
    'A skill that is switched off is not listed.',
    rewriteLists('listSkills', (list) =>
      pageOf(
        list.items.filter(({ is_active }) => is_active),
        list,
      ),
    ),
  ),
];

function clamp({ query }: HttpRequest, name: string, most: number): string {
  const value = Number(query[name]);
  return String(Number.isInteger(value) ? Math.min(Math.max(value, 1), most) : 1);
}

function isEmptyPage(body: unknown): boolean {
  const { data } = body as { data: unknown };
  return Array.isArray(data) && data.length === 0;
}

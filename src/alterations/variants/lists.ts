import { LISTS } from '../../../generated/operation-groups.js';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import { MAX_PAGE } from '../../reference/operations/stages.ts';
import { type Variant, variant } from '../alteration.ts';
import { answerAfter } from '../decorators/answer-instead.ts';
import { failure, isSuccess } from '../decorators/answers.ts';
import { rewriteAllItems, rewriteLists } from '../decorators/rewrite-lists.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';

/** Pages at the edge of a list, and the order of lists. */
export const listVariants: readonly Variant[] = [
  variant(
    'A-21=clamp',
    'A page or a size out of range becomes the nearest one in range.',
    rewriteRequests(LISTS, (request) => ({
      query: {
        ...request.query,
        ...(request.query.size !== undefined && { size: clamp(request, 'size', 200) }),
        ...(request.query.page !== undefined && { page: clamp(request, 'page', MAX_PAGE) }),
      },
    })),
  ),
  variant(
    'A-22=not-found',
    'A page beyond the end answers 404.',
    answerAfter(LISTS, (request, sound) => {
      const isBeyond =
        'body' in sound && isSuccess(sound) && isEmptyPage(sound.body) && Number(request.query.page ?? 1) > 1;
      return isBeyond ? failure(request, 404, 'api_v1_not_found') : undefined;
    }),
  ),
  variant(
    'A-24=last-activity',
    'Chats are ordered by their last activity.',
    rewriteAllItems('listChats', (chats) =>
      chats.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)),
    ),
  ),
  variant(
    'A-25=newest-page-first',
    'The first page of turns has the newest turns, in chronological order.',
    rewriteLists('listMessages', ({ items, page, size }) => {
      const end = Math.max(0, items.length - (page - 1) * size);
      return { data: items.slice(Math.max(0, end - size), end), total: items.length };
    }),
  ),
  variant(
    'A-25=skills-by-name',
    'Skills are ordered by name.',
    rewriteAllItems('listSkills', (skills) => skills.toSorted((a, b) => a.name.localeCompare(b.name))),
  ),
  variant(
    'A-26=lenient',
    'A boolean in a query may have capitals, or be a number.',
    rewriteRequests('listChats', ({ query }) => {
      const word = BOOLEANS[String(query.is_favorite).toLowerCase()];
      return word === undefined ? {} : { query: { ...query, is_favorite: word } };
    }),
  ),
  variant(
    'A-126=inactive-unlisted',
    'A skill that is switched off is not listed.',
    rewriteAllItems('listSkills', (skills) => skills.filter(({ is_active }) => is_active)),
  ),
];

const BOOLEANS: Readonly<Record<string, string>> = { true: 'true', 1: 'true', false: 'false', 0: 'false' };

function clamp({ query }: HttpRequest, name: string, most: number): string {
  const value = Number(query[name]);
  return String(Number.isInteger(value) ? Math.min(Math.max(value, 1), most) : 1);
}

function isEmptyPage(body: unknown): boolean {
  const { data } = body as { data: unknown };
  return Array.isArray(data) && data.length === 0;
}

import { LISTS } from '../../../../generated/operation-groups.js';
import { answerInstead } from '../../../../src/alterations/decorators/answer-instead.ts';
import { rewriteAnswers } from '../../../../src/alterations/decorators/rewrite-answers.ts';
import { rewriteRequests } from '../../../../src/alterations/decorators/rewrite-requests.ts';
import { defect, type FloorDefect } from './defect.ts';
import { tokenOf } from './notes.ts';

export const PAGING_DEFECTS: readonly FloorDefect[] = [
  defect(
    'lists.page.selects-slice/third-repeats-the-second',
    'Lists are paginated with query `page` (integer, default 1, starts at 1) and `size`',
    'From the third page on, each page has the items of the page before.',
    answerInstead(LISTS, (request, sound) => {
      const page = Number(request.query.page);
      if (!(page > 2)) return undefined;
      return rewriteAnswers(LISTS, (body) => (body.meta ? { ...body, meta: { ...body.meta, page } } : body))(
        sound,
      )({ ...request, query: { ...request.query, page: String(page - 1) } });
    }),
  ),
  defect(
    'lists.size.default-fifty/remembered',
    '`size` (integer, default 50, maximum 200)',
    'A list without a size has the size that the credential asked it for last.',
    (exchange) => {
      const sizes = new Map<string, string>();
      return rewriteRequests(LISTS, (request) => {
        const { operation, path, query } = request;
        const list = JSON.stringify([tokenOf(request), operation.operationId, path.chat_id]);
        if (typeof query.size === 'string') sizes.set(list, query.size);
        return { query: { ...query, size: query.size ?? sizes.get(list) } };
      })(exchange);
    },
  ),
];

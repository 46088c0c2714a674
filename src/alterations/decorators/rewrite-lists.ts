import type { Exchange, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { answerInstead } from './rewrite.ts';
import { type Body, isSuccess } from './told.ts';

const PAGE = 200;

/** A list that was put together anew, and the page of it that is asked for. */
export interface AskedList {
  /** All that the sound server lists, in its order. */
  readonly items: readonly Body[];
  /** From 1 on. */
  readonly page: number;
  readonly size: number;
}

/** The page to answer with, of a list with so many items. */
export interface ShownPage {
  readonly data: readonly Body[];
  readonly total: number;
}

/** Answers a list with pages of another one. @param change gets everything that is in the sound server's */
export function rewriteLists(
  operations: OperationId | readonly OperationId[],
  change: (list: AskedList, request: HttpRequest) => ShownPage,
): (exchange: Exchange) => Exchange {
  return answerInstead(operations, async (request, sound) => {
    const answer = (await sound(request)) as JsonAnswer;
    if (!isSuccess(answer)) return answer;
    const body = answer.body as Body;
    const { page, size } = body.meta;
    const isWhole = page === 1 && body.data.length === body.meta.total;
    const items = isWhole ? body.data : await readAll(request, sound);
    const { data, total } = change({ items, page, size }, request);
    return { ...answer, body: { ...body, data, meta: { ...body.meta, total } } };
  });
}

/** The page of a list, where nothing but its items changed. */
export function pageOf(items: readonly Body[], { page, size }: AskedList): ShownPage {
  return { data: items.slice((page - 1) * size, page * size), total: items.length };
}

async function readAll(request: HttpRequest, sound: Exchange): Promise<Body[]> {
  const items: Body[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...request.query, page: String(page), size: String(PAGE) };
    const { body } = (await sound({ ...request, query })) as { body: Body };
    items.push(...(body.data ?? []));
    if (!(body.data?.length === PAGE)) return items;
  }
}

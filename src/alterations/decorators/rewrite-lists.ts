import type { Exchange, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { answerInstead } from './answer-instead.ts';
import { isSuccess } from './answers.ts';
import { LARGEST_PAGE } from './facts.ts';
import type { Operations } from './operations.ts';
import type { Body } from './requests.ts';

/** A complete list, and the page that the client requested. */
export interface RequestedList {
  /** All items of the sound server's list, in its order. */
  readonly items: readonly Body[];
  /** Counts from 1. */
  readonly page: number;
  readonly size: number;
}

/** The page for the client, and the number of items in the complete list. */
export interface ListPage {
  readonly data: readonly Body[];
  readonly total: number;
}

/** Answers with pages of a changed list. @param change receives all items of the sound server's list */
export function rewriteLists(
  operations: Operations,
  change: (list: RequestedList, request: HttpRequest) => ListPage,
): Wrap {
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

/** Answers with pages of a list whose items are filtered or reordered. */
export function rewriteAllItems(
  operations: Operations,
  change: (items: readonly Body[], request: HttpRequest) => readonly Body[],
): Wrap {
  return rewriteLists(operations, ({ items, page, size }, request) => {
    const changed = change(items, request);
    return { data: changed.slice((page - 1) * size, page * size), total: changed.length };
  });
}

async function readAll(request: HttpRequest, sound: Exchange): Promise<Body[]> {
  const items: Body[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...request.query, page: String(page), size: String(LARGEST_PAGE) };
    const { body } = (await sound({ ...request, query })) as { body: Body };
    items.push(...(body.data ?? []));
    if (!(body.data?.length === LARGEST_PAGE)) return items;
  }
}

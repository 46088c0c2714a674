import type { ApiCall, ListCall, Page, ReadyPage, WithResponse } from '../../generated/methods.js';
import { iterate } from './iterate.ts';
import { checkNumbers } from './options.ts';
import { abort } from './runtime.ts';

/** Makes the promise that a method returns from the promise of the response. */
export function apiCall<Data>(answer: Promise<WithResponse<Data>>): ApiCall<Data> {
  const promise = answer.then(({ data }) => data);
  return Object.assign(promise, {
    withResponse() {
      // The caller awaits the response instead. If nobody awaits this promise, its failure must not count as unhandled.
      promise.catch(() => {});
      return answer;
    },
  });
}

/** Reads a page of a list. The controller can abort the request. */
type ReadPage<Item> = (page: number, ending?: AbortController) => Promise<WithResponse<Page<Item>>>;

/**
 * Makes the promise of a list, which can be iterated over all pages. The request is sent only when the caller awaits the promise or asks
 * for items. If it were sent at once, a caller that only iterates would never see its failure.
 * @param first The number of the page that the caller asked for.
 * @param size The largest size that the pages before it named.
 */
export function listCall<Item>(first: number, read: ReadPage<Item>, size = 0): ListCall<Page<Item>> {
  let sent: ApiCall<ReadyPage<Page<Item>>> | undefined;
  const load = async (number: number, ending?: AbortController) => {
    const answer = await read(number, ending);
    const { data, meta } = answer.data;
    // A page may name the number of its items as its size, and the last page has fewer. Without `meta`, this is NaN.
    size = Math.max(size, meta?.size);
    const hasNext = data.length > 0 && number * size < meta?.total;
    // Not enumerable, so that a page can be copied and cached like other data.
    Object.defineProperties(answer.data, {
      hasNextPage: { value: () => hasNext },
      nextPage: { value: () => listCall(number + 1, read, size) },
    });
    return answer as WithResponse<ReadyPage<Page<Item>>>;
  };
  const send = () => (sent ??= apiCall(load(first)));
  const items = () => {
    const ending = new AbortController();
    let page = first;
    let hasNext = true;
    let left: readonly Item[] = [];
    let next = 0;
    return iterate(
      async () => {
        if (next === left.length && hasNext) {
          const { data } = await load(page++, ending);
          left = data.data;
          next = 0;
          hasNext = data.hasNextPage();
        }
        return left[next++];
      },
      () => abort(ending),
    );
  };
  return {
    [Symbol.toStringTag]: 'ListCall',
    then: (...args) => send().then(...args),
    catch: (...args) => send().catch(...args),
    finally: (...args) => send().finally(...args),
    withResponse: () => send().withResponse(),
    [Symbol.asyncIterator]: items,
    async all({ limit }) {
      checkNumbers({ limit });
      const all: Item[] = [];
      if (limit > 0) {
        for await (const item of items()) if (all.push(item) >= limit) break;
      }
      return all;
    },
  };
}

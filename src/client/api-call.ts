import type { ApiCall, ListCall, Page, WithResponse } from '../../generated/methods.js';
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
 */
export function listCall<Item>(first: number, read: ReadPage<Item>): ListCall<Page<Item>> {
  let sent: ApiCall<Page<Item>> | undefined;
  const send = () => (sent ??= apiCall(read(first)));
  const items = () => {
    const ending = new AbortController();
    let page = first;
    let isLast = false;
    let left: readonly Item[] = [];
    let next = 0;
    return iterate(
      async () => {
        if (next === left.length && !isLast) {
          const { data, meta } = (await read(page, ending)).data;
          left = data;
          next = 0;
          // Also ends when the service sends no usable `meta`.
          isLast = !(data.length > 0 && page++ * meta?.size < meta?.total);
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

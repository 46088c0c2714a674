import type { ApiCall, ListCall, Page, WithResponse } from '../../generated/methods.js';
import { checkNumbers } from './options.ts';

/** Makes the promise of a call from the promise of its answer. */
export function apiCall<Data>(answer: Promise<WithResponse<Data>>): ApiCall<Data> {
  const promise = answer.then(({ data }) => data);
  return Object.assign(promise, {
    withResponse() {
      // The caller follows the answer now. Nobody may follow this promise, and its failure must not count as unhandled.
      promise.catch(() => {});
      return answer;
    },
  });
}

/**
 * Makes the promise of a list, which can be iterated over all pages.
 * @param first The page that the caller asked for.
 * @param number Its number.
 * @param read Reads another page.
 */
export function listCall<Item>(
  first: Promise<WithResponse<Page<Item>>>,
  number: number,
  read: (number: number) => Promise<Page<Item>>,
): ListCall<Page<Item>> {
  const call = apiCall(first);
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for (let page = number, answer = await call; ; answer = await read(++page)) {
      yield* answer.data;
      // Also ends when the service sends no usable `meta`.
      if (!(answer.data.length > 0 && page * answer.meta?.size < answer.meta?.total)) return;
    }
  }
  return Object.assign(call, {
    [Symbol.asyncIterator]: items,
    async all({ limit }: { readonly limit: number }) {
      checkNumbers({ limit });
      const all: Item[] = [];
      if (limit > 0) {
        for await (const item of items()) if (all.push(item) >= limit) break;
      }
      return all;
    },
  });
}

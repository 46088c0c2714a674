import type { Answer } from '../drive/answer.ts';

/** How many items a page holds whose size was not asked for. */
export const DEFAULT_SIZE = 50;
/** How many items a page may hold. */
export const LARGEST_SIZE = 200;

export function idsOf({ items }: Answer): unknown[] {
  return items.map(({ id }) => id);
}

/** The address of a list whose pages have a size. */
export function ofSize(path: string, size: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}size=${size}`;
}

/** Whether two answers show the same items, of as many in all. */
export function isSamePage(one: Answer, other: Answer): boolean {
  return idsOf(one).join() === idsOf(other).join() && one.meta.total === other.meta.total;
}

/**
 * Reads the pages of a list, from the first one to the one that is not full.
 *
 * @param read asks for a page by its number
 * @param size how many items a page holds
 * @param most how many pages are read at most
 */
export async function readPages(
  read: (page: number) => Promise<Answer>,
  size: number,
  most: number,
): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let page = 1; page <= most; page += 1) {
    const answer = await read(page);
    // A page beyond the end may be refused.
    if (!answer.isSuccess && page > 1) break;
    pages.push(answer);
    if (answer.items.length < size) break;
  }
  return pages;
}

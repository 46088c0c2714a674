import type { Answer } from '../drive/answer.ts';

/** How many items a page holds whose size was not asked for. */
export const DEFAULT_SIZE = 50;
/** How many items a page may hold. */
export const LARGEST_SIZE = 200;

export function idsOf({ items }: Answer): unknown[] {
  return items.map(({ id }) => id);
}

/** Whether two answers show the same items, of as many in all. */
export function isSamePage(one: Answer, other: Answer): boolean {
  return idsOf(one).join() === idsOf(other).join() && one.meta.total === other.meta.total;
}

import type { CredentialName, Need } from '../../../../generated/ids.d.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import type { CheckContext } from './context.ts';

/** How many items a page holds whose size was not asked for. */
export const DEFAULT_SIZE = 50;
/** How many items a page may hold. */
export const LARGEST_SIZE = 200;

/** A list as one credential sees it. */
export interface ListOf {
  /** The end of the ids of checks. */
  readonly name: string;
  readonly credential: 'main' | CredentialName;
  readonly path: string;
  /** Adds something to the list. */
  make?(t: CheckContext, actor: Actor): Promise<unknown>;
}

/** What a check of a list needs to read it. */
export function needsFor(credential: ListOf['credential']): readonly Need[] {
  return credential === 'main' ? [] : [`credential:${credential}`];
}

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

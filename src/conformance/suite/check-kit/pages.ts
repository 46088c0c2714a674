import type { CredentialName, Need } from '../../../../generated/ids.d.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import type { CheckContext } from './context.ts';

/** The page size if the request does not set one. */
export const DEFAULT_SIZE = 50;
/** The maximum page size. */
export const LARGEST_SIZE = 200;

/** A list as seen by one credential. */
export interface ListOf {
  /** Last part of the ids of checks. */
  readonly name: string;
  readonly credential: 'main' | CredentialName;
  readonly path: string;
  /** Adds an item to the list. */
  make?(t: CheckContext, actor: Actor): Promise<unknown>;
}

/** What a check needs to read the list. */
export function needsFor(credential: ListOf['credential']): readonly Need[] {
  return credential === 'main' ? [] : [`credential:${credential}`];
}

export function idsOf({ items }: Pick<Answer, 'items'>): unknown[] {
  return items.map(({ id }) => id);
}

/** The path of a list with a given page size. */
export function ofSize(path: string, size: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}size=${size}`;
}

/** The most later pages to read. A list that others extend meanwhile, or a wrong one, may have more. */
const MOST_LATER = 5;

/**
 * Reads the later pages of a list in halves, since some services treat them in another way. Others may change the list meanwhile, so what is
 * visible may be on any page.
 *
 * @param whole an answer with the list
 */
export async function laterPages(actor: Actor, path: string, whole: Answer): Promise<readonly Answer[]> {
  const size = Math.max(1, Math.ceil(whole.items.length / 2));
  const list = new URL(path, 'http://list');
  list.searchParams.set('size', `${size}`);
  const read = (page: number) => {
    list.searchParams.set('page', `${page + 1}`);
    return actor.get(`${list.pathname}${list.search}`);
  };
  return readPages(read, size, MOST_LATER);
}

/** Whether two answers show the same items and the same total. */
export function isSamePage(one: Answer, other: Answer): boolean {
  return idsOf(one).join() === idsOf(other).join() && one.meta.total === other.meta.total;
}

/**
 * Reads the pages of a list, from the first page to the first one that is not full.
 *
 * @param read requests a page by its number
 * @param size how many items a page holds
 * @param most the most pages to read
 */
export async function readPages(
  read: (page: number) => Promise<Answer>,
  size: number,
  most: number,
): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let page = 1; page <= most; page += 1) {
    const answer = await read(page);
    // A service may refuse a page beyond the end.
    if (!answer.isSuccess && page > 1) break;
    pages.push(answer);
    if (answer.items.length < size) break;
  }
  return pages;
}

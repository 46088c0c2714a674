import type { RequirementId } from '../../../../generated/ids.d.ts';
import { numberOf } from '../../../exact-json/exact-number.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { hasRejected } from '../shape/rejected.ts';
import type { KnownList, KnownLists } from './known-lists.ts';
import { isBefore } from './moments.ts';
import type { Report, SentRequest } from './sent-request.ts';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;

/** Compares the pages of lists with what they were asked for, with each other, and with what they must contain. */
export class PageJudge {
  readonly #lists: KnownLists;
  readonly #report: Report;

  constructor(lists: KnownLists, report: Report) {
    this.#lists = lists;
    this.#report = report;
  }

  /**
   * Judges one page.
   *
   * @param list its name, the name under which the requests are counted that may change it, and whether the query leaves items out
   */
  judge({ name, group, isFiltered }: ListNames, body: JsonObject, request: SentRequest): void {
    const { data, meta } = body;
    if (!Array.isArray(data) || !isObject(meta)) return;
    const items = objectsIn(data);
    if (hasRejected(meta) || items.some(({ id }) => hasRejected(id))) return;
    const ids = items.map(({ id }) => String(id).toLowerCase());
    const page = askedFor(request, 'page', 1);
    const size = askedFor(request, 'size', DEFAULT_SIZE);
    this.#judgeOrder(items, request);
    this.#claim(new Set(ids).size === ids.length, 'lists.page.selects-slice', request, {
      pointer: '/data',
      expected: 'each item once',
      actual: 'an item occurs twice',
    });
    if (page === undefined || size === undefined || size > LARGEST_SIZE) return;
    this.#judgeMeta({ page, size, count: ids.length }, meta, request);
    const list = this.#lists.of(name);
    if (!list) return;
    const { pending, ended } = this.#lists.of(group) ?? list;
    const changes = pending + ended.filter((at) => at > request.sentAt).length;
    // A skill that is toggled meanwhile may be shown as what it becomes.
    if (changes === 0) list.showsInactive ||= items.some(({ is_active }) => is_active === false);
    const facts = { page, size, ids, changes, isFiltered };
    this.#judgeTotal(list, facts, meta, request);
    if (isFiltered) return;
    this.#judgeContent(list, facts, meta, request);
    // Nobody but the run changes the turns of its chats.
    if (changes === 0 && request.operation === 'listMessages') this.#judgeBeside(list, facts, meta, request);
  }

  #judgeMeta(
    { page, size, count }: { readonly page: number; readonly size: number; readonly count: number },
    meta: JsonObject,
    request: SentRequest,
  ): void {
    // The contract does not say what a page beyond the end looks like, nor that it is empty.
    if (count === 0 || (page - 1) * size >= Number(meta.total)) return;
    const isDefault = !request.query.has('page');
    this.#claim(
      meta.page === page,
      isDefault ? 'lists.page.default-one' : 'lists.page.selects-slice',
      request,
      {
        pointer: '/meta/page',
        expected: String(page),
        actual: String(meta.page),
      },
    );
    // On a page that is not full, meta.size may be the number of its items.
    const sizes = count < size ? [size, count] : [size];
    const bound = request.query.has('size') ? 'lists.size.bounds-page' : 'lists.size.default-fifty';
    this.#claim(sizes.includes(Number(meta.size)), bound, request, {
      pointer: '/meta/size',
      expected: sizes.join(' or '),
      actual: String(meta.size),
    });
    this.#claim(count <= size, bound, request, {
      pointer: '/data',
      expected: `at most ${size} items`,
      actual: `${count} items`,
    });
  }

  #judgeTotal(
    list: KnownList,
    { page, size, ids, changes, isFiltered }: PageFacts,
    meta: JsonObject,
    request: SentRequest,
  ): void {
    const total = numberOf(meta.total);
    // The contract does not say what a page beyond the end looks like.
    if (total === undefined || (ids.length === 0 && page > 1)) return;
    const least = Math.max(
      (page - 1) * size + ids.length,
      isFiltered ? 0 : knownBefore(list, request).length,
    );
    this.#claim(total >= least - changes, 'lists.meta.total', request, {
      pointer: '/meta/total',
      expected: `at least ${least}`,
      actual: String(total),
    });
    // The total of a filtered list may count what the filter leaves out.
    if (isFiltered || ids.length >= size || mayHaveGaps(list, request)) return;
    const exact = (page - 1) * size + ids.length;
    this.#claim(total <= exact + changes, 'lists.meta.total', request, {
      pointer: '/meta/total',
      expected: String(exact),
      actual: String(total),
    });
  }

  /** A page that holds the whole list contains all of it. */
  #judgeContent(
    list: KnownList,
    { page, size, ids }: PageFacts,
    { total }: JsonObject,
    request: SentRequest,
  ): void {
    if (page !== 1 || ids.length >= size) return;
    if (mayHaveGaps(list, request) && Number(total) > ids.length) return;
    const missing = knownBefore(list, request).find((id) => !ids.includes(id));
    const origin = missing === undefined ? undefined : list.members.get(missing);
    this.#claim(missing === undefined, LISTED[request.operation] ?? 'lists.page.starts-at-one', request, {
      pointer: '/data',
      expected: `an item with the id ${missing}`,
      actual: `${ids.length} others`,
      ...(origin && { others: [origin.exchange] }),
    });
  }

  /** Pages that were read while nothing changed have no item in common, and the same total. */
  #judgeBeside(
    list: KnownList,
    { page, size, ids }: PageFacts,
    { total }: JsonObject,
    request: SentRequest,
  ): void {
    for (const [key, other] of list.pages) {
      if (other.changes !== list.changes) continue;
      this.#claim(ids.length === 0 || other.total === total, 'lists.meta.total', request, {
        pointer: '/meta/total',
        expected: `${other.total}, as another page showed`,
        actual: String(total),
        others: [other.exchange],
      });
      const [otherSize = 0, otherPage] = key.split(' ').map(Number);
      const isWhole = (of: number | undefined, count: number, limit: number) => of === 1 && count < limit;
      const foreign = isWhole(otherPage, other.ids.length, otherSize)
        ? ids.find((id) => !other.ids.includes(id))
        : isWhole(page, ids.length, size)
          ? other.ids.find((id) => !ids.includes(id))
          : undefined;
      this.#claim(foreign === undefined, 'lists.page.selects-slice', request, {
        pointer: '/data',
        expected: 'items of the list, which another page showed as a whole',
        actual: String(foreign),
        others: [other.exchange],
      });
      if (otherSize !== size || otherPage === page) continue;
      const twice = other.ids.find((id) => ids.includes(id));
      this.#claim(twice === undefined, 'lists.page.selects-slice', request, {
        pointer: '/data',
        expected: `no item of page ${otherPage}`,
        actual: String(twice),
        others: [other.exchange],
      });
    }
    const { exchange } = request;
    if (ids.length > 0) list.pages.set(`${size} ${page}`, { ids, total, changes: list.changes, exchange });
  }

  #judgeOrder(items: readonly JsonObject[], request: SentRequest): void {
    if (request.operation === 'listMessages') {
      const moments = items.map(({ created_at: at }) => at);
      const isOrdered = moments.every((at, index) => index === 0 || !isBefore(at, moments[index - 1]));
      this.#claim(isOrdered, 'turns.listing.chronological', request, {
        pointer: '/data',
        expected: 'turns in the order of their creation',
        actual: 'a turn stands after a later one',
      });
    }
    if (request.operation !== 'listChats') return;
    // Newest by creation, by activity, or by activity of another kind: a chat stands behind another only if it may be older.
    const isOrdered = items.every((item, index) => {
      const before = items[index - 1];
      return before === undefined || !isBefore(before.updated_at, item.created_at);
    });
    this.#claim(isOrdered, 'chats.list.newest-first', request, {
      pointer: '/data',
      expected: 'newer chats before older ones, by creation or by activity',
      actual: 'a chat stands before one that was created after its last activity',
    });
  }

  #claim(
    isMet: boolean,
    requirement: RequirementId,
    request: SentRequest,
    details: Parameters<Report>[2],
  ): void {
    if (!isMet) this.#report(requirement, request, details);
  }
}

export interface ListNames {
  readonly name: string;
  readonly group: string;
  readonly isFiltered: boolean;
}

interface PageFacts {
  readonly page: number;
  readonly size: number;
  readonly ids: readonly string[];
  /** How many requests that may change the list overlapped with reading the page. */
  readonly changes: number;
  readonly isFiltered: boolean;
}

/** If a service hides inactive skills, its pages may have gaps, and the total may count them. */
function mayHaveGaps({ showsInactive }: KnownList, { operation }: SentRequest): boolean {
  return operation === 'listSkills' && !showsInactive;
}

/** What the list surely contained when the page was asked for. */
function knownBefore({ members }: KnownList, { sentAt }: SentRequest): string[] {
  return [...members].flatMap(([id, { at }]) => (at <= sentAt ? [id] : []));
}

/** The requirement that a list contains what was made. */
const LISTED: Readonly<Record<string, RequirementId>> = {
  listChats: 'chats.list.exists',
  listMessages: 'service.chats.hold-turns',
  listSkills: 'skills.visible.own',
};

/** A number in the query, or its default; undefined if it is out of range, for which the contract promises nothing. */
function askedFor({ query }: SentRequest, name: string, otherwise: number): number | undefined {
  const text = query.get(name);
  if (text === null) return otherwise;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= 1 ? number : undefined;
}

/** Lists that are kept. */
const MOST_LISTS = 2000;
/** More requests than this do not change a list while one page of it is read. */
const MOST_ENDS = 200;

/** What is known about one list: the chats of a credential, its skills, or the turns of a chat. */
export interface KnownList {
  /** Ids of what the list must contain until something removes it, since when, and the exchange that put it there. */
  readonly members: Map<string, { readonly at: number; readonly exchange: number }>;
  /** Whether it has shown an inactive skill. */
  showsInactive: boolean;
  /** Requests under way that may change the list. */
  pending: number;
  /** When such requests ended, in milliseconds of the run: the last ones, in their order. */
  ended: number[];
  /** Counts such requests, when they begin and when they end. */
  changes: number;
  /** The last pages that were read while nothing changed, by size and number. */
  readonly pages: Map<
    string,
    {
      readonly ids: readonly string[];
      readonly total: unknown;
      readonly changes: number;
      readonly exchange: number;
    }
  >;
}

/** Knows of the lists of a run which requests may change them, and what they must contain. */
export class KnownLists {
  readonly #lists = new Map<string, KnownList>();

  /** A request is under way that may add to a list, remove from it or reorder it. */
  begin(name: string): void {
    const list = this.of(name);
    if (!list) return;
    list.pending += 1;
    list.changes += 1;
  }

  /** The request is over. */
  end(name: string, at: number): void {
    const list = this.of(name);
    if (!list) return;
    list.pending -= 1;
    list.changes += 1;
    list.ended.push(at);
    if (list.ended.length > MOST_ENDS) list.ended.shift();
  }

  /** A list contains something from now on. @param exchange the number of the exchange that put it there */
  add(name: string, id: string, at: number, exchange: number): void {
    this.of(name)?.members.set(id.toLowerCase(), { at, exchange });
  }

  /** A list does not have to contain it any more. */
  remove(name: string, id: string): void {
    this.#lists.get(name)?.members.delete(id.toLowerCase());
  }

  /** Nothing is known about a list any more, but for the requests under way. */
  forget(name: string): void {
    const list = this.#lists.get(name);
    if (list?.pending === 0) this.#lists.delete(name);
    list?.members.clear();
    list?.pages.clear();
  }

  /** What is known about a list; undefined if there are too many lists. */
  of(name: string): KnownList | undefined {
    let list = this.#lists.get(name);
    if (!list && this.#lists.size < MOST_LISTS) {
      list = {
        members: new Map(),
        showsInactive: false,
        pending: 0,
        ended: [],
        changes: 0,
        pages: new Map(),
      };
      this.#lists.set(name, list);
    }
    return list;
  }
}

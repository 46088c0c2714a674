import { EventStreamReader } from '../../event-stream/index.ts';
import { spaceBefore, type Timeline, type TimelineEvent } from './timeline.ts';

/** The part of a stream that is kept. Everything else is only counted. */
export interface Room {
  /** Events at the beginning. */
  readonly first: number;
  /** Events at the end. */
  readonly last: number;
  /** Characters of the data of one event. */
  readonly data: number;
}

/** Events before and after one that a finding names, which are kept with it. */
const AROUND = 3;

/** Bytes that the streams of an input may keep together for events that have not ended. */
const MOST_HELD = 16 * 1024 * 1024;

/** What several streams share. */
export interface Budget {
  /** Events that they may still keep together. The events at their ends do not count. */
  left: number;
  /** Bytes that they keep for events that have not ended. */
  held: number;
}

interface Arrival {
  readonly index: number;
  readonly type: string;
  readonly data: string;
  readonly at: number | undefined;
  /** When the event would have come if events were evenly spaced. */
  readonly spaced: number;
}

/** Collects the events of a stream as its bytes are read. It keeps a bounded number of them, however long the stream is. */
export class EventCollector {
  readonly #room: Room;
  readonly #budget: Budget;
  readonly #named: ReadonlySet<number>;
  readonly #reader = new EventStreamReader();
  readonly #kept: Arrival[] = [];
  /** The last events so far. The oldest is replaced first. */
  readonly #tail: Arrival[] = [];
  /** Events that went through the tail. */
  #passed = 0;
  #count = 0;
  #spaced = 0;
  #first: number | undefined;
  #isTimed = true;
  #isBroken = false;

  /** @param named numbers of the events that findings name. They are kept, and their neighbours with them. */
  constructor(room: Room, budget: Budget, named: Iterable<number> = []) {
    this.#room = room;
    this.#budget = budget;
    this.#named = new Set([...named].flatMap((index) => around(index)));
  }

  /** @param at when the bytes came, in milliseconds of any clock; undefined if that is not known */
  push(bytes: Uint8Array, at?: number): void {
    if (this.#isBroken) return;
    this.#budget.held -= this.#reader.heldBytes;
    try {
      this.#reader.push(bytes);
      for (let event = this.#reader.next(); event; event = this.#reader.next()) this.#take(event, at);
    } catch {
      // An event is larger than the reader allows. The judge reports it.
      this.#break();
    }
    if (this.#budget.held + this.#reader.heldBytes > MOST_HELD) this.#break();
    this.#budget.held += this.#reader.heldBytes;
  }

  #break(): void {
    this.#isBroken = true;
    this.#reader.release();
  }

  get timeline(): Timeline {
    const arrivals = [...this.#kept, ...this.#tail].sort((a, b) => a.index - b.index);
    const isTimed = this.#count > 0 && this.#isTimed;
    const first = this.#first ?? 0;
    return {
      isTimed,
      left: this.#count - arrivals.length,
      events: arrivals.map(
        ({ index, type, data, at, spaced }): TimelineEvent => ({
          index,
          type,
          data,
          at: isTimed ? Math.max(0, (at ?? 0) - first) : spaced,
        }),
      ),
    };
  }

  #take({ type, data }: { readonly type: string; readonly data: string }, at: number | undefined): void {
    const index = this.#count;
    this.#count += 1;
    if (index === 0) this.#first = at;
    else this.#spaced += spaceBefore(type);
    this.#isTimed &&= at !== undefined;
    const { first, last, data: longest } = this.#room;
    const isKept = this.#budget.left > 0 && (index < first || this.#named.has(index));
    if (!isKept && last === 0) return;
    const arrival = { index, type: cut(type, longest), data: cut(data, longest), at, spaced: this.#spaced };
    if (isKept) {
      this.#budget.left -= 1;
      this.#kept.push(arrival);
    } else {
      this.#tail[this.#passed % last] = arrival;
      this.#passed += 1;
    }
  }
}

/** The beginning of a text. A mere slice would keep the whole text in memory. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return new TextDecoder().decode(new TextEncoder().encode(text.slice(0, longest)));
}

function around(index: number): readonly number[] {
  return Array.from({ length: 2 * AROUND + 1 }, (_, step) => index - AROUND + step);
}

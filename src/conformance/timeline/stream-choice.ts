import { type Budget, EventCollector, type Room } from './event-collector.ts';
import type { StreamTimeline } from './timeline.ts';

/** How much of an input its timelines show. */
export interface StreamLimits {
  /** Streams without a finding. */
  readonly streams: number;
  /** Streams with a finding. */
  readonly named: number;
  /** Events of all streams together. */
  readonly events: number;
  readonly room: Room;
}

interface OpenStream {
  readonly exchange: number | undefined;
  readonly label: string;
  readonly events: EventCollector;
}

/** Chooses the streams of an input that are shown, and collects their events. Streams that findings name come before the others. */
export class StreamChoice {
  readonly #limits: StreamLimits;
  readonly #named: ReadonlyMap<number | undefined, readonly number[]>;
  readonly #budget: Budget;
  readonly #streams: OpenStream[] = [];
  readonly #open = new Map<number | undefined, EventCollector>();
  #withFindings = 0;
  /** Streams that are not shown. */
  left = 0;
  timeScale = 1;

  constructor(limits: StreamLimits, named: ReadonlyMap<number | undefined, readonly number[]>) {
    this.#limits = limits;
    this.#named = named;
    this.#budget = { left: limits.events, held: 0 };
  }

  /** The stream of this exchange from now on; undefined if it is not shown. */
  open(exchange: number | undefined, label: string): EventCollector | undefined {
    const named = this.#named.get(exchange);
    const others = this.#streams.length - this.#withFindings;
    if (named ? this.#withFindings >= this.#limits.named : others >= this.#limits.streams) {
      this.left += 1;
      return undefined;
    }
    if (named) this.#withFindings += 1;
    const events = new EventCollector(this.#limits.room, this.#budget, named);
    this.#streams.push({ exchange, label, events });
    this.#open.set(exchange, events);
    return events;
  }

  get(exchange: number): EventCollector | undefined {
    return this.#open.get(exchange);
  }

  get streams(): readonly StreamTimeline[] {
    return this.#streams.flatMap(({ exchange, label, events }) => {
      const { timeline } = events;
      const isEmpty = timeline.events.length === 0 && exchange !== undefined;
      return isEmpty ? [] : [{ ...timeline, label, ...(exchange !== undefined && { exchange }) }];
    });
  }
}

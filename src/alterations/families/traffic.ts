import type { OperationId } from '../../reference/http/operation.ts';
import type { Body } from '../decorators/requests.ts';
import type { Earlier } from './memory.ts';
import type { Place } from './place.ts';
import type { FoundValue } from './values.ts';

/** What a sound server received and showed in a full run of the suite. Plain data, so that threads can share it. */
export interface Traffic {
  readonly exchanges: readonly TrafficExchange[];
  /** By the place as text, in the order of their first appearance. */
  readonly places: ReadonlyMap<string, PlaceTraffic>;
  /** The checks that bring a state about and act in it, by the state and the action of the family wrong-states. */
  readonly states: ReadonlyMap<string, readonly string[]>;
  /** The number of requests that each check sends. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The number of places that each check saw. */
  readonly breadths: ReadonlyMap<string, number>;
}

/** One request with its answer. */
export interface TrafficExchange {
  readonly check: string;
  readonly operation: OperationId;
  readonly channel: string;
  readonly token: string | undefined;
  readonly key: string | undefined;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed body, or undefined if there was none or it was not JSON. */
  readonly body: Body;
  readonly status: number;
  /** The body of a JSON answer. */
  readonly answer?: Body;
  /** The events of a stream. */
  readonly events?: readonly Body[];
}

/** What was seen at one place. */
export interface PlaceTraffic {
  readonly place: Place;
  readonly samples: readonly Sample[];
  /** Ids of the checks that saw the place. */
  readonly checks: readonly string[];
}

/** What is known before anything was sent. */
export const NO_TRAFFIC: Traffic = {
  exchanges: [],
  places: new Map(),
  states: new Map(),
  sizes: new Map(),
  breadths: new Map(),
};

/** A value that was seen at a place. */
export interface Sample extends Earlier {
  readonly status: number;
  /** The whole body or event that contained the value. */
  readonly root: Body;
  readonly path: FoundValue['path'];
  readonly value: Body;
}

/** How many checks that saw the most places come first. They are the likeliest to compare one place with another. */
const BROADEST = 4;

/** The checks that saw a place: first a few that saw the most places, then those with the fewest requests. */
export function cheapestFirst(checks: readonly string[], { sizes, breadths }: Traffic): readonly string[] {
  const broad = [...checks]
    .sort((a, b) => (breadths.get(b) ?? 0) - (breadths.get(a) ?? 0))
    .slice(0, BROADEST);
  const cheap = [...checks].sort((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0));
  return [...new Set([...broad, ...cheap])];
}

/** The checks that sent a certain kind of request, those with the fewest requests first. */
export function checksThat(
  traffic: Traffic,
  isMeant: (exchange: TrafficExchange) => boolean,
): readonly string[] {
  return cheapestFirst([...new Set(traffic.exchanges.filter(isMeant).map(({ check }) => check))], traffic);
}

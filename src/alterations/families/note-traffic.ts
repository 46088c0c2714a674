import { mapAnswer } from '../../reference/exchange-scope.ts';
import type { PortChange, Wrap } from '../alteration.ts';
import { keyOf } from '../decorators/keys.ts';
import { type Body, bodyOf } from '../decorators/requests.ts';
import { noteEvents } from '../decorators/rewrite-events.ts';
import { createMemory } from './memory.ts';
import { createMoments } from './moments.ts';
import { formatPlace, type Place } from './place.ts';
import { changeShown } from './show-values.ts';
import type { Sample, Traffic, TrafficExchange } from './traffic.ts';
import { findValues } from './values.ts';
import { noteStates } from './wrong-states/index.ts';

/** How many samples with different values are kept per place, plus one of each kind that these do not show. */
const KEPT = 8;

interface PlaceNotes {
  readonly place: Place;
  readonly samples: Sample[];
  readonly texts: Set<string>;
  readonly checks: Set<string>;
}

/** Records the traffic of sound servers. */
export class TrafficNotes {
  readonly #places = new Map<string, PlaceNotes>();
  readonly #exchanges: (TrafficExchange & { check: string })[] = [];
  readonly #states = new Map<string, Set<string>>();
  #unassigned = nothing();
  readonly #sizes = new Map<string, number>();
  readonly #breadths = new Map<string, number>();

  /** Decorates a server. Only one check at a time may run against it. */
  readonly exchange: Wrap = (exchange) => this.#noteExchanges(this.#noteValues(exchange));
  /** A second decorator of the same server. */
  readonly states: PortChange = noteStates((state) => this.#unassigned.states.add(state));

  /** Assigns everything recorded since the last call to a check. */
  assign(check: string): void {
    const { places, states, exchanges } = this.#unassigned;
    for (const { checks } of places) checks.add(check);
    for (const state of states) this.#states.set(state, (this.#states.get(state) ?? new Set()).add(check));
    for (const each of this.#exchanges.slice(this.#exchanges.length - exchanges)) each.check = check;
    this.#sizes.set(check, (this.#sizes.get(check) ?? 0) + exchanges);
    this.#breadths.set(check, (this.#breadths.get(check) ?? 0) + places.size);
    this.#unassigned = nothing();
  }

  traffic(): Traffic {
    return {
      exchanges: this.#exchanges,
      sizes: this.#sizes,
      breadths: this.#breadths,
      states: new Map([...this.#states].map(([state, checks]) => [state, [...checks]])),
      places: new Map(
        [...this.#places].map(([text, { place, samples, checks }]) => [
          text,
          { place, samples, checks: [...checks] },
        ]),
      ),
    };
  }

  readonly #noteValues: Wrap = changeShown(() => {
    const memory = createMemory();
    return ({ request, status, root, placeOf }) => {
      for (const found of findValues(root)) {
        const earlier = memory.note(request, root, found);
        const { value, path } = found;
        this.#noteSample(placeOf(found), { status, root, path, value, ...earlier });
      }
      return [root];
    };
  });

  #noteSample(place: Place, sample: Sample): void {
    const text = formatPlace(place);
    let notes = this.#places.get(text);
    if (!notes) {
      notes = { place, samples: [], texts: new Set(), checks: new Set() };
      this.#places.set(text, notes);
    }
    this.#unassigned.places.add(notes);
    if (notes.texts.size >= KEPT && isKnownKind(notes.samples, sample)) return;
    const value = JSON.stringify([sample.value, sample.stale, sample.other]);
    if (notes.texts.has(value)) return;
    notes.texts.add(value);
    notes.samples.push(sample);
  }

  #noteExchanges: Wrap = (exchange) => {
    const moments = createMoments();
    const events = new WeakMap<object, Body[]>();
    const inner = noteEvents((request) => (event) => events.get(request)?.push(event))(exchange);
    return (request) => {
      const moment = moments.begin(request);
      const own: Body[] = [];
      events.set(request, own);
      return mapAnswer(inner(request), (answer) => {
        const body: Body = 'open' in answer ? undefined : answer.body;
        this.#exchanges.push({
          check: '',
          operation: request.operation.operationId,
          channel: moment.channelOf(answer.status, body),
          token: request.header('authorization'),
          key: keyOf(request),
          path: request.path,
          query: request.query,
          body: bodyOf(request),
          status: answer.status,
          ...('open' in answer ? { events: own } : { answer: body }),
        });
        this.#unassigned.exchanges += 1;
        if (answer.status < 300) moment.succeed();
        return answer;
      });
    };
  };
}

/** What was recorded since the last check ended. */
function nothing() {
  return { places: new Set<PlaceNotes>(), states: new Set<string>(), exchanges: 0 };
}

/** Whether another sample also has an earlier value, a value of another object, and no, one or several items, if this one has them. */
function isKnownKind(samples: readonly Sample[], sample: Sample): boolean {
  const kind = kindOf(sample);
  return samples.some((each) => kindOf(each) === kind);
}

function kindOf({ stale, other, value }: Sample): string {
  const items = Array.isArray(value) ? Math.min(value.length, 2) : undefined;
  return [stale !== undefined, other !== undefined, items].join(' ');
}

import { createExchangeScope } from '../../reference/exchange-scope.ts';
import type { Framing } from '../../reference/http/event-sink.ts';
import type { Exchange, HttpRequest } from '../../reference/http/exchange.ts';
import type { Decision } from '../../reference/interactions/delivery.ts';
import type { Decorator, Ports } from '../../reference/ports.ts';
import type { Chats, Skills, Store } from '../../reference/store/store.ts';
import type { PortChange, Wrap } from '../alteration.ts';

type StorePart = Exclude<keyof Store, 'close' | 'latest'>;

/**
 * Replaces some methods of one part of the store.
 *
 * @param change called once per server, with the sound part
 */
export function rewriteStore<Part extends StorePart>(
  part: Part,
  change: (sound: Store[Part], ports: Ports) => Partial<Store[Part]>,
): (ports: Ports) => Ports {
  return (ports) => {
    const sound = ports.store[part];
    return { ...ports, store: { ...ports.store, [part]: { ...sound, ...change(sound, ports) } } };
  };
}

/** An alteration of one part of the store, made by `rewriteStore`. */
export function inStore<Part extends StorePart>(
  part: Part,
  change: (sound: Store[Part], ports: Ports) => Partial<Store[Part]>,
): PortChange {
  return { port: 'store', ports: rewriteStore(part, change) };
}

/** When the service looks up a chat by id, shows it a changed chat. */
export function inFoundChats(change: (chat: Found<Chats>) => Found<Chats>): PortChange {
  return inStore('chats', ({ find }) => ({ find: (id) => changeDefined(find(id), change) }));
}

/** When the service looks up a skill by id, shows it a changed skill. */
export function inFoundSkills(change: (skill: Found<Skills>) => Found<Skills>): PortChange {
  return inStore('skills', ({ find }) => ({ find: (id) => changeDefined(find(id), change) }));
}

/** When a skill is updated, stores a different change than the client sent. */
export function inSkillUpdates(
  change: (
    fields: Parameters<Skills['update']>[1],
    id: number,
    sound: Skills,
  ) => Parameters<Skills['update']>[1],
): PortChange {
  return inStore('skills', (sound) => ({
    update: (id, fields) => sound.update(id, change(fields, id, sound)),
  }));
}

type Found<Part extends { find(id: never): unknown }> = NonNullable<ReturnType<Part['find']>>;

function changeDefined<Value>(value: Value | undefined, change: (value: Value) => Value): Value | undefined {
  return value === undefined ? undefined : change(value);
}

/** Changes how decisions and cancellations reach a running turn. */
export function inDelivery(change: (sound: Ports['delivery']) => Partial<Ports['delivery']>): PortChange {
  return {
    port: 'delivery',
    ports: ({ delivery, ...ports }) => ({ ...ports, delivery: { ...delivery, ...change(delivery) } }),
  };
}

/** Delivers different decisions than clients made. @param change returns undefined to lose a decision */
export function inDecisions(change: (decision: Decision) => Decision | undefined): PortChange {
  return inDelivery(({ decide }) => ({
    decide(decision, accept) {
      const changed = change(decision);
      return changed && decide(changed, accept);
    },
  }));
}

/**
 * Changes how long the service waits.
 *
 * @param change receives a duration in milliseconds; a timer set to Infinity never fires
 */
export function inClock(change: (duration: number) => number): PortChange {
  return {
    port: 'clock',
    ports: ({ clock, ...ports }) => ({
      ...ports,
      clock: {
        now: () => clock.now(),
        elapsed: () => clock.elapsed(),
        after(duration, callback) {
          const changed = change(duration);
          return changed === Number.POSITIVE_INFINITY ? () => {} : clock.after(changed, callback);
        },
      },
    }),
  };
}

/** Replaces one of the service's durations, in milliseconds. */
export function inDuration(from: number, to: number): PortChange {
  return inClock((duration) => (duration === from ? to : duration));
}

/** Makes a decorator of the exchange that knows the server's clock. */
export function withClock(make: (clock: Ports['clock']) => Wrap): PortChange {
  const { ports, current } = seeClock();
  return { port: 'exchange', ports, exchange: (exchange) => make(current())(exchange) };
}

/** The same for what is below HTTP. */
export function wireWithClock(make: (clock: Ports['clock']) => NonNullable<Decorator['wire']>): Decorator {
  const { ports, current } = seeClock();
  return { ports, wire: (listener) => make(current())(listener) };
}

/** A server decorates its ports just before everything else, so the clock seen last belongs to the same server. */
function seeClock() {
  let clock: Ports['clock'] | undefined;
  return {
    ports(ports: Ports): Ports {
      clock = ports.clock;
      return ports;
    },
    current(): Ports['clock'] {
      if (!clock) throw new Error('the ports are decorated first');
      return clock;
    },
  };
}

/** Changes the text of each event of a stream. @param make called once per stream */
export function rewriteFraming(make: () => (event: string) => string): (sound: Framing) => Framing {
  return (sound) => () => {
    const write = sound();
    const change = make();
    return (event) => change(write(event));
  };
}

const working = createExchangeScope<HttpRequest>();

/** The request for which a port is working. The server's exchange must be decorated with `carryingRequest`. */
export function requestWorkedFor(): HttpRequest | undefined {
  return working.current();
}

/** Lets ports know the request for which they are working. */
export function carryingRequest(exchange: Exchange): Exchange {
  return (request) => working.run(request, exchange, request);
}

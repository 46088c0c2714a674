import type { Clock } from './clock.ts';
import type { Connectors } from './connectors/connectors.ts';
import type { Framing } from './http/event-sink.ts';
import type { Exchange } from './http/exchange.ts';
import type { Delivery } from './interactions/delivery.ts';
import type { Model } from './models/model.ts';
import type { Retrieval } from './retrieval/retrieval.ts';
import type { Store } from './store/store.ts';
import type { Delegation } from './turns/delegation.ts';

/** The interfaces that the service is built from. Another behaviour is a decorator of one of them, so that the service stays sound. */
export interface Ports {
  readonly clock: Clock;
  readonly store: Store;
  readonly model: Model;
  readonly connectors: Connectors;
  readonly retrieval: Retrieval;
  readonly delegation: Delegation;
  readonly delivery: Delivery;
}

/** Another behaviour of the server, made of decorated ports. */
export interface Decorator {
  /** The ports with this behaviour. */
  readonly ports?: (ports: Ports) => Ports;
  /** The whole service with this behaviour, between the operations and HTTP. */
  readonly exchange?: (exchange: Exchange) => Exchange;
  /** Streams that are written otherwise. */
  readonly framing?: (framing: Framing) => Framing;
}

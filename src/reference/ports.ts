import type { RequestListener } from 'node:http';
import type { Clock } from './clock.ts';
import type { Connectors } from './connectors/connectors.ts';
import type { Framing } from './http/event-sink.ts';
import type { Exchange } from './http/exchange.ts';
import type { Delivery } from './interactions/delivery.ts';
import type { Model } from './models/model.ts';
import type { Retrieval } from './retrieval/retrieval.ts';
import type { Store } from './store/store.ts';
import type { Delegation } from './turns/delegation.ts';

/**
 * The interfaces that the service is built from. Different behaviour is added by decorating them and never inside the
 * service.
 */
export interface Ports {
  readonly clock: Clock;
  readonly store: Store;
  readonly model: Model;
  readonly connectors: Connectors;
  readonly retrieval: Retrieval;
  readonly delegation: Delegation;
  readonly delivery: Delivery;
}

/** A change to the server's behaviour. It can decorate any of these. */
export interface Decorator {
  /** Decorates the ports. */
  readonly ports?: (ports: Ports) => Ports;
  /** Decorates the exchange of requests and responses, between the operations and HTTP. */
  readonly exchange?: (exchange: Exchange) => Exchange;
  /** Decorates how streams are written as bytes. */
  readonly framing?: (framing: Framing) => Framing;
  /** Decorates how answers are written as HTTP, below everything else. */
  readonly wire?: (listener: RequestListener) => RequestListener;
}

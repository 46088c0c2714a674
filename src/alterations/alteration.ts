import type { Exchange } from '../reference/http/exchange.ts';
import type { Decorator, Ports } from '../reference/ports.ts';

/** A named behaviour that differs from the sound server's. */
export interface Alteration extends PortChange {
  readonly id: string;
  /** What the server then does, in one sentence. */
  readonly behaviour: string;
}

/** Decorators, and the port whose behaviour they change. */
export interface PortChange extends Decorator {
  readonly port: keyof Ports | 'exchange' | 'framing';
}

/** Decorates the exchange, the port between the operations and HTTP. */
export type Wrap = (exchange: Exchange) => Exchange;

/** The change that an alteration makes. A bare function decorates the exchange, as most alterations do. */
export type Change = Wrap | PortChange;

/** Names a change and says what the server then does. */
export function alter(id: string, behaviour: string, change: Change): Alteration {
  const placed: PortChange = typeof change === 'function' ? { port: 'exchange', exchange: change } : change;
  return { id, behaviour, ...placed };
}

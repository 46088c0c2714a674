import type { Decorator, Ports } from '../../reference/ports.ts';

/** A named misbehaviour of the server, which breaks one requirement. */
export interface Breakage extends Decorator {
  /** The requirement's id, and after a slash how it is broken, where there are several ways. */
  readonly id: string;
  readonly requirement: string;
  readonly port: keyof Ports | 'exchange';
  /** What the server then does, in one sentence. */
  readonly behaviour: string;
}

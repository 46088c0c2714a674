import type { Decorator, Ports } from '../ports.ts';

/** Another behaviour that is as faithful as the sound server's: another reading of an open point. */
export interface Variant extends Decorator {
  /** The open point, and after `=` which reading, where there are several. */
  readonly id: string;
  readonly openPoint: string;
  readonly port: keyof Ports | 'exchange';
  /** What the server then does, in one sentence. */
  readonly behaviour: string;
}

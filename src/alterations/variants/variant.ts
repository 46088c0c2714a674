import type { Decorator, Ports } from '../../reference/ports.ts';

/** Another behaviour that is as faithful as the sound server's: another reading of an open point. */
export interface Variant extends Decorator {
  /** The open point, and after `=` which reading, where there are several. */
  readonly id: string;
  readonly openPoint: string;
  readonly port: keyof Ports | 'exchange' | 'framing';
  /** What the server then does, in one sentence. */
  readonly behaviour: string;
}

/** A variant between the operations and HTTP. @param id the open point, and after `=` the reading */
export function inExchange(
  id: string,
  behaviour: string,
  exchange: NonNullable<Decorator['exchange']>,
): Variant {
  return { id, openPoint: openPointOf(id), port: 'exchange', behaviour, exchange };
}

/** A variant of a port, which may look at the request that it works for. */
export function inPort(id: string, port: keyof Ports, behaviour: string, decorator: Decorator): Variant {
  return { id, openPoint: openPointOf(id), port, behaviour, ...decorator };
}

function openPointOf(id: string): string {
  return id.split('=', 1)[0] as string;
}

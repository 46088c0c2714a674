import { createHash } from 'node:crypto';

/** Chooses one of the answers that a server may give at a place. The same seed always gives the same answer. */
export type Choose = <Option>(place: string, options: readonly [Option, ...Option[]]) => Option;

/** The choices of one server. */
export function choicesOf(seed: number): Choose {
  return (place, options) => {
    const hash = createHash('sha256').update(`${seed} ${place}`).digest();
    return options[hash.readUInt32BE(0) % options.length] ?? options[0];
  };
}

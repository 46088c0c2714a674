import { createHash } from 'node:crypto';

/** Chooses among the answers that a server may give at a place: for one seed, the same one each time. */
export type Choose = <Option>(place: string, options: readonly [Option, ...Option[]]) => Option;

/** The choices of one server. */
export function choicesOf(seed: number): Choose {
  return (place, options) => {
    const hash = createHash('sha256').update(`${seed} ${place}`).digest();
    return options[hash.readUInt32BE(0) % options.length] ?? options[0];
  };
}

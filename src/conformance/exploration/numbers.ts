import { createHash } from 'node:crypto';
import type { Draw } from './sequence.ts';

/** Pseudorandom numbers. The same seed gives the same sequence of steps on the same service. */
export function drawFrom(seed: number): Draw {
  let drawn = 0;
  return (below) => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32LE() % below;
  };
}

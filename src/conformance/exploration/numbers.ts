import { createHash } from 'node:crypto';
import type { Draw } from './sequence.ts';

/** Numbers that look random and follow from a seed: the same seed gives the same sequence of steps at the same service. */
export function drawFrom(seed: number): Draw {
  let drawn = 0;
  return (below) => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32LE() % below;
  };
}

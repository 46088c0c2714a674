import { infiniteStream, nat, sample } from 'fast-check';
import type { Draw } from './sequence.ts';

/** Numbers that look random and follow from a seed: the same seed gives the same sequence of steps at the same service. */
export function drawFrom(seed: number): Draw {
  const [numbers] = sample(infiniteStream(nat()), { seed, numRuns: 1 });
  return (below) => {
    const { value = 0 } = numbers?.next() ?? {};
    return value % below;
  };
}

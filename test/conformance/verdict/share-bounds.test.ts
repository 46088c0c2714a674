import { expect, it } from 'vitest';
import { shareBounds } from '../../../src/conformance/verdict/share-bounds.ts';

// At these bounds, the exact sum of the binomial distribution is 2.5 %, or 5 % if nothing or everything was hit.
it.each([
  [0, 1000, 0, 0.0029912],
  [0, 1, 0, 0.95],
  [1, 30, 0.00084357, 0.1721695],
  [7, 1000, 0.0028187, 0.0143676],
  [5, 10, 0.187086, 0.812914],
  [999, 1000, 0.994441, 0.99997468],
  [30, 30, 0.904966, 1],
  [50_000, 100_000, 0.496896, 0.503104],
])('%d of %d rounds: from %d to %d', (hits, rounds, low, high) => {
  const bounds = shareBounds(hits, rounds);
  expect(bounds.low).toBeCloseTo(low, 5);
  expect(bounds.high).toBeCloseTo(high, 5);
});

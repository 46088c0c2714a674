/** The confidence level of all bounds: 19 out of 20 statements with such bounds are true. */
export const CONFIDENCE = 0.95;
const DOUBT = 1 - CONFIDENCE;
/** How often the interval is halved. A double has no more precision. */
const HALVINGS = 60;

/** The smallest and the largest share, from 0 to 1, that fit the counts. */
export interface ShareBounds {
  readonly low: number;
  readonly high: number;
}

/**
 * Estimates the share of rounds in which something happens from the number of rounds in which it was seen: exact bounds by Clopper and
 * Pearson (The use of confidence or fiducial limits, Biometrika 26, 1934). If it was never seen, the bound is one-sided:
 * for 1,000 rounds the share is below 0.3 %.
 *
 * @param hits rounds in which it happened
 * @param rounds at least 1
 */
export function shareBounds(hits: number, rounds: number): ShareBounds {
  if (hits === 0) return { low: 0, high: 1 - DOUBT ** (1 / rounds) };
  if (hits === rounds) return { low: DOUBT ** (1 / rounds), high: 1 };
  const atMost = (most: number) => solve((share) => probabilityOfAtMost(most, rounds, share));
  return { low: atMost(hits - 1)(1 - DOUBT / 2), high: atMost(hits)(DOUBT / 2) };
}

/** Solves for the share at which a decreasing probability has a given value. */
function solve(falling: (share: number) => number): (value: number) => number {
  return (value) => {
    let low = 0;
    let high = 1;
    for (let halving = 0; halving < HALVINGS; halving += 1) {
      const middle = (low + high) / 2;
      if (falling(middle) > value) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
}

/** The probability of at most this many hits. Adds up logarithms, since single terms are too small for a double. */
function probabilityOfAtMost(most: number, rounds: number, share: number): number {
  const odds = Math.log(share) - Math.log1p(-share);
  let term = rounds * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let hits = 1; hits <= most; hits += 1) {
    term += Math.log((rounds - hits + 1) / hits) + odds;
    sum += Math.exp(term);
  }
  return sum;
}

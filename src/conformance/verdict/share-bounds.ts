/** The confidence of all bounds: of 20 statements with such bounds, 19 are true. */
export const CONFIDENCE = 0.95;
const DOUBT = 1 - CONFIDENCE;
/** Halvings of an interval. Doubles have no more digits. */
const HALVINGS = 60;

/** The least and the largest share that agrees with what was counted, from 0 to 1. */
export interface ShareBounds {
  readonly low: number;
  readonly high: number;
}

/**
 * The share of all rounds in which something happens, from the number of rounds in which it was seen to happen: exact bounds by Clopper and
 * Pearson (The use of confidence or fiducial limits, Biometrika 26, 1934). Where it never happened, all of the doubt is above: for 1,000
 * rounds the share is below 0.3 %.
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

/** Finds the share at which a probability that falls with it has a value. */
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

/** The probability of so many hits or fewer. It adds up logarithms, since the single terms are too small for a number. */
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

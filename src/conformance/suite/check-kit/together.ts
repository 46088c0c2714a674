import { CheckOver } from './interruption.ts';

/**
 * Makes several claims about the same thing, each of which may be violated: the first violation does not keep the others from being made, so
 * that no requirement passes against which there is evidence.
 */
export function together(...claims: readonly (() => void)[]): void {
  const over = claims.flatMap((claim) => {
    try {
      claim();
      return [];
    } catch (error) {
      if (error instanceof CheckOver) return [error];
      throw error;
    }
  });
  if (over[0]) throw over[0];
}

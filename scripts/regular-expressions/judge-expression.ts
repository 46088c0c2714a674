import { check, type Diagnostics } from 'recheck';
import type { Expression } from './find-expressions.ts';

/** Milliseconds per attempt at one expression. Most take a few. */
const TIMEOUT = 60_000;
/** Seed of the search by attacks, which otherwise judges a few harmless expressions differently by chance. */
const SEED = 1;
/** Limits the search by steps, not by time, since a busy machine would otherwise judge differently. */
const UNTIMED = { incubationTimeout: null, attackTimeout: null } as const;

/**
 * Describes the growth of an expression's time if it is more than linear; undefined otherwise. The proof by automata
 * comes first, because the search by attacks misses some slow expressions. Only the search supports assertions and references.
 *
 * recheck runs its program for this system if there is one, which is ten times faster than its JavaScript. Both are compiled from the same
 * source.
 */
export async function describeSlowness({
  source,
  flags,
}: Pick<Expression, 'source' | 'flags'>): Promise<string | undefined> {
  // The tool does not know this flag. Without it, the expression may begin anywhere, which is never faster.
  const known = flags.replaceAll(/[dvy]/g, '');
  // Each count is a state of the automaton. Without a limit, an expression is never faster.
  const uncounted = source.replaceAll(/(\{\d+,)\d{3,}\}/g, '$1}');
  const judge = (checker: 'automaton' | 'fuzz') =>
    check(uncounted, known, { checker, timeout: TIMEOUT, randomSeed: SEED, ...UNTIMED });
  const proof = await judge('automaton');
  return describe(proof.status === 'unknown' ? await judge('fuzz') : proof);
}

function describe(diagnostics: Diagnostics): string | undefined {
  if (diagnostics.status === 'safe') return undefined;
  if (diagnostics.status === 'unknown') return `cannot be analysed (${diagnostics.error.kind})`;
  return `${diagnostics.complexity.summary}: ${diagnostics.attack.pattern}`;
}

import type { Diagnostics } from 'recheck';
import type { Expression } from './find-expressions.ts';

// The other engines of the package are programs for one system, or need Java.
process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

/** Milliseconds for each attempt at one expression. Most take a few. */
const TIMEOUT = 60_000;
/** Of the search by attacks, which judges a few harmless expressions in one way or the other by chance. */
const SEED = 1;
/** Steps limit the search, never the time, since a busy machine would then judge otherwise. */
const UNTIMED = { incubationTimeout: null, attackTimeout: null } as const;

/**
 * Says how the time of an expression grows if that is faster than the text, and undefined if it does not. The proof by automata
 * comes first, because the search by attacks misses expressions that are slow; it alone knows assertions and references.
 */
export function describeSlowness({
  source,
  flags,
}: Pick<Expression, 'source' | 'flags'>): string | undefined {
  // Unknown to the tool. Without it the expression may begin anywhere, which is never faster.
  const known = flags.replaceAll(/[dvy]/g, '');
  // Each count is a state of the automaton. Without a limit an expression is never faster.
  const uncounted = source.replaceAll(/(\{\d+,)\d{3,}\}/g, '$1}');
  const judge = (checker: 'automaton' | 'fuzz') =>
    checkSync(uncounted, known, { checker, timeout: TIMEOUT, randomSeed: SEED, ...UNTIMED });
  const proof = judge('automaton');
  return describe(proof.status === 'unknown' ? judge('fuzz') : proof);
}

function describe(diagnostics: Diagnostics): string | undefined {
  if (diagnostics.status === 'safe') return undefined;
  if (diagnostics.status === 'unknown') return `cannot be analysed (${diagnostics.error.kind})`;
  return `${diagnostics.complexity.summary}: ${diagnostics.attack.pattern}`;
}

import type { Diagnostics } from 'recheck';
import type { Expression } from './find-expressions.ts';

// The other engines of the package are programs for one system, or need Java.
process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

/** Milliseconds for each attempt at one expression. Most take a few. */
const TIMEOUT = 60_000;

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
  const proof = checkSync(source, known, { checker: 'automaton', timeout: TIMEOUT });
  return describe(
    proof.status === 'unknown' ? checkSync(source, known, { checker: 'fuzz', timeout: TIMEOUT }) : proof,
  );
}

function describe(diagnostics: Diagnostics): string | undefined {
  if (diagnostics.status === 'safe') return undefined;
  if (diagnostics.status === 'unknown') return `cannot be analysed (${diagnostics.error.kind})`;
  return `${diagnostics.complexity.summary}: ${diagnostics.attack.pattern}`;
}

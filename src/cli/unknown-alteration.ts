import type { UnknownAlterationError } from '../alterations/load-alterations.ts';
import { findNearest } from '../conformance/nearest.ts';
import { UsageError } from './usage-error.ts';

const FLAG = { breakage: '--break', variant: '--variant' } as const;
const MOST = 8;

/** Turns the error for an unknown breakage or variant into a usage error with suggestions. Returns any other error as it is. */
export function explainUnknownAlteration(error: unknown): unknown {
  if (!isUnknown(error)) return error;
  const { id, kind, known } = error;
  const within = known.filter((each) => each.startsWith(id));
  const near = within.length > 0 ? within.slice(0, MOST) : findNearest(id, known, 3);
  const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : 'docs/ledger.md lists all of them';
  return new UsageError(`${FLAG[kind]} "${id}": there is no such ${kind}; ${hint}`, { cause: error });
}

/** By its code: the class would load the server. */
function isUnknown(error: unknown): error is UnknownAlterationError {
  return error instanceof Error && 'code' in error && error.code === 'unknown-alteration';
}

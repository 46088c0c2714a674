import { findNearest } from '../conformance/nearest.ts';
import type { UnknownBehaviourError } from '../reference/behaviours.ts';
import { UsageError } from './usage-error.ts';

const FLAG = { breakage: '--break', variant: '--variant' } as const;
const MOST = 8;

/** What a person is told who asked for a breakage or a variant that there is not; any other error as it is. */
export function tellUnknownBehaviour(error: unknown): unknown {
  if (!isUnknown(error)) return error;
  const { id, kind, known } = error;
  const within = known.filter((each) => each.startsWith(id));
  const near = within.length > 0 ? within.slice(0, MOST) : findNearest(id, known, 3);
  const hint =
    near.length > 0 ? `did you mean ${near.join(', ')}?` : 'docs/ledger.md lists those that there are';
  return new UsageError(`${FLAG[kind]} "${id}": there is no such ${kind}; ${hint}`, { cause: error });
}

/** By its code: the class would load the server. */
function isUnknown(error: unknown): error is UnknownBehaviourError {
  return error instanceof Error && 'code' in error && error.code === 'unknown-behaviour';
}

import type { Change, Severity } from '../change.ts';
import { change } from '../change.ts';
import type { Place, Position } from '../place.ts';

/** How the set of values that a schema allows changed. `shifted`: it gained and lost values, or the change cannot be computed. */
export type Effect = 'narrowed' | 'widened' | 'shifted';

/**
 * The service writes responses and events: allowing fewer values is a new promise, and a value that clients have never seen
 * breaks them. The client writes requests, so the reverse holds there.
 */
const severityOf: Readonly<Record<Position, Readonly<Record<Effect, Severity>>>> = {
  response: { narrowed: 'additive', widened: 'breaking', shifted: 'breaking' },
  request: { narrowed: 'breaking', widened: 'additive', shifted: 'breaking' },
};

export function effectChange(effect: Effect, at: Place, what: string, source: string): Change {
  return change(severityOf[at.position][effect], at, what, source);
}

/** The effect of gaining values, losing values, or both; undefined for neither. */
export function effectOf(hasCome: boolean, hasGone: boolean): Effect | undefined {
  if (hasCome && hasGone) return 'shifted';
  if (hasCome) return 'widened';
  return hasGone ? 'narrowed' : undefined;
}

import type { Change, Severity } from '../change.ts';
import { change } from '../change.ts';
import type { Place, Position } from '../place.ts';

/** What became of the set of values that a schema allows. `shifted`: some came and some went, or nobody can tell. */
export type Effect = 'narrowed' | 'widened' | 'shifted';

/**
 * The service writes responses and events: fewer values there are a new promise, and a value that a client never saw breaks it.
 * The client writes requests: there it is the other way round.
 */
const severityOf: Readonly<Record<Position, Readonly<Record<Effect, Severity>>>> = {
  response: { narrowed: 'additive', widened: 'breaking', shifted: 'breaking' },
  request: { narrowed: 'breaking', widened: 'additive', shifted: 'breaking' },
};

export function effectChange(effect: Effect, at: Place, what: string, source: string): Change {
  return change(severityOf[at.position][effect], at, what, source);
}

/** Some values came, some went. */
export function effectOf(hasCome: boolean, hasGone: boolean): Effect | undefined {
  if (hasCome && hasGone) return 'shifted';
  if (hasCome) return 'widened';
  return hasGone ? 'narrowed' : undefined;
}

/** The ids and levels of the requirements, by which reports, profiles and lists of known failures name them. */
import type { Change } from './change.ts';
import type { Place } from './place.ts';
import { named, ranked } from './rules.ts';

const rows = named({
  noun: 'the requirement',
  step: (id) => `requirement ${id}`,
  // One more duty of clients is something that they did not do so far.
  added: (level) => (level === 'client' ? 'breaking' : 'additive'),
  removed: 'breaking',
  // From a duty of clients to what a service must do.
  each: (before, after, at) => ranked('client', 'open', 'should', 'must')(before, after, at, 'level'),
});

/** Both map ids to levels. */
export function compareRequirements(before: unknown, after: unknown, at: Place): readonly Change[] {
  return rows(before, after, at, at.document);
}

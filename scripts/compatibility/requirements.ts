/** Compares the ids and levels of the requirements. Reports, profiles and lists of known failures use the ids. */
import type { Change } from './change.ts';
import type { Place } from './place.ts';
import { named, ranked } from './rules.ts';

const rows = named({
  noun: 'the requirement',
  step: (id) => `requirement ${id}`,
  // Existing clients do not fulfil a new duty yet.
  added: (level) => (level === 'client' ? 'breaking' : 'additive'),
  removed: 'breaking',
  // In ascending order of what the service promises.
  each: (before, after, at) => ranked('client', 'open', 'should', 'must')(before, after, at, 'level'),
});

/** Both map ids to levels. */
export function compareRequirements(before: unknown, after: unknown, at: Place): readonly Change[] {
  return rows(before, after, at, at.document);
}

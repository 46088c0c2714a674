/** Compares the members of an object, and which of them are required. */
import { type Change, change } from '../change.ts';
import { inside, type Place } from '../place.ts';
import type { Descend } from './descend.ts';
import { effectChange } from './effect.ts';
import type { FlatSchema } from './flat.ts';

/**
 * No object is closed, so a reader ignores an unknown member: a new member breaks nothing, unless a client must send it.
 * A removed member breaks its readers, and its senders too, since the service then ignores it.
 * @param refines whether the schemas only narrow another schema, as a `then` does, so that no members are added or removed
 */
export function compareMembers(
  before: FlatSchema,
  after: FlatSchema,
  at: Place,
  descend: Descend,
  refines: boolean,
): Change[] {
  const names = new Set([...before.properties.keys(), ...after.properties.keys()]);
  return [...names].flatMap((name) => {
    const [old, now] = [before.properties.get(name), after.properties.get(name)];
    const place = inside(at, name);
    if (refines || (old !== undefined && now !== undefined))
      return descend(old ?? [], now ?? [], place, refines);
    const source = (now ?? old)?.[0]?.pointer ?? '';
    if (now === undefined) return [change('breaking', place, 'the member was removed', source)];
    const isDemanded = after.required.has(name) && at.position === 'request';
    const what = `the ${after.required.has(name) ? 'required' : 'optional'} member was added`;
    return [change(isDemanded ? 'breaking' : 'additive', place, what, source)];
  });
}

/** Compares `required` for the members that both editions have. */
export function compareRequired(
  before: FlatSchema,
  after: FlatSchema,
  at: Place,
  refines: boolean,
): Change[] {
  const isInBoth = (name: string) => refines || before.properties.has(name) === after.properties.has(name);
  const names = new Set([...before.required.keys(), ...after.required.keys()].filter(isInBoth));
  return [...names].flatMap((name) => {
    const [old, now] = [before.required.get(name), after.required.get(name)];
    if ((old === undefined) === (now === undefined)) return [];
    const source = `${(now ?? old)?.pointer}/required/${name}`;
    const place = inside(at, name);
    return now === undefined
      ? [effectChange('widened', place, 'is no longer required', source)]
      : [effectChange('narrowed', place, 'is required now', source)];
  });
}

/** Compares `if`, `then` and `else`. */
import { isObject } from '../../generate/spec.ts';
import type { Change } from '../change.ts';
import { inside, type Place } from '../place.ts';
import { canonical, show } from '../same.ts';
import type { Descend } from './descend.ts';
import { effectChange } from './effect.ts';
import type { Condition, FlatSchema } from './flat.ts';

/** Two conditions correspond if their `if` is the same. A changed `if` counts as one condition removed and another added. */
export function compareConditions(
  before: FlatSchema,
  after: FlatSchema,
  at: Place,
  descend: Descend,
): Change[] {
  const [old, now] = [before, after].map(
    ({ conditions }) => new Map(conditions.map((condition) => [canonical(condition.if), condition])),
  ) as [Map<string, Condition>, Map<string, Condition>];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((asked) => {
    const [was, is] = [old.get(asked), now.get(asked)];
    const known = is ?? was;
    if (known === undefined) return [];
    const question = inside(at, `if ${describe(known.if)}`);
    const otherwise = inside(at, `unless ${describe(known.if)}`);
    const source = `${known.pointer}/if ${asked}`;
    if (was === undefined) return [effectChange('narrowed', question, 'the condition was added', source)];
    if (is === undefined) return [effectChange('widened', question, 'the condition was removed', source)];
    return [...descend(was.then, is.then, question, true), ...descend(was.else, is.else, otherwise, true)];
  });
}

/** `key is "agent"` if the condition compares members with constants; otherwise the condition as JSON. */
function describe(condition: unknown): string {
  const { properties } = isObject(condition) ? condition : {};
  const asked = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) =>
    isObject(schema) && 'const' in schema ? [`${name} is ${show(schema.const)}`] : [],
  );
  return asked.length > 0 ? asked.join(' and ') : show(condition);
}

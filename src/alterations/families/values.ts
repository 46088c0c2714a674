import { ABSENT } from '../decorators/change-member.ts';
import type { Body } from '../decorators/requests.ts';

/** The service returns these members as a client, a tool or a connector sent them, or does not specify their contents. */
const OPAQUE: ReadonlySet<string> = new Set(['metadata', 'input', 'requested_schema', 'anonymization']);

/** A value in a body, and where it is. */
export interface FoundValue {
  /** The members that lead to it, such as `data[].name`. */
  readonly pointer: string;
  readonly path: readonly (string | number)[];
  readonly value: Body;
  /** The list items that contain the value, outermost first. */
  readonly items: readonly Body[];
}

/** Finds every value of a body, starting with the body itself. Skips the contents of members that the service only passes on. */
export function* findValues(
  value: Body,
  pointer = '',
  path: FoundValue['path'] = [],
  items: readonly Body[] = [],
): Generator<FoundValue> {
  yield { pointer, path, value, items };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* findValues(item, `${pointer}[]`, [...path, index], [...items, item]);
  } else if (typeof value === 'object' && value !== null && !OPAQUE.has(String(path.at(-1)))) {
    for (const [name, member] of Object.entries(value))
      yield* findValues(member, pointer === '' ? name : `${pointer}.${name}`, [...path, name], items);
  }
}

/** Returns a copy of the value with a different value at a path. @param other ABSENT removes the member */
export function replaceAt(value: Body, path: FoundValue['path'], other: unknown): Body {
  const [step, ...rest] = path;
  if (step === undefined) return other;
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      if (index !== step) return [item];
      const changed = replaceAt(item, rest, other);
      return changed === ABSENT ? [] : [changed];
    });
  const changed = replaceAt(value[step], rest, other);
  const { [step]: _, ...others } = value;
  return changed === ABSENT ? others : { ...value, [step]: changed };
}

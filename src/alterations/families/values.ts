import { ABSENT } from '../decorators/change-member.ts';
import type { Body } from '../decorators/requests.ts';

/** The service returns these members as a client, a tool or a connector sent them, or says nothing of what is in them. */
const OPAQUE: ReadonlySet<string> = new Set(['metadata', 'input', 'requested_schema', 'anonymization']);

/** A value somewhere in a body, and where it is. */
export interface FoundValue {
  /** The members that lead to it, such as `data[].name`. */
  readonly pointer: string;
  readonly path: readonly (string | number)[];
  readonly value: Body;
  /** The items of lists that contain it, the outermost first. */
  readonly items: readonly Body[];
}

/** Finds every value of a body, the body itself first. The members of what the service merely passes on are not visited. */
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

/** The value with another value at a path. The value itself stays unchanged. @param other ABSENT leaves the member out */
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

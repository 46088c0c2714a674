import { ABSENT } from './assertion.ts';
import { isObject } from './schema.ts';
import type { Spot } from './spots.ts';

/** The value with another in the place that a path leads to. What was given stays as it is. @param wrong ABSENT takes a member away */
export function spoil(value: unknown, path: Spot['path'], wrong: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return wrong;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? spoil(item, rest, wrong) : item));
  if (!isObject(value)) return value;
  const { [step]: held, ...others } = value;
  if (rest.length === 0 && wrong === ABSENT) return others;
  return { ...value, [step]: spoil(held, rest, wrong) };
}

/** What a path leads to. */
export function valueAt(value: unknown, path: Spot['path']): unknown {
  let found = value;
  for (const step of path) found = (found as Record<string | number, unknown>)[step];
  return found;
}

import { append } from '../generate/pointer.ts';
import { isObject } from '../generate/spec.ts';
import type { Parity } from './sources.ts';

/** A mark whose value is an open point, and marks whose keys are open points. */
const single = 'x-decision';
const keyed = ['x-decision-required', 'x-decision-keywords'];

/** Each decision that is marked in the contract is explained under its open point. */
export const decisions: Parity = ({ spec, openPoints }) =>
  ['openapi', 'asyncapi', 'schemas']
    .flatMap((folder) => spec.list(folder))
    .flatMap((path) => [...marksOf(spec.value(path), `spec/${path}#`)])
    .flatMap(({ place, id }) => {
      const point = openPoints.get(id);
      if (!point) return `${place} names ${id}, which is no open point`;
      return point.contract.trim() === '' ? `${place} names ${id}, which does not explain the decision` : [];
    });

function* marksOf(value: unknown, place: string): Generator<{ place: string; id: string }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* marksOf(item, append(place, index));
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (key === single) yield { place: append(place, key), id: String(member) };
      else if (keyed.includes(key)) {
        for (const id of Object.keys(isObject(member) ? member : {})) yield { place: append(place, key), id };
      } else yield* marksOf(member, append(place, key));
    }
  }
}

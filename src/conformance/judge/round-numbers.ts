import { ExactDecimal } from '../../exact-json/exact-number.ts';
import { isObject } from './json.ts';

/**
 * The value with the nearest `number` in place of each number that only a `bigint` or an `ExactDecimal` holds, for validators. A value without
 * such numbers, or one that is nested too deeply, is returned itself.
 */
export function roundNumbers(value: unknown): unknown {
  try {
    return round(value);
  } catch (error) {
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** A fraction stays one, since some places must have an integer. */
function roundDecimal(value: ExactDecimal): number {
  const near = Number(value);
  return value.isInteger || !Number.isInteger(near) ? near : Math.sign(near) + 0.5;
}

function round(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof ExactDecimal) return roundDecimal(value);
  if (Array.isArray(value)) {
    const items = value.map(round);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, round(member)] as const);
  return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value;
}

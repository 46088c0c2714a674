import { ExactDecimal } from '../../exact-json/exact-number.ts';
import { isObject } from './json.ts';

/**
 * The value with the nearest `number` in place of each number that only a `bigint` or an `ExactDecimal` holds, for validators. A value without
 * such numbers, or one that is nested too deeply, is returned itself.
 */
export function roundNumbers(value: unknown): unknown {
  try {
    return isExact(value) ? round(value) : value;
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

/** Whether a value holds a number to round. Most values hold none, and are then not copied. */
function isExact(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isExact);
  if (!isObject(value)) return typeof value === 'bigint' || value instanceof ExactDecimal;
  for (const name in value) if (isExact(value[name])) return true;
  return false;
}

function round(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof ExactDecimal) return roundDecimal(value);
  if (Array.isArray(value)) return value.map(round);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, round(member)]));
}

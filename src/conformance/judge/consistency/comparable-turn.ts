import { isInteger, numberOf } from '../../../exact-json/exact-number.ts';
import { isObject } from '../json.ts';
import { comparable } from './comparable.ts';
import { momentOf, ROUNDING } from './moments.ts';

/** A member of a turn, as it is compared with the same member at another place. */
export interface ComparableTurn {
  /** The value without its timestamps; undefined if it is nested too deeply. */
  readonly text: string | undefined;
  /** The timestamps in the value, in its order. Each place may round them differently. */
  readonly times: readonly number[];
}

/** The contract orders neither the runs of agents nor the sources. */
const UNORDERED = new Set(['agent_runs', 'error agent_runs', 'sources']);
/** What a client sent, or what a model wrote, is compared as it is. */
const VERBATIM = new Set(['metadata', 'content']);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
/** A database may keep fractions with fewer digits than the memory. */
const DIGITS = 4;

/** Prepares a member of a turn for the comparison. An empty list and null may be left out. */
export function comparableTurn(name: string, value: unknown): ComparableTurn {
  if (isNothing(value)) return { text: 'null', times: [] };
  if (VERBATIM.has(name)) return { text: comparable(value), times: [] };
  const times: number[] = [];
  const rounded = roundSafely(value, times);
  const isList = UNORDERED.has(name) && Array.isArray(rounded);
  return isList
    ? { text: comparable(rounded.map(comparable).sort()), times: times.sort((one, other) => one - other) }
    : { text: comparable(rounded), times };
}

export function areNear(some: readonly number[], others: readonly number[]): boolean {
  return (
    some.length === others.length &&
    some.every((time, index) => Math.abs(time - Number(others[index])) <= ROUNDING)
  );
}

/** Null, an absent member, an empty list and an empty object. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

/** @returns undefined for a value that is nested too deeply */
function roundSafely(value: unknown, times: number[]): unknown {
  try {
    return round(value, times);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** @param times gets the timestamps. @throws RangeError for a value that is nested too deeply */
function round(value: unknown, times: number[]): unknown {
  if (isInteger(value)) return value;
  const fraction = numberOf(value);
  if (fraction !== undefined) return Number(fraction.toPrecision(DIGITS));
  if (typeof value === 'string') {
    const moment = TIME.test(value) ? momentOf(value) : undefined;
    if (moment === undefined) return value;
    times.push(moment);
    return '(a time)';
  }
  if (Array.isArray(value)) return value.map((item) => round(item, times));
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, round(value[name], times)]));
}

/** The functions of JSON that TypeScript's types do not declare yet. */
interface RawJson {
  rawJSON(source: string): object;
  isRawJSON?(value: unknown): boolean;
}

const RAW = JSON as unknown as RawJson;
const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Integers with more digits are kept as decimals, since to convert them would take more than linear time. */
const MOST_DIGITS = 400;
const ZERO = '0'.charCodeAt(0);

/** An integer of JSON: a `bigint` where a `number` would change it. */
export type JsonInteger = number | bigint;

/** A number of JSON with its exact value. */
export type JsonNumber = JsonInteger | ExactDecimal;

/** A number cannot be kept, so nothing that depends on it can be judged. */
export class UnkeptNumberError extends Error {
  readonly code = 'unkept-number';

  constructor(message: string) {
    super(message);
    this.name = 'UnkeptNumberError';
  }
}

/** A number of JSON that neither a `number` nor a `bigint` can hold, such as `0.12345678901234567890` or `1e400`. */
export class ExactDecimal {
  /** The same for equal values, and a number of JSON. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether it is an integer. A text with a point has a fraction, since zeros at its end are left out. */
  get isInteger(): boolean {
    return !this.text.includes('.') && !this.text.includes('e-');
  }

  /** The nearest `number`, for rules that compute. */
  valueOf(): number {
    return Math.min(Math.max(Number(this.text), -Number.MAX_VALUE), Number.MAX_VALUE);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): object {
    return RAW.rawJSON(this.text);
  }
}

/**
 * The exact value of a number of JSON. A `number` stands for the shortest decimal that it is written as, so `0.1` is exact.
 *
 * @param value what JSON.parse makes of the source
 * @throws UnkeptNumberError if nobody can compute with its exponent
 */
export function exactNumber(value: number, source: string): JsonNumber {
  const { sign, digits, exponent } = readDecimal(source);
  if (digits === '') return value;
  const near = Number.isFinite(value) ? readDecimal(String(value)) : undefined;
  if (near?.digits === digits && near.exponent === exponent) return value;
  if (exponent >= 0 && digits.length + exponent <= MOST_DIGITS)
    return BigInt(`${sign}${digits}${'0'.repeat(exponent)}`);
  const isShort = exponent < 0 && -exponent <= MOST_DIGITS;
  return new ExactDecimal(`${sign}${isShort ? withPoint(digits, -exponent) : `${digits}e${exponent}`}`);
}

/** Whether two values are the same number, exactly, or the same other value that is no container. */
export function isSameScalar(one: unknown, other: unknown): boolean {
  return (
    one === other || (one instanceof ExactDecimal && other instanceof ExactDecimal && one.text === other.text)
  );
}

/** The integer that digits write, as JSON with these digits is read. One of too many digits is the nearest `number`. */
export function readInteger(digits: string): JsonInteger {
  const value = exactNumber(Number(digits), digits);
  return value instanceof ExactDecimal ? Number(value) : value;
}

export function isInteger(value: unknown): value is JsonInteger {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** A number for rules that compute; undefined for anything else. Beyond 2^53 it is the nearest one that JavaScript has. */
export function numberOf(value: unknown): number | undefined {
  return isNumber(value) ? Number(value) : undefined;
}

/** Whether a value is a number of JSON. */
export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactDecimal;
}

/** Writes any value as JSON.stringify does, and each number exactly. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => writable(member));
}

/** What JSON.stringify can write in place of a value. */
export function writable(value: unknown): unknown {
  return typeof value === 'bigint' ? RAW.rawJSON(String(value)) : value;
}

/** Whether a replacer of JSON.stringify gets the text of a number. */
export function isRawNumber(value: unknown): boolean {
  // An old browser has neither such texts nor this function.
  return RAW.isRawJSON?.(value) ?? false;
}

interface Decimal {
  readonly sign: string;
  /** Without zeros at its beginning and end; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

function readDecimal(source: string): Decimal {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(source) ?? [];
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (start < end && all.charCodeAt(start) === ZERO) start += 1;
  while (end > start && all.charCodeAt(end - 1) === ZERO) end -= 1;
  const exponent = Number(power) - fraction.length + (all.length - end);
  if (start < end && !Number.isSafeInteger(exponent))
    throw new UnkeptNumberError('a number whose exponent has more than 15 digits is not read');
  return { sign, digits: all.slice(start, end), exponent };
}

function withPoint(digits: string, places: number): string {
  const padded = digits.padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

import { ExactDecimal } from '../../exact-json/exact-number.ts';
import { canonicalJson } from './json.ts';

const LONGEST = 120;
/** What is shown of two texts before their first difference, in UTF-16 code units. */
const LEAD = 30;
const DEEPEST = 4;
const WIDEST = 8;

/** Short JSON of any value, for a person to read. Depth, width and length are bounded. */
export function excerpt(value: unknown): string {
  const text = render(value, 0);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Short JSON of a value, or `absent` for undefined. */
export function describe(value: unknown): string {
  return value === undefined ? 'absent' : excerpt(value);
}

/** Two texts that should be equal, for a person to compare. */
export interface Contrast {
  readonly expected: string;
  readonly actual: string;
}

/**
 * Cuts two texts that differ to what surrounds their first difference. Short texts stay whole. In texts that look the same, such as one in NFC
 * and one in NFD, the characters beyond ASCII are escaped.
 */
export function contrast(one: string, other: string): Contrast {
  const [expected, actual] = look(one) === look(other) ? [escaped(one), escaped(other)] : [one, other];
  if (expected.length <= LONGEST && actual.length <= LONGEST) return { expected, actual };
  let same = 0;
  while (same < expected.length && expected[same] === actual[same]) same += 1;
  const from = same <= LEAD ? 0 : same - LEAD;
  return { expected: cutAt(expected, from), actual: cutAt(actual, from) };
}

/** What a person sees of a text, about: forms of one character are the same, and some characters are invisible. */
function look(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for two values, as JSON in which the order of members does not count. */
export function contrastValues(expected: unknown, actual: unknown): Contrast {
  const texts = [expected, actual].map(canonicalJson);
  const [one, other] = texts;
  return one === undefined || other === undefined
    ? { expected: describe(expected), actual: describe(actual) }
    : contrast(one, other);
}

function cutAt(text: string, from: number): string {
  const start = characterAt(text, from);
  const end = characterAt(text, start + LONGEST);
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/** Half of a surrogate pair is no character. */
function characterAt(text: string, index: number): number {
  return /[\uDC00-\uDFFF]/.test(text[index] ?? '') ? index - 1 : index;
}

function render(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
  if (value === undefined) return 'absent';
  if (value === null || typeof value !== 'object' || value instanceof ExactDecimal) return String(value);
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, WIDEST).map((item) => render(item, depth + 1));
    return `[${items.join(',')}${value.length > WIDEST ? ',…' : ''}]`;
  }
  const members: string[] = [];
  for (const key in value) {
    if (members.length === WIDEST) {
      members.push('…');
      break;
    }
    members.push(`${render(key, depth)}:${render((value as Record<string, unknown>)[key], depth + 1)}`);
  }
  return `{${members.join(',')}}`;
}

/** A form that a program writes all values of one kind in, because it has one serializer. */
interface WrongForm {
  /** What the contract has there. */
  readonly expected: RegExp;
  /** What the value looks like, as JSON. */
  readonly actual: RegExp;
  /** What to change. It names no value, since findings with the same hint have one cause. */
  readonly hint: string;
}

/** The cause of integers in quotation marks. A check that looks for one of them by its value finds nothing. */
export const INTEGERS_AS_TEXT =
  "integers are sent as text, as protobuf's JSON writes those of 64 bits; send JSON numbers";

const FORMS: readonly WrongForm[] = [
  { expected: /\binteger\b/, actual: /^"-?\d+"$/, hint: INTEGERS_AS_TEXT },
  {
    expected: /^string\b|\bdate-time\b/,
    // Seconds, or fractions of them, of a time after the year 2000.
    actual: /^"?[1-9]\d{8,18}(?:\.\d+)?"?$/,
    hint: 'times are sent as numbers that count from 1970; send ISO 8601 texts, such as "2026-01-01T12:00:00Z"',
  },
];

/** The usual cause of a value of the wrong type or format, as a member of its finding. */
export function hintAtForm(expected: string, actual: string): { readonly hint?: string } {
  const form = FORMS.find((each) => each.expected.test(expected) && each.actual.test(actual));
  return form ? { hint: form.hint } : {};
}

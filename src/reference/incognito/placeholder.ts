/** The kinds of replaced text. A literal is text of the user that looks like a placeholder in use. */
export const KINDS = ['literal', 'email', 'phone', 'name'] as const;
export type SensitiveKind = (typeof KINDS)[number];

const LABELS: Readonly<Record<SensitiveKind, string>> = {
  literal: 'LITERAL',
  email: 'EMAIL',
  phone: 'PHONE',
  name: 'NAME',
};
const OPENINGS = Object.values(LABELS).map((label) => `[${label}_`);
const MAX_DIGITS = 9;
const DIGITS = new RegExp(`^(?:[1-9][0-9]{0,${MAX_DIGITS - 1}})?$`);
const MAX_LENGTH = Math.max(...OPENINGS.map(({ length }) => length)) + MAX_DIGITS + 1;

/**
 * The source of a pattern that finds placeholders. They are enclosed in brackets and contain none, so they never
 * overlap.
 */
export const PLACEHOLDER = `\\[(?:${Object.values(LABELS).join('|')})_[1-9][0-9]{0,${MAX_DIGITS - 1}}\\]`;

/** For example `[EMAIL_1]`. */
export function writePlaceholder(kind: SensitiveKind, number: number): string {
  return `[${LABELS[kind]}_${number}]`;
}

/** The index at which a text ends with the beginning of a placeholder; the text's length if it does not. */
export function startOfUnfinished(text: string): number {
  const start = text.lastIndexOf('[');
  if (start === -1 || text.length - start >= MAX_LENGTH) return text.length;
  return isUnfinished(text.slice(start)) ? start : text.length;
}

function isUnfinished(tail: string): boolean {
  return OPENINGS.some(
    (opening) =>
      opening.startsWith(tail) || (tail.startsWith(opening) && DIGITS.test(tail.slice(opening.length))),
  );
}

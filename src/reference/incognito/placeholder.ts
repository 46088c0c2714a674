/** What is replaced. A literal is a text that only looks like a placeholder in use, and must not be taken for it. */
export const KINDS = ['literal', 'email', 'phone', 'name'] as const;
export type Kind = (typeof KINDS)[number];

const LABELS: Readonly<Record<Kind, string>> = {
  literal: 'LITERAL',
  email: 'EMAIL',
  phone: 'PHONE',
  name: 'NAME',
};
const OPENINGS = Object.values(LABELS).map((label) => `[${label}_`);
const MAX_DIGITS = 9;
const DIGITS = new RegExp(`^(?:[1-9][0-9]{0,${MAX_DIGITS - 1}})?$`);
const MAX_LENGTH = Math.max(...OPENINGS.map(({ length }) => length)) + MAX_DIGITS + 1;

/** Source of a pattern that finds placeholders. They open and close with brackets and hold none, so none overlap. */
export const PLACEHOLDER = `\\[(?:${Object.values(LABELS).join('|')})_[1-9][0-9]{0,${MAX_DIGITS - 1}}\\]`;

export function writePlaceholder(kind: Kind, number: number): string {
  return `[${LABELS[kind]}_${number}]`;
}

/** Index from which a text could go on to be a placeholder; its length when it cannot. */
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

/**
 * A value as a column holds it. JSON is well-formed Unicode whatever the text is, and two texts are equal in it exactly
 * when they are equal.
 */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value);
}

/** What `toJsonText` was given. The type is the caller's word: nobody else writes the column. */
export function fromJsonText<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}

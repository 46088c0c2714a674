/** What the types of TypeScript do not know of JSON yet. */
interface ExactJson {
  parse(
    text: string,
    revive: (name: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(source: string): object;
}

const EXACT = JSON as unknown as ExactJson;

/**
 * Parses JSON so that JSON.stringify writes each number as it was written. A number whose text JavaScript would change, such as
 * `9007199254740993` or `1e400`, becomes an object that stands for this text.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function parseExactly(text: string): unknown {
  return EXACT.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && JSON.stringify(value) !== source
      ? EXACT.rawJSON(source)
      : value,
  );
}

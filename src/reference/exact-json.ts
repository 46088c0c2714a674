import { isObject } from '../rig/script/json.ts';

/** The functions of JSON that TypeScript's types do not declare yet. */
interface ExactJson {
  parse(
    text: string,
    revive: (name: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(source: string): object;
  isRawJSON(value: unknown): boolean;
}

const EXACT = JSON as unknown as ExactJson;

/**
 * Parses JSON so that JSON.stringify writes each number exactly as the text had it. A number that JavaScript would change, such as
 * `9007199254740993` or `1e400`, becomes an object that holds its text.
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

/** Writes a value of `parseExactly` with the members of each object sorted, so that the same values give the same text. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member) && !EXACT.isRawJSON(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

import { isObject, type JsonObject } from '../judge/json.ts';

/** A value for each format that a form may require. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'reader@example.org',
  uri: 'https://example.org/',
  date: '2026-03-02',
  'date-time': '2026-03-02T09:00:00Z',
};

/**
 * Fills in the form that the flat schema of an elicitation describes: its required members, or all members if it
 * requires none.
 *
 * @param word the text for members that accept any text
 */
export function fillForm(schema: unknown, word: string): JsonObject {
  const { properties, required } = isObject(schema) ? schema : {};
  const members = isObject(properties) ? properties : {};
  const wanted = Array.isArray(required) && required.length > 0 ? required.map(String) : Object.keys(members);
  return Object.fromEntries(wanted.map((name) => [name, fillMember(members[name], word)]));
}

function fillMember(schema: unknown, word: string): unknown {
  if (!isObject(schema)) return word;
  const choices = choicesOf(schema);
  if (choices.length > 0) return choices[0];
  switch (schema.type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return within(1, schema.minimum, schema.maximum);
    case 'array':
      return choicesOf(isObject(schema.items) ? schema.items : {}).slice(0, within(1, schema.minItems));
    default:
      return fillText(schema, word);
  }
}

function choicesOf({ const: only, enum: listed, oneOf, anyOf }: JsonObject): readonly unknown[] {
  if (only !== undefined) return [only];
  if (Array.isArray(listed)) return listed;
  const titled = [oneOf, anyOf].find(Array.isArray) ?? [];
  return titled.filter(isObject).flatMap((choice) => (choice.const === undefined ? [] : [choice.const]));
}

function fillText(
  { default: given, format, pattern, minLength, maxLength }: JsonObject,
  word: string,
): string {
  if (typeof given === 'string' && pattern !== undefined) return given;
  const formatted = typeof format === 'string' ? FORMATS[format] : undefined;
  if (formatted !== undefined) return formatted;
  return word.padEnd(within(word.length, minLength), 'x').slice(0, within(word.length, minLength, maxLength));
}

function within(value: number, least: unknown, most?: unknown): number {
  const raised = typeof least === 'number' ? Math.max(value, least) : value;
  return typeof most === 'number' ? Math.min(raised, most) : raised;
}

import { numberOf } from '../../../exact-json/exact-number.ts';
import { isObject, type JsonObject } from '../../judge/json.ts';
import { NothingToSee } from './interruption.ts';

/** A value for each format that a form may require. */
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-03-02',
  'date-time': '2026-03-02T09:00:00Z',
  email: 'reader@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  time: '09:00:00Z',
  uri: 'https://example.org/',
  url: 'https://example.org/',
  uuid: '0c9a1f5e-7d42-4c8b-9a36-1f2e3d4c5b6a',
};

/** Keywords that are not supported here. A pattern comes from the target, and matching it could take for ever. */
const UNKNOWN = ['$ref', 'allOf', 'not', 'if', 'pattern', 'contains'];

/** The keywords that an alternative takes over from the schema around it. */
const INHERITED = [
  ...UNKNOWN,
  ...[
    'type',
    'format',
    'minLength',
    'maxLength',
    'minimum',
    'exclusiveMinimum',
    'maximum',
    'exclusiveMaximum',
  ],
  ...['multipleOf', 'items', 'minItems', 'uniqueItems', 'default', 'examples'],
];

/** The longest text that is generated for a form. */
const LONGEST = 1000;

/** The most members and alternatives that are tried, since a form comes from the target. */
const MOST_TRIES = 1000;

interface Filling {
  /** The text for members that accept any text. */
  readonly word: string;
  tries: number;
}

/**
 * Fills in the form described by the flat schema of an elicitation: the required members, or all members if none is required.
 *
 * @param word the text for members that accept any text
 * @throws NothingToSee when no valid value is known for a required member
 */
export function fillForm(schema: unknown, word: string): JsonObject {
  const { properties, required } = isObject(schema) ? schema : {};
  const members = isObject(properties) ? properties : {};
  const needed = new Set(Array.isArray(required) ? required.map(String) : []);
  const wanted = needed.size > 0 ? [...needed] : Object.keys(members);
  const filling: Filling = { word, tries: 0 };
  const filled = wanted.map((name) => [name, fillMember(members[name], filling)] as const);
  const open = filled.find(([name, value]) => value === undefined && needed.has(name));
  if (open) {
    const name = JSON.stringify(open[0].slice(0, 80));
    throw new NothingToSee(
      `the form requires ${name}, whose schema has neither a default nor a value that is certain`,
    );
  }
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
}

/** @returns undefined when no value is certain to be valid */
function fillMember(schema: unknown, filling: Filling): unknown {
  filling.tries += 1;
  if (filling.tries > MOST_TRIES) {
    throw new NothingToSee(`the form has more than ${MOST_TRIES} members and alternatives`);
  }
  if (!isObject(schema)) return filling.word;
  const [chosen] = choicesOf(schema);
  if (chosen !== undefined) return chosen;
  const made = UNKNOWN.some((keyword) => keyword in schema) ? undefined : makeAny(schema, filling);
  if (made !== undefined) return made;
  const [example] = Array.isArray(schema.examples) ? schema.examples : [];
  return schema.default ?? example;
}

/** A value for the first alternative that allows something other than null. */
function makeAny(schema: JsonObject, filling: Filling): unknown {
  const alternatives = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (!alternatives) return makeValue(schema, filling);
  const inherited = INHERITED.filter((keyword) => keyword in schema).map((keyword) => [
    keyword,
    schema[keyword],
  ]);
  for (const alternative of alternatives) {
    if (!isObject(alternative)) continue;
    const value = fillMember({ ...Object.fromEntries(inherited), ...alternative }, filling);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function makeValue(schema: JsonObject, filling: Filling): unknown {
  switch (typeOf(schema)) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return makeNumber(schema);
    case 'array':
      return makeList(schema, filling);
    case 'object':
      return undefined;
    case 'null':
      return null;
    default:
      return makeText(schema, filling);
  }
}

/** The first type that is not null, if there is one. */
function typeOf({ type }: JsonObject): unknown {
  return Array.isArray(type) ? (type.find((name) => name !== 'null') ?? type[0]) : type;
}

function choicesOf({ const: only, enum: listed, oneOf, anyOf }: JsonObject): readonly unknown[] {
  if (only !== undefined) return [only];
  if (Array.isArray(listed)) return listed;
  const titled = [oneOf, anyOf].find(Array.isArray) ?? [];
  return titled.filter(isObject).flatMap((choice) => (choice.const === undefined ? [] : [choice.const]));
}

function makeText({ format, minLength, maxLength }: JsonObject, { word }: Filling): string | undefined {
  const [least, most] = [numberOr(minLength, 0), numberOr(maxLength, LONGEST)];
  if (least > Math.min(most, LONGEST)) return undefined;
  if (format === undefined) return word.padEnd(least, 'x').slice(0, most);
  const formatted = Object.hasOwn(FORMATS, String(format)) ? FORMATS[String(format)] : undefined;
  const { length = 0 } = formatted ?? '';
  return length >= least && length <= most ? formatted : undefined;
}

/** The number 1, or the first number within the bounds that fits. */
function makeNumber(schema: JsonObject): number | undefined {
  const { minimum, exclusiveMinimum: above, maximum, exclusiveMaximum: below, multipleOf } = schema;
  const low = Math.max(numberOr(minimum, -Infinity), numberOr(above, -Infinity));
  const high = Math.min(numberOr(maximum, Infinity), numberOr(below, Infinity));
  const step = numberOr(multipleOf, 1);
  const fits = (value: number) =>
    Number.isFinite(value) &&
    value >= low &&
    value <= high &&
    value !== above &&
    value !== below &&
    (multipleOf === undefined || Number.isInteger(value / step)) &&
    (typeOf(schema) === 'number' || Number.isInteger(value));
  const [first, last] = [Math.ceil(low / step) * step, Math.floor(high / step) * step];
  return [1, first, first + step, last, last - step, (low + high) / 2].find(fits);
}

function makeList({ items, minItems, uniqueItems }: JsonObject, filling: Filling): unknown[] | undefined {
  const least = Math.max(1, numberOr(minItems, 1));
  const choices = choicesOf(isObject(items) ? items : {});
  if (choices.length > 0) return choices.length < least ? undefined : choices.slice(0, least);
  const value = fillMember(items, filling);
  const isPossible = value !== undefined && (least === 1 || (least <= LONGEST && uniqueItems !== true));
  return isPossible ? Array.from({ length: least }, () => value) : undefined;
}

function numberOr(value: unknown, otherwise: number): number {
  return numberOf(value) ?? otherwise;
}

import { isObject, type JsonObject } from './json.ts';

type Check = (value: unknown) => boolean;

/** Creates the check of a keyword from its value. @throws FormRefused */
type Assertion = (expected: unknown) => Check;

/** A form outside of what MCP allows for questions. */
class FormRefused extends Error {
  readonly code = 'form-refused';
}

/** Keywords that say nothing about values. A pattern is shown to the person, but some take almost forever to match. */
const ANNOTATIONS =
  /^(\$schema|\$id|\$comment|title|description|default|examples|deprecated|enumNames|pattern|x-.*)$/;

const TYPES: Readonly<Record<string, Check>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
  null: (value) => value === null,
};

/** Other formats are not checked. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/i.test(text) && !Number.isNaN(Date.parse(text)),
};

const MEMBER: Readonly<Record<string, Assertion>> = {
  type: (types) => {
    const checks = [types].flat().map((type) => ownMember(TYPES, type) ?? refuse('type'));
    return (value) => checks.some((check) => check(value));
  },
  enum: (values) => oneOf(listOf(values, 'enum')),
  const: (value) => oneOf([value]),
  oneOf: titledChoices,
  anyOf: titledChoices,
  format: (format) => {
    const check = ownMember(FORMATS, format) ?? (() => true);
    return (value) => typeof value !== 'string' || check(value);
  },
  minLength: bound(lengthOf, (length, least) => length >= least),
  maxLength: bound(lengthOf, (length, most) => length <= most),
  minimum: bound(numberOf, (number, least) => number >= least),
  maximum: bound(numberOf, (number, most) => number <= most),
  exclusiveMinimum: bound(numberOf, (number, below) => number > below),
  exclusiveMaximum: bound(numberOf, (number, above) => number < above),
  minItems: bound(countOf, (count, least) => count >= least),
  maxItems: bound(countOf, (count, most) => count <= most),
};

const LIST: Readonly<Record<string, Assertion>> = {
  ...MEMBER,
  items: (schema) => {
    const check = compile(schema, MEMBER);
    return (value) => !Array.isArray(value) || value.every(check);
  },
};

const FORM: Readonly<Record<string, Assertion>> = {
  type: MEMBER.type as Assertion,
  properties: (members) => {
    if (!isObject(members)) return refuse('properties');
    const checks = new Map(Object.entries(members).map(([name, schema]) => [name, compile(schema, LIST)]));
    return (form) =>
      Object.entries({ ...(form as object) }).every(([name, value]) => checks.get(name)?.(value) ?? true);
  },
  required: (names) => {
    const wanted = listOf(names, 'required').map(String);
    return (form) => isObject(form) && wanted.every((name) => Object.hasOwn(form, name));
  },
};

/**
 * Compiles the schema of a question to a check of its answers, in time linear in the sizes of both. Schemas of questions come from
 * prompts, so they never reach a general validator, in which a few references to each other take exponential time.
 *
 * @throws FormRefused for anything but a flat form as MCP allows it: types, choices, lengths, formats and bounds
 */
export function compileForm(schema: unknown): Check {
  const { additionalProperties, ...form } = isObject(schema) ? schema : refuse('form');
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean')
    return refuse('additionalProperties');
  const check = compile(form, FORM);
  const known = isObject(form.properties) ? form.properties : {};
  const allowsMore = additionalProperties !== false;
  return (value) =>
    isObject(value) &&
    check(value) &&
    (allowsMore || Object.keys(value).every((name) => Object.hasOwn(known, name)));
}

/** Checks values in place of the validator of the MCP SDK. */
export const formValidator = {
  /** @throws FormRefused */
  getValidator<Value>(schema: unknown) {
    const check = compileForm(schema);
    return (value: unknown) =>
      check(value)
        ? { valid: true as const, data: value as Value, errorMessage: undefined }
        : { valid: false as const, data: undefined, errorMessage: 'The value does not match its schema.' };
  },
};

function compile(schema: unknown, assertions: Readonly<Record<string, Assertion>>): Check {
  const keywords = Object.entries(isObject(schema) ? schema : refuse('schema'));
  const checks = keywords
    .filter(([keyword]) => !ANNOTATIONS.test(keyword))
    .map(([keyword, expected]) => (ownMember(assertions, keyword) ?? refuse(keyword))(expected));
  return (value) => checks.every((check) => check(value));
}

/** The choices of a list, each a constant with a title. */
function titledChoices(choices: unknown): Check {
  const isTitled = (choice: unknown): choice is JsonObject => isObject(choice) && 'const' in choice;
  return oneOf(
    listOf(choices, 'choices').map((choice) => (isTitled(choice) ? choice.const : refuse('choices'))),
  );
}

function oneOf(values: readonly unknown[]): Check {
  const allowed = new Set(values);
  return (value) => allowed.has(value);
}

/** Compares a measure of a value. Values without this measure pass, as in JSON Schema. */
function bound(
  measure: (value: unknown) => number | undefined,
  fits: (measured: number, limit: number) => boolean,
): Assertion {
  return (limit) => {
    if (typeof limit !== 'number') return refuse('bound');
    return (value) => {
      const measured = measure(value);
      return measured === undefined || fits(measured, limit);
    };
  };
}

function lengthOf(value: unknown): number | undefined {
  return typeof value === 'string' ? [...value].length : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function listOf(value: unknown, keyword: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(keyword);
}

function ownMember<Value>(record: Readonly<Record<string, Value>>, name: unknown): Value | undefined {
  return typeof name === 'string' && Object.hasOwn(record, name) ? record[name] : undefined;
}

function refuse(keyword: string): never {
  throw new FormRefused(
    `A form may only have text, numbers, choices and lists of choices, with lengths, formats and bounds; ${JSON.stringify(keyword.slice(0, 80))} cannot be asked.`,
  );
}

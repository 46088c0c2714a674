/** Which keywords of a schema can fail, and which of them are our decision rather than the service's promise. */
import { isObject, type JsonObject } from './spec.ts';

/** Keywords that assert something. Two are missing: `required` asserts once per member, `oneOf` may only allow null. */
const ownAssertions = [
  'type',
  'const',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'contains',
  'propertyNames',
  'not',
  'anyOf',
];

/** Keywords that join schemas, with the two that need a look of their own. */
const structure = [
  '$ref',
  'required',
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'allOf',
  'oneOf',
  'if',
  'then',
  'else',
];

/** Whether the contract may use this keyword. Others would be validated by one tool and passed over by another. */
export function isKnownKeyword(keyword: string): boolean {
  return ownAssertions.includes(keyword) || structure.includes(keyword);
}

export function assertionsOf(schema: JsonObject): string[] {
  return Object.keys(schema).filter((keyword) => ownAssertions.includes(keyword));
}

export function requiredOf(schema: JsonObject): string[] {
  return Array.isArray(schema.required) ? schema.required.map(String) : [];
}

/** What of a schema is decided: some of its assertions, and that some members are required. */
export interface Decisions {
  readonly assertions: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

/** Reads `x-decision`, `x-decision-required` and `x-decision-keywords`. */
export function decisionsOf(schema: JsonObject): Decisions {
  const listed = (mark: string) =>
    Object.values(isObject(schema[mark]) ? schema[mark] : {})
      .flat()
      .map(String);
  const isWhole = schema['x-decision'] !== undefined;
  const keywords = listed('x-decision-keywords');
  const isRequiredDecided = isWhole || keywords.includes('required');
  return {
    assertions: new Set(isWhole ? assertionsOf(schema) : keywords),
    required: new Set(isRequiredDecided ? requiredOf(schema) : listed('x-decision-required')),
  };
}

/** The schema without what is decided: what the service promises. */
export function withoutDecisions(schema: JsonObject): JsonObject {
  const decided = decisionsOf(schema);
  const kept = Object.entries(schema).filter(([keyword]) => !decided.assertions.has(keyword));
  const promised: JsonObject = Object.fromEntries(kept);
  const required = requiredOf(schema).filter((member) => !decided.required.has(member));
  if (required.length > 0) promised.required = required;
  else delete promised.required;
  return promised;
}

/** The keywords of a schema that can fail, and those of them that are our decision, not the service's promise. */
import { isObject, type JsonObject } from './spec.ts';

/** Keywords that always assert. Not included: `required`, which asserts once per member, and `oneOf`, which may only add null. */
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

/** Keywords that hold other schemas, and `required` and `oneOf`. */
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

/** Whether the contract may use this keyword. Tools disagree about the others: some validate them, some ignore them. */
export function isKnownKeyword(keyword: string): boolean {
  return ownAssertions.includes(keyword) || structure.includes(keyword);
}

export function assertionsOf(schema: JsonObject): string[] {
  return Object.keys(schema).filter((keyword) => ownAssertions.includes(keyword));
}

export function requiredOf(schema: JsonObject): string[] {
  return Array.isArray(schema.required) ? schema.required.map(String) : [];
}

/** The parts of a schema that are our decision: some of its assertions, and some of its required members. */
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

/** The schema without our decisions: only what the service promises. */
export function withoutDecisions(schema: JsonObject): JsonObject {
  const decided = decisionsOf(schema);
  const kept = Object.entries(schema).filter(([keyword]) => !decided.assertions.has(keyword));
  const promised: JsonObject = Object.fromEntries(kept);
  const required = requiredOf(schema).filter((member) => !decided.required.has(member));
  if (required.length > 0) promised.required = required;
  else delete promised.required;
  return promised;
}

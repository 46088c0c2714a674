import { operationsOf } from './documents.ts';
import { codeHeader, type Files, toJson } from './output.ts';
import { isObject, type JsonObject, nameOf, type Spec, schemasOf } from './spec.ts';

const declareRequestMember = `${codeHeader}import type { OperationId } from './ids.js';

/** A member that the body of a request may have, with what its schema says, as request-members.json lists it. */
export interface RequestMember {
  readonly operation: OperationId;
  /** The names that lead to the member from the body; \`[]\` stands for each item of an array. */
  readonly path: readonly string[];
  readonly type: string;
  /** Whether the object that the member belongs to must have it. */
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
  readonly minItems?: number;
}
`;

const KEYWORDS = ['enum', 'maxLength', 'minItems'];

/** request-members.json and its type: every member of every request, nested ones included, with what its schema says about it. */
export function buildRequestMembers(spec: Spec): Files {
  const schemas = schemasOf(spec);
  const members = operationsOf(spec).flatMap(({ operationId, request }) =>
    request === null ? [] : membersOf(operationId, schemas.get(request), [], schemas),
  );
  return new Map([
    ['generated/request-members.json', toJson(members)],
    ['generated/request-members.d.ts', declareRequestMember],
  ]);
}

function membersOf(
  operation: string,
  schema: unknown,
  path: readonly string[],
  schemas: ReadonlyMap<string, JsonObject>,
): JsonObject[] {
  const { properties, required, items } = resolve(schema, schemas);
  const names = Array.isArray(required) ? required : [];
  const children = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...children.map(([name, child]) => ({ name, child, isRequired: names.includes(name) })),
    ...(items === undefined ? [] : [{ name: '[]', child: items, isRequired: false }]),
  ].flatMap(({ name, child, isRequired }) => [
    { operation, path: [...path, name], required: isRequired, ...factsOf(resolve(child, schemas)) },
    ...membersOf(operation, child, [...path, name], schemas),
  ]);
}

function factsOf(schema: JsonObject): JsonObject {
  const keywords = KEYWORDS.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : []));
  return { type: String(schema.type), ...Object.fromEntries(keywords) };
}

function resolve(schema: unknown, schemas: ReadonlyMap<string, JsonObject>): JsonObject {
  if (!isObject(schema)) return {};
  return typeof schema.$ref === 'string' ? (schemas.get(nameOf(schema.$ref)) ?? {}) : schema;
}

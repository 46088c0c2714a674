import { operationsOf } from './documents.ts';
import { codeHeader, type Files, toJson } from './output.ts';
import { isObject, type JsonObject, nameOf, type Spec, schemasOf } from './spec.ts';

const declareRequestMember = `${codeHeader}import type { OperationId } from './ids.js';

/** A parameter, a header, or a member of the body of a request, with what its schema says, as request-members.json lists it. */
export interface RequestMember {
  readonly operation: OperationId;
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** The names that lead to the member from the body; \`[]\` stands for each item of an array. One name outside the body. */
  readonly path: readonly string[];
  readonly type: string;
  /** Whether the object or request that the member belongs to must have it. */
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
}
`;

const KEYWORDS = ['enum', 'default', 'minimum', 'maximum', 'maxLength', 'minItems'];
/** The name under which OpenAPI lists a body. */
const CONTENT_TYPE = { in: 'header', path: ['content-type'], required: false, type: 'string' };

/** request-members.json and its type: every member of every request, including nested ones, with the facts from its schema. */
export function buildRequestMembers(spec: Spec): Files {
  return new Map([
    ['generated/request-members.json', toJson(requestMembersOf(spec))],
    ['generated/request-members.d.ts', declareRequestMember],
  ]);
}

/** Every member of every request. */
export function requestMembersOf(spec: Spec): JsonObject[] {
  const schemas = schemasOf(spec);
  return operationsOf(spec).flatMap(({ operationId: operation, request, parameters }) => [
    ...parameters.map(({ name, in: place, required, schema }) => ({
      operation,
      in: place,
      // Header names are case-insensitive.
      path: [place === 'header' ? name.toLowerCase() : name],
      required,
      ...factsOf(schema),
    })),
    ...(request === null
      ? []
      : [
          { operation, ...CONTENT_TYPE, enum: ['application/json'] },
          ...membersOf(operation, schemas.get(request), [], schemas),
        ]),
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
    {
      operation,
      in: 'body',
      path: [...path, name],
      required: isRequired,
      ...factsOf(resolve(child, schemas)),
    },
    ...membersOf(operation, child, [...path, name], schemas),
  ]);
}

function factsOf(schema: JsonObject): JsonObject {
  const keywords = KEYWORDS.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : []));
  return { type: String(schema.type), ...Object.fromEntries(keywords) };
}

function resolve(schema: unknown, schemas: ReadonlyMap<string, JsonObject>): JsonObject {
  if (!isObject(schema)) return {};
  const { $ref: target, ...own } = schema;
  return typeof target === 'string' ? { ...schemas.get(nameOf(target)), ...own } : schema;
}

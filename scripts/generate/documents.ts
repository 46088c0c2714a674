import { bundleDocument } from './bundle-document.ts';
import { isObject, type JsonObject, nameOf, type Spec, SpecError } from './spec.ts';

const openapiPath = 'openapi/openapi.yaml';
const asyncapiPath = 'asyncapi/asyncapi.yaml';
const bundles = new WeakMap<Spec, Map<string, JsonObject>>();

/** The OpenAPI document in one piece. Created once per spec; treat it as frozen. */
export function openapiDocument(spec: Spec): JsonObject {
  return bundleOnce(spec, openapiPath);
}

/** The AsyncAPI document in one piece. Created once per spec; treat it as frozen. */
export function asyncapiDocument(spec: Spec): JsonObject {
  return bundleOnce(spec, asyncapiPath);
}

function bundleOnce(spec: Spec, path: string): JsonObject {
  const known = bundles.get(spec) ?? new Map<string, JsonObject>();
  bundles.set(spec, known);
  const bundle = known.get(path) ?? bundleDocument(spec, path);
  known.set(path, bundle);
  return bundle;
}

/** An event of a stream: its name, the type of its data, and whether it ends the stream. */
export interface EventEntry {
  readonly event: string;
  readonly type: string;
  readonly terminal: boolean;
}

/**
 * The events of the AsyncAPI document, in its order.
 * @throws SpecError for a message whose payload is not a schema of the contract.
 */
export function eventsOf(spec: Spec): EventEntry[] {
  return Object.entries(memberOf(memberOf(asyncapiDocument(spec), 'components'), 'messages')).map(
    ([key, message]) => {
      const pointer = `/components/messages/${key}`;
      const { name = key, payload, 'x-terminal': terminal = false } = isObject(message) ? message : {};
      const type = componentOf(payload);
      if (typeof name !== 'string' || type === undefined) {
        throw new SpecError({
          file: asyncapiPath,
          pointer,
          message: 'expected a payload that is a schema of spec/schemas',
        });
      }
      return { event: name, type, terminal: terminal === true };
    },
  );
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const eventStream = 'text/event-stream';

/** An operation of the OpenAPI document, as code needs it. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string | null;
  readonly requiredScopes: readonly string[];
  readonly request: string | null;
  /** Type, `text/event-stream`, or null for a response without a body; by status, including `default`. */
  readonly responses: Readonly<Record<string, string | null>>;
  readonly parameters: readonly Parameter[];
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** Left out of operations.json. */
  readonly schema: JsonObject;
}

/**
 * The operations of the OpenAPI document, in its order.
 * @throws SpecError for an operation without operationId, and for a body that is not a schema of the contract.
 */
export function operationsOf(spec: Spec): Operation[] {
  const document = openapiDocument(spec);
  return Object.entries(memberOf(document, 'paths')).flatMap(([path, item]) => {
    const shared = isObject(item) && Array.isArray(item.parameters) ? item.parameters : [];
    return Object.entries(isObject(item) ? item : {})
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) =>
        readOperation(document, path, method, shared, isObject(operation) ? operation : {}),
      );
  });
}

function readOperation(
  document: JsonObject,
  path: string,
  method: string,
  shared: readonly unknown[],
  operation: JsonObject,
): Operation {
  const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}`;
  const fault = (at: string, message: string) =>
    new SpecError({ file: openapiPath, pointer: `${pointer}${at}`, message });
  const bodyType = (holder: JsonObject, at: string): string | null => {
    const content = Object.entries(memberOf(holder, 'content'));
    if (content.length === 0) return null;
    if (content.some(([mediaType]) => mediaType === eventStream)) return eventStream;
    const type = componentOf(memberOf(memberOf(holder, 'content'), 'application/json').schema);
    if (type === undefined) throw fault(at, 'expected application/json with a schema of spec/schemas');
    return type;
  };
  const { operationId, tags, 'x-required-scopes': scopes, requestBody, parameters } = operation;
  if (typeof operationId !== 'string') throw fault('', 'has no operationId');
  const own = Array.isArray(parameters) ? parameters : [];
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    tag: Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : null,
    requiredScopes: Array.isArray(scopes) ? scopes.map(String) : [],
    request: bodyType(dereference(document, requestBody), '/requestBody'),
    responses: Object.fromEntries(
      Object.entries(memberOf(operation, 'responses')).map(([status, response]) => [
        status,
        bodyType(dereference(document, response), `/responses/${status}`),
      ]),
    ),
    parameters: [...shared, ...own].map((parameter) => {
      const { name, in: place, required, schema } = dereference(document, parameter);
      return {
        name: String(name),
        in: String(place),
        required: required === true,
        schema: isObject(schema) ? schema : {},
      };
    }),
  };
}

function memberOf(holder: unknown, name: string): JsonObject {
  const member = isObject(holder) ? holder[name] : undefined;
  return isObject(member) ? member : {};
}

function dereference(document: JsonObject, value: unknown): JsonObject {
  if (!isObject(value)) return {};
  const [, , kind, name] = String(value.$ref ?? '').split('/');
  if (kind === undefined || name === undefined) return value;
  return memberOf(memberOf(memberOf(document, 'components'), kind), name);
}

function componentOf(schema: unknown): string | undefined {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return undefined;
  return schema.$ref.startsWith('#/components/schemas/') ? nameOf(schema.$ref) : undefined;
}

import asyncapi from '../../generated/asyncapi.json' with { type: 'json' };
import openapi from '../../generated/openapi.json' with { type: 'json' };

export type Json = Record<string, unknown>;

/** An example in a document, with its schema. */
export interface InlinedExample {
  readonly place: string;
  readonly name: string;
  readonly schema: Json;
  /** Name of the type, if the schema refers to one. */
  readonly type: string | undefined;
  readonly value: unknown;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly requestExamples: readonly InlinedExample[] | undefined;
  readonly responses: readonly { readonly status: string; readonly examples: readonly InlinedExample[] }[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function member(holder: unknown, ...names: readonly string[]): Json {
  return names.reduce<unknown>((found, name) => (found as Json | undefined)?.[name], holder) as Json;
}

/** Follows a reference within the OpenAPI bundle. */
function resolve(value: Json): Json {
  return typeof value.$ref === 'string' ? member(openapi, ...value.$ref.slice(2).split('/')) : value;
}

function examplesOf(place: string, holder: Json): InlinedExample[] {
  return Object.entries(member(holder, 'content') ?? {}).flatMap(([mediaType, content]) => {
    const { schema, examples = {} } = content as { schema: Json; examples?: Record<string, Json> };
    // A response that can carry several failures has a choice of schemas. The last one has what all failures share.
    const named = Array.isArray(schema.anyOf) ? (schema.anyOf.at(-1) as Json) : schema;
    const type = typeof named.$ref === 'string' ? named.$ref.split('/').at(-1) : undefined;
    return Object.entries(examples).map(([name, example]) => ({
      place: `${place} ${mediaType}`,
      name,
      schema,
      type: mediaType === 'text/event-stream' ? 'streams' : type,
      value: example.value,
    }));
  });
}

/** The operations of generated/openapi.json with the examples in them. */
export const operations: readonly DocumentedOperation[] = Object.values(openapi.paths).flatMap((item) =>
  methods.flatMap((method) => {
    const operation = member(item, method);
    if (operation === undefined) return [];
    const operationId = String(operation.operationId);
    const body = operation.requestBody as Json | undefined;
    return {
      operationId,
      requestExamples: body && examplesOf(`${operationId} request`, resolve(body)),
      responses: Object.entries(member(operation, 'responses')).map(([status, response]) => ({
        status,
        examples: examplesOf(`${operationId} ${status}`, resolve(response as Json)),
      })),
    };
  }),
);

/** The examples of the messages of generated/asyncapi.json. */
export const messages: readonly { readonly name: string; readonly examples: readonly InlinedExample[] }[] =
  Object.entries(asyncapi.components.messages).map(([name, message]) => ({
    name,
    examples: message.examples.map((example) => ({
      place: name,
      name: example.name,
      schema: message.payload,
      type: message.payload.$ref.split('/').at(-1),
      value: example.payload,
    })),
  }));

export const documents = { openapi, asyncapi };

import { eventsOf } from './documents.ts';
import { type Files, toJson } from './output.ts';
import { publishedOpenapi } from './published-documents.ts';
import { isObject, type JsonObject, type Spec } from './spec.ts';

const eventStream = 'text/event-stream';

/**
 * openapi-3.2.json: the same document in OpenAPI 3.2, which can describe the frames of a stream. `itemSchema`, with one
 * alternative per event and one for names that may be added, replaces the string schema of a stream.
 */
export function buildOpenapi32(spec: Spec): Files {
  const itemSchema = describeFrames(spec);
  const document = {
    ...(describeStreams(publishedOpenapi(spec), itemSchema) as JsonObject),
    openapi: '3.2.0',
  };
  return new Map([['generated/openapi-3.2.json', toJson(document)]]);
}

function describeFrames(spec: Spec): JsonObject {
  const events = eventsOf(spec);
  return {
    oneOf: [
      ...events.map(({ event, type }) =>
        describeFrame(event, { const: event }, { contentSchema: { $ref: `#/components/schemas/${type}` } }),
      ),
      // The contract does not say that no names are added.
      describeFrame('another event', { not: { enum: events.map(({ event }) => event) } }),
    ],
  };
}

function describeFrame(title: string, name: JsonObject, content: JsonObject = {}): JsonObject {
  return {
    title,
    type: 'object',
    required: ['event', 'data'],
    properties: {
      event: { description: "The event's name.", type: 'string', ...name },
      data: {
        description: 'The payload, as JSON.',
        type: 'string',
        contentMediaType: 'application/json',
        ...content,
      },
    },
  };
}

function describeStreams(value: unknown, itemSchema: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => describeStreams(item, itemSchema));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === eventStream && isObject(member)
        ? [key, describeStream(member, itemSchema)]
        : [key, describeStreams(member, itemSchema)],
    ),
  );
}

/** The examples stay whole streams, as text, because readers do not know `serializedValue` yet, which OpenAPI 3.2 adds for them. */
function describeStream(mediaType: JsonObject, itemSchema: JsonObject): JsonObject {
  const { schema, examples, ...rest } = mediaType;
  return { ...rest, itemSchema, ...(examples !== undefined && { examples }) };
}

/**
 * A schema for each failure over HTTP, made from its row of spec/errors.yaml. A response lists those that it can carry, and
 * FailureResponse for a code that the service document does not name.
 */
import { type ErrorRow, readErrorRows } from './error-row.ts';
import { extend } from './published-form.ts';
import { isObject, type JsonObject, type Spec, SpecError } from './spec.ts';

const fallback = { $ref: '#/components/schemas/FailureResponse' };

/** The document with a schema for each failure, and each failure response as a choice of these. */
export function withFailureSchemas(spec: Spec, document: JsonObject): JsonObject {
  const rows = readErrorRows(spec).filter(({ channel }) => channel === 'http');
  const components = isObject(document.components) ? document.components : {};
  const schemas = isObject(components.schemas) ? components.schemas : {};
  const failures = rows.map((row) => [nameOfFailure(row), schemaOf(row, schemas)] as const);
  for (const [name] of failures) {
    if (name in schemas) {
      throw new SpecError({
        file: `schemas/${name}.yaml`,
        message: 'its name is that of a failure of errors.yaml',
      });
    }
  }
  return {
    ...document,
    components: {
      ...components,
      responses: Object.fromEntries(
        Object.entries(isObject(components.responses) ? components.responses : {}).map(([name, response]) => [
          name,
          isObject(response) ? withChoice(response, name, rows) : response,
        ]),
      ),
      schemas: Object.fromEntries(
        [...Object.entries(schemas), ...failures].sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    },
  };
}

/** `ChatBusyFailure` for the row chat-busy. */
export function nameOfFailure({ id }: ErrorRow): string {
  const words = id.split('-');
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Failure`;
}

function withChoice(response: JsonObject, name: string, rows: readonly ErrorRow[]): JsonObject {
  const choices = rows
    .filter(({ responses }) => responses?.includes(name))
    .map((row) => ({ $ref: `#/components/schemas/${nameOfFailure(row)}` }));
  const content = isObject(response.content) ? response.content : {};
  const json = content['application/json'];
  if (choices.length === 0 || !isObject(json)) return response;
  const schema = { title: `${name}Body`, anyOf: [...choices, fallback] };
  return { ...response, content: { ...content, 'application/json': { ...json, schema } } };
}

/** FailureResponse with the promises of the row: its code, its `data`, and its `retry_action` if it names one. */
function schemaOf(row: ErrorRow, schemas: JsonObject): JsonObject {
  const { message_code, condition, note, retry, data, retryAction, openPoints } = row;
  return {
    title: nameOfFailure(row),
    description: [condition, note, retry]
      .filter((text) => text !== undefined)
      .map((text) => text.trim())
      .join(' '),
    allOf: [fallback],
    type: 'object',
    required: [
      'message_code',
      ...(data === undefined ? [] : ['data']),
      ...(retryAction === undefined ? [] : ['meta']),
    ],
    ...(openPoints.includes('A-16') && { 'x-decision-required': { 'A-16': ['meta'] } }),
    properties: {
      message_code: {
        description: 'Identifies the failure, together with the status.',
        type: 'string',
        const: message_code,
      },
      ...(data !== undefined && { data: { description: 'Facts about this failure.', ...data } }),
      ...(retryAction !== undefined && { meta: metaWith(retryAction, row, schemas) }),
    },
  };
}

function metaWith(retryAction: string, row: ErrorRow, { FailureMeta, ErrorDetails }: JsonObject): JsonObject {
  const details = extend(isObject(ErrorDetails) ? ErrorDetails : {}, {
    title: `${nameOfFailure(row)}Details`,
    required: ['retry_action'],
    properties: { retry_action: { description: 'What to do.', type: 'string', const: retryAction } },
  });
  return extend(isObject(FailureMeta) ? FailureMeta : {}, {
    title: `${nameOfFailure(row)}Meta`,
    required: ['error_details'],
    properties: { error_details: withoutMark(details, 'retry_action') },
  });
}

/** The schema without the mark that the presence of this member is our decision, since the row promises it. */
function withoutMark(schema: JsonObject, member: string): JsonObject {
  const marks = schema['x-decision-required'];
  const kept = Object.entries(isObject(marks) ? marks : {}).map(([id, members]) => [
    id,
    [members].flat().filter((name) => name !== member),
  ]);
  return { ...schema, 'x-decision-required': Object.fromEntries(kept) };
}

import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { hoistSchemas } from './component-types.ts';
import { withConditionalUnions } from './conditional-unions.ts';
import { eventsOf, type Operation, operationsOf } from './documents.ts';
import { readErrorRows } from './error-row.ts';
import { type NamedSchemas, nameSchemas, openTypeMark } from './named-schemas.ts';
import { codeHeader, type Files } from './output.ts';
import { completeOpenapi } from './published-documents.ts';
import { type JsonObject, type Spec, SpecError, schemaPath, schemasOf } from './spec.ts';
import { withTaggedUnions } from './tagged-unions.ts';

const streamEvent = 'StreamEvent';

/** types.d.ts: the paths, operations and components of the contract, and a named type for each body, component and event. */
export async function buildTypes(spec: Spec): Promise<Files> {
  checkStreamEvent(spec);
  const { document, openTypes } = nameSchemas(withConditionalUnions(withTaggedUnions(completeOpenapi(spec))));
  const { rest, types } = hoistSchemas(await translate(document));
  const parts = [
    codeHeader,
    rest,
    types,
    ...nameOperations(operationsOf(spec), new Set(schemasOf(spec).keys())),
    ...nameQueries(operationsOf(spec)),
    nameEvents(),
    nameErrorCodes(spec),
    ...nameOpenTypes(openTypes),
  ];
  return new Map([['generated/types.d.ts', parts.join('\n')]]);
}

async function translate(document: JsonObject): Promise<string> {
  const options = {
    defaultNonNullable: false,
    silent: true,
    // It must not read files of the current folder.
    cwd: new URL('file:///'),
    transform: (schema: object) => {
      const type = (schema as JsonObject)[openTypeMark];
      return typeof type === 'string' ? ts.factory.createTypeReferenceNode(type) : undefined;
    },
  };
  try {
    // As text, so that openapi-typescript cannot change the document.
    return astToString(await openapiTS(JSON.stringify(document), options));
  } catch (error) {
    throw new SpecError({
      file: 'openapi/openapi.yaml',
      message: String((error as Error).message).split('\n', 1)[0] ?? '',
    });
  }
}

/** StreamEvent pairs each event of the AsyncAPI document with its data, in any order, and contains no other event. */
function checkStreamEvent(spec: Spec): void {
  const file = schemaPath(streamEvent);
  const { oneOf } = schemasOf(spec).get(streamEvent) ?? {};
  const pairs = (Array.isArray(oneOf) ? oneOf : []).map(({ required, properties }: JsonObject) => {
    const { type, data } = (properties ?? {}) as Record<string, JsonObject>;
    return `${type?.const}: ${data?.$ref} ${[required].flat().sort().join(', ')}`;
  });
  const expected = eventsOf(spec).map(({ event, type }) => `${event}: ./${type}.yaml data, type`);
  for (const pair of expected.filter((each) => !pairs.includes(each))) {
    throw new SpecError({
      file,
      pointer: '/oneOf',
      message: `lacks an event of the AsyncAPI document: ${pair}`,
    });
  }
  for (const pair of pairs.filter((each) => !expected.includes(each))) {
    throw new SpecError({
      file,
      pointer: '/oneOf',
      message: `has an event that the AsyncAPI document lacks: ${pair}`,
    });
  }
}

/** `ListChatsQuery` for the query of listChats. */
function nameQueries(operations: readonly Operation[]): string[] {
  return operations
    .filter(({ parameters }) => parameters.some(({ in: place }) => place === 'query'))
    .map(({ operationId }) => {
      const query = `NonNullable<operations['${operationId}']['parameters']['query']>`;
      return `${comment(`The query of ${operationId}.`)}export interface ${queryNameOf(operationId)} extends ${query} {}\n`;
    });
}

export function queryNameOf(operationId: string): string {
  return `${capitalise(operationId)}Query`;
}

/** `SendMessageRequest` and `SendMessageResponse` for sendMessage, unless a component already has the name. */
function nameOperations(operations: readonly Operation[], taken: ReadonlySet<string>): string[] {
  return operations.flatMap(({ operationId, request, responses }) => {
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] ?? null;
    const isStream = success?.includes('/') ?? false;
    const names: [string, string | null, string][] = [
      [`${capitalise(operationId)}Request`, request, `The request body of ${operationId}.`],
      [
        `${capitalise(operationId)}Response`,
        isStream ? streamEvent : success,
        isStream
          ? `One event of the stream that ${operationId} returns.`
          : `The response body of ${operationId} on success.`,
      ],
    ];
    return names.flatMap(([name, type, text]) => {
      if (type === null || name === type) return [];
      if (taken.has(name)) {
        throw new SpecError({
          file: schemaPath(name),
          message: `its name is needed for the ${type} of ${operationId}`,
        });
      }
      return [`${comment(text)}export type ${name} = ${type};\n`];
    });
  });
}

function nameEvents(): string {
  return `${comment('The name of an event.')}export type StreamEventType = ${streamEvent}['type'];\n`;
}

function nameErrorCodes(spec: Spec): string {
  const codes = readErrorRows(spec).map(({ message_code }) => message_code);
  const union = [...new Set(codes)].sort().map((code) => `\n  | '${code}'`);
  return [
    `${comment('A code that the service document names for a failure response or for message.error.')}`,
    `export type KnownErrorCode =${union.join('')};\n\n`,
    `${comment('A code of a failure. A service can send other codes than the known ones.')}`,
    'export type ErrorCode = KnownErrorCode | (string & {});\n\n',
    comment(
      `The failures with a code, of all that a response can carry. A response can also carry codes that no document names, so a comparison of
\`message_code\` alone leaves FailureResponse: \`FailureWith<typeof failure, 'api_v1_chat_busy'>['data']\` is what the listed one promises.`,
    ),
    'export type FailureWith<Failure extends { message_code: string }, Code extends KnownErrorCode> = Extract<\n',
    '  Failure,\n  { message_code: Code }\n>;\n',
  ].join('');
}

function nameOpenTypes(types: NamedSchemas['openTypes']): string[] {
  return [...types].map(([type, values]) => {
    const union = values.map((value) => `'${value}'`).join(' | ');
    return `${comment('The known values. A service can send others.')}export type ${type} = ${union} | (string & {});\n`;
  });
}

function comment(text: string | undefined): string {
  return text === undefined
    ? ''
    : `/** ${text.trim().replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n`;
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

import openapiTS, { astToString } from 'openapi-typescript';
import { eventsOf, type Operation, operationsOf } from './documents.ts';
import { codeHeader, type Files } from './output.ts';
import { completeOpenapi } from './published-documents.ts';
import { isObject, type JsonObject, type Spec, SpecError, schemaPath, schemasOf } from './spec.ts';

const streamEvent = 'StreamEvent';

/** types.d.ts: the paths, operations and components of the contract, and a named type for each body, component and event. */
export async function buildTypes(spec: Spec): Promise<Files> {
  checkStreamEvent(spec);
  const document = completeOpenapi(spec);
  const code = await translate(document);
  const { components } = document;
  const schemas = isObject(components) && isObject(components.schemas) ? components.schemas : {};
  const parts = [
    codeHeader,
    code,
    ...Object.entries(schemas).map(([type, schema]) => nameComponent(type, schema)),
    ...nameOperations(operationsOf(spec), new Set(Object.keys(schemas))),
    nameEvents(),
    nameErrorCodes(spec),
  ];
  return new Map([['generated/types.d.ts', parts.join('\n')]]);
}

async function translate(document: JsonObject): Promise<string> {
  // As text, so that openapi-typescript cannot change the document. It must not read files of the current folder either.
  const options = { defaultNonNullable: false, silent: true, cwd: new URL('file:///') };
  try {
    return astToString(await openapiTS(JSON.stringify(document), options));
  } catch (error) {
    throw new SpecError({
      file: 'openapi/openapi.yaml',
      message: String((error as Error).message).split('\n', 1)[0] ?? '',
    });
  }
}

/** StreamEvent pairs each event of the AsyncAPI document with its data, in either order, and has no other. */
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

function nameComponent(type: string, schema: unknown): string {
  const text = isObject(schema) && typeof schema.description === 'string' ? schema.description : undefined;
  return `${comment(text)}export type ${type} = components['schemas']['${type}'];\n`;
}

/** `SendMessageRequest` and `SendMessageResponse` for sendMessage, where no component has the name already. */
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
  const codes = spec.array('errors.yaml').map((row, index) => {
    const code = isObject(row) ? row.message_code : undefined;
    if (typeof code === 'string') return code;
    throw new SpecError({ file: 'errors.yaml', pointer: `/${index}`, message: 'has no message_code' });
  });
  const union = [...new Set(codes)].sort().map((code) => `\n  | '${code}'`);
  return [
    `${comment('A code that the service document names for a failure response or for message.error.')}`,
    `export type KnownErrorCode =${union.join('')};\n\n`,
    `${comment('A code of a failure. A service can send other codes than the known ones.')}`,
    'export type ErrorCode = KnownErrorCode | (string & {});\n',
  ].join('');
}

function comment(text: string | undefined): string {
  return text === undefined
    ? ''
    : `/** ${text.trim().replaceAll('*/', '*\\/').replaceAll('\n', '\n * ')} */\n`;
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

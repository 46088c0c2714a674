/** Turns the errors of a file format's validator into messages for the author of a file. Bundled into generated/input-files.js. */

/** An error of ajv with `verbose`. */
interface FoundError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  readonly parentSchema?: Schema;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
}

/** One problem of a file: its place as a JSON Pointer, and a message that follows the name of that place. */
export interface InputFileProblem {
  readonly pointer: string;
  readonly message: string;
  /** The members that the place may have, if the problem is one that it may not have. */
  readonly known?: readonly string[];
}

/** Describes the errors. Messages never contain a value, since it may be a secret in the wrong place. */
export function describeErrors(errors: readonly FoundError[]): InputFileProblem[] {
  return errors.map((error) => {
    const { additionalProperty } = error.params;
    const message = describeError(error);
    if (additionalProperty === undefined) return { pointer: error.instancePath, message };
    const pointer = `${error.instancePath}/${escapeToken(String(additionalProperty))}`;
    return { pointer, message, known: membersOf(error.parentSchema) };
  });
}

/** The message for each keyword. File formats use only these keywords. */
export const messages: Readonly<Record<string, (error: Required<FoundError>) => string>> = {
  required: ({ params }) => `has no member \`${params.missingProperty}\`, which it needs`,
  additionalProperties: ({ parentSchema }) =>
    `is not known here; known are ${membersOf(parentSchema).join(', ')}`,
  type: ({ data, parentSchema }) =>
    `is ${nameType(data)}, and must be ${[parentSchema.type].flat().map(nameKind).join(' or ')}`,
  enum: ({ parentSchema }) => `must be one of ${(parentSchema.enum ?? []).join(', ')}`,
  const: ({ parentSchema }) => `must be ${JSON.stringify(parentSchema.const)}`,
  discriminator: ({ params, parentSchema }) =>
    `needs a \`${params.tag}\`, which is one of ${namesOfAlternatives(parentSchema, String(params.tag))}`,
  minimum: ({ params }) => `must be at least ${params.limit}`,
  maximum: ({ params }) => `must be at most ${params.limit}`,
  exclusiveMinimum: ({ params }) => `must be above ${params.limit}`,
  minLength: ({ params }) => `must not be shorter than ${params.limit} characters`,
  maxLength: ({ params }) => `must not be longer than ${params.limit} characters`,
  minItems: ({ params }) => `must not have fewer items than ${params.limit}`,
  maxItems: ({ params }) => `must not have more items than ${params.limit}`,
  uniqueItems: ({ params }) => `has the same at ${params.j} and ${params.i}`,
  pattern: ({ params }) => `must match ${params.pattern}`,
};

function describeError(error: FoundError): string {
  return messages[error.keyword]?.({ data: undefined, parentSchema: {}, ...error }) ?? 'is wrong';
}

function membersOf({ properties = {} }: Schema = {}): readonly string[] {
  return Object.keys(properties);
}

function namesOfAlternatives({ oneOf = [] }: Schema, tag: string): string {
  return oneOf.map((alternative) => alternative.properties?.[tag]?.const).join(', ');
}

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'a mapping',
  string: 'a text',
};

function nameKind(type: string | undefined): string {
  return kinds[type ?? ''] ?? 'something else';
}

function nameType(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  return nameKind(Array.isArray(value) ? 'array' : typeof value);
}

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

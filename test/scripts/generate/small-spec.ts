import { Spec, SpecError } from '../../../scripts/generate/spec.ts';

/** The smallest contract that every step can build: one operation, one stream, one event, one row, one format. */
const sources: Readonly<Record<string, unknown>> = {
  'openapi/openapi.yaml': {
    openapi: '3.1.1',
    info: { title: 'Pets', version: '1.2.3' },
    externalDocs: { url: 'https://pets.example/docs/' },
    paths: {
      '/pets/{id}': { $ref: './paths/pet.yaml' },
      '/pets/{id}/stream': {
        post: {
          operationId: 'watchPet',
          tags: ['Skills'],
          'x-required-scopes': ['pets:read'],
          responses: {
            200: {
              description: 'Events.',
              content: {
                'text/event-stream': {
                  schema: { type: 'string' },
                  'x-event-schema': { $ref: '../schemas/StreamEvent.yaml' },
                  examples: { short: { value: { $ref: '../examples/streams/short.sse' } } },
                },
              },
            },
          },
        },
      },
    },
    components: { schemas: { Pet: { $ref: '../schemas/Pet.yaml' } } },
  },
  'openapi/paths/pet.yaml': {
    parameters: [{ $ref: '../parameters/Id.yaml' }],
    put: {
      operationId: 'putPet',
      tags: ['Skills'],
      requestBody: { content: { 'application/json': { schema: { $ref: '../../schemas/Pet.yaml' } } } },
      responses: {
        200: {
          description: 'A pet.',
          content: {
            'application/json': {
              schema: { $ref: '../../schemas/Pet.yaml' },
              examples: { rex: { value: { $ref: '../../examples/Pet/rex.json' } } },
            },
          },
        },
        204: { description: 'Nothing.' },
        default: { $ref: '../responses/Failure.yaml' },
      },
    },
  },
  'openapi/parameters/Id.yaml': { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  'openapi/responses/Failure.yaml': {
    description: 'A failure.',
    content: { 'application/json': { schema: { $ref: '../../schemas/Failure.yaml' } } },
  },
  'asyncapi/asyncapi.yaml': {
    asyncapi: '3.0.0',
    info: { title: 'Pets', version: '1.2.3' },
    channels: {},
    components: {
      messages: {
        'pet.seen': {
          payload: { $ref: '../schemas/Pet.yaml' },
          examples: [{ name: 'rex', payload: { $ref: '../examples/Pet/rex.json' } }],
          'x-terminal': true,
        },
      },
    },
  },
  'schemas/Pet.yaml': {
    description: 'An animal.',
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' } },
  },
  'schemas/Failure.yaml': { type: 'object', properties: { pet: { $ref: './Pet.yaml' } } },
  'schemas/StreamEvent.yaml': {
    oneOf: [
      {
        type: 'object',
        required: ['type', 'data'],
        properties: { type: { const: 'pet.seen' }, data: { $ref: './Pet.yaml' } },
      },
    ],
  },
  'examples/Pet/rex.json': { name: 'Rex' },
  'examples/streams/short.sse': 'event: pet.seen\ndata: {"name":"Rex"}\n\n',
  'formats/seed.schema.json': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    description: 'A list of pets.',
    type: 'object',
    required: ['pets'],
    properties: { pets: { type: 'array', items: { $ref: '#/$defs/Pet' } } },
    additionalProperties: false,
    $defs: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: { name: { $ref: '#/$defs/Name' }, friends: { type: 'integer', default: 0 } },
        additionalProperties: false,
      },
      Name: { title: 'Name', type: 'string', minLength: 1 },
    },
  },
  'formats/known-failures.schema.json': { type: 'object', properties: { known_failures: { const: 1 } } },
  'formats/history.schema.json': { type: 'object', properties: { history: { const: 1 } } },
  'formats/profile.schema.json': { type: 'object', properties: { profile: { const: 1 } } },
  'seeds/default.yaml': '# One pet.\npets: [{ name: Rex }]\n',
  'profiles/reference.yaml': 'profile: 1\n',
  'errors.yaml': [
    {
      id: 'no-pet',
      channel: 'event',
      message_code: 'no_pet',
      operations: ['watchPet'],
      condition: 'There is no such pet.',
      retry: 'Look again.',
      repeat: 'yes',
      requirement: 'events.error.no-pet',
      example: 'no-pet',
      openPoints: [],
    },
  ],
  'requirements/pets.yaml': [
    {
      id: 'pets.shape.object',
      level: 'must',
      text: 'A pet is an object with a name.',
      section: '1',
      statements: ['S1-01'],
      schema: ['Pet#', 'Pet#/required/name', 'Pet#/properties/name', 'Failure#', 'Failure#/properties/pet'],
    },
  ],
  'requirements/sections.yaml': { '1': 'Pets', '2': 'Names', '2.1': 'Length' },
  'requirements/statements.yaml': [
    {
      id: 'S1-01',
      section: '1',
      text: 'A pet is an object with a name',
      strength: 'strict',
      direction: 'server',
    },
    {
      id: 'S2-01',
      section: '2',
      text: 'Pets have names',
      strength: 'strict',
      direction: 'server',
      sameAs: 'S1-01',
    },
  ],
  'requirements/open-points.yaml': [
    {
      id: 'A-01',
      title: 'Length of a name',
      kind: 'gap',
      weight: 'low',
      area: 'chats',
      sections: ['1'],
      question: 'How long can a name be?',
      readings: [],
      bearsOn: ['putPet'],
      contract: 'Any length.',
      suite: 'Asserts nothing.',
    },
  ],
};

/** The small contract with some files replaced, added, or (undefined) removed. */
export function smallSpec(changes: Readonly<Record<string, unknown>> = {}): Spec {
  const files = Object.entries({ ...sources, ...changes }).filter(([, value]) => value !== undefined);
  return new Spec(
    files.map(([path, value]) => [path, typeof value === 'string' ? value : JSON.stringify(value)] as const),
  );
}

/** The lines that a step reports for broken sources; empty if it succeeds. */
export async function problemsOf(build: () => unknown): Promise<string[]> {
  try {
    await build();
    return [];
  } catch (error) {
    if (error instanceof SpecError) return error.message.split('\n');
    throw error;
  }
}

/** Builds, and parses the file at this path. */
export async function builtJson(
  step: (spec: Spec) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>,
  path: string,
  spec: Spec = smallSpec(),
) {
  const files = await step(spec);
  return JSON.parse(files.get(path) ?? `"${path} was not built"`);
}

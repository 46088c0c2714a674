const failure = { schema: { $ref: '#/components/schemas/Pet' } };

/** A small document of this kind that violates no rule. */
export function soundOpenapi() {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pets',
      version: '1.0.0',
      summary: 'Pets over HTTP',
      description: 'Pets.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://pets.example' }],
    security: [{ bearer: [] }],
    tags: [{ name: 'Pets', description: 'Animals.' }],
    paths: {
      '/pets': {
        post: {
          operationId: 'createPet',
          summary: 'Create a pet',
          description: 'Makes one.',
          tags: ['Pets'],
          security: [{ bearer: [] }],
          'x-required-scopes': ['pets:write'],
          requestBody: {
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Pet' },
                examples: { rex: { summary: 'A dog', value: { name: 'Rex' } } },
              },
            },
          },
          responses: {
            '200': {
              description: 'The pet.',
              'x-decision': 'A-07',
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Pet' },
                  examples: { rex: { summary: 'A dog', value: { name: 'Rex' } } },
                },
              },
            },
            '404': {
              description: 'None.',
              content: {
                'application/json': { ...failure, examples: { none: { value: { name: 'none' } } } },
              },
            },
            default: { description: 'Anything else.', content: { 'application/json': failure } },
          },
        },
      },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Pet: soundSchema() },
    },
  };
}

function soundSchema() {
  return {
    title: 'Pet',
    description: 'An animal.',
    type: 'object',
    required: ['name'],
    'x-decision-required': { 'A-07': ['name'] },
    properties: {
      name: {
        description: 'The name of the pet.',
        type: 'string',
        maxLength: 9,
        'x-decision-keywords': { 'A-21': ['maxLength'] },
      },
    },
    if: { required: ['name'], properties: { name: { const: 'Rex' } } },
    then: { properties: { name: { minLength: 3 } } },
  };
}

/** A small document of this kind that violates no rule. */
export function soundAsyncapi() {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Pets',
      version: '1.0.0',
      description: 'Pets.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: { service: { host: 'pets.example', protocol: 'https', description: 'Pets.' } },
    channels: {
      pets: {
        address: '/pets',
        summary: 'Events of pets',
        description: 'Pets.',
        messages: { seen: { $ref: '#/components/messages/seen' } },
      },
    },
    operations: {
      sendPets: {
        action: 'send',
        summary: 'Send events of pets',
        description: 'Pets.',
        channel: { $ref: '#/channels/pets' },
        security: [{ $ref: '#/components/securitySchemes/bearer' }],
        messages: [{ $ref: '#/channels/pets/messages/seen' }],
      },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      messages: {
        seen: {
          name: 'seen',
          title: 'Seen',
          summary: 'A pet was seen',
          description: 'Somewhere.',
          contentType: 'application/json',
          payload: { $ref: '#/components/schemas/Pet' },
          examples: [{ name: 'rex', summary: 'A dog', payload: { name: 'Rex' } }],
        },
      },
      schemas: { Pet: soundSchema() },
    },
  };
}

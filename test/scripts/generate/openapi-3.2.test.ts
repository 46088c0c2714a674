import { expect, it } from 'vitest';
import { buildOpenapi32 } from '../../../scripts/generate/openapi-3.2.ts';
import { builtJson } from './small-spec.ts';

it('describes each frame of a stream, and keeps the whole stream as example', async () => {
  const document = await builtJson(buildOpenapi32, 'generated/openapi-3.2.json');
  expect(document.openapi).toBe('3.2.0');
  expect(document.paths['/pets/{id}/stream'].post.responses['200'].content['text/event-stream']).toEqual({
    'x-event-schema': { $ref: '#/components/schemas/StreamEvent' },
    itemSchema: {
      oneOf: [
        {
          title: 'pet.seen',
          type: 'object',
          required: ['event', 'data'],
          properties: {
            event: { description: "The event's name.", type: 'string', const: 'pet.seen' },
            data: {
              description: 'The payload, as JSON.',
              type: 'string',
              contentMediaType: 'application/json',
              contentSchema: { $ref: '#/components/schemas/Pet' },
            },
          },
        },
        {
          title: 'another event',
          type: 'object',
          required: ['event', 'data'],
          properties: {
            event: { description: "The event's name.", type: 'string', not: { enum: ['pet.seen'] } },
            data: {
              description: 'The payload, as JSON.',
              type: 'string',
              contentMediaType: 'application/json',
            },
          },
        },
      ],
    },
    examples: { short: { value: 'event: pet.seen\ndata: {"name":"Rex"}\n\n' } },
  });
});

it('leaves everything else unchanged', async () => {
  const document = await builtJson(buildOpenapi32, 'generated/openapi-3.2.json');
  expect(document.paths['/pets/{id}'].put.responses['200'].content).toEqual({
    'application/json': {
      schema: { $ref: '#/components/schemas/Pet' },
      examples: { rex: { value: { name: 'Rex' } } },
    },
  });
});

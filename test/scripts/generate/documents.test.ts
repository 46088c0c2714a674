import { describe, expect, it } from 'vitest';
import { eventsOf, operationsOf } from '../../../scripts/generate/documents.ts';
import { problemsOf, smallSpec } from './small-spec.ts';

describe('operationsOf', () => {
  it('reads method, path, bodies and parameters of each operation', () => {
    expect(operationsOf(smallSpec())).toEqual([
      {
        operationId: 'putPet',
        method: 'PUT',
        path: '/pets/{id}',
        tag: 'Skills',
        requiredScopes: [],
        request: 'Pet',
        responses: { 200: 'Pet', 204: null, default: 'Failure' },
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      },
      {
        operationId: 'watchPet',
        method: 'POST',
        path: '/pets/{id}/stream',
        tag: 'Skills',
        requiredScopes: ['pets:read'],
        request: null,
        responses: { 200: 'text/event-stream' },
        parameters: [],
      },
    ]);
  });

  it.each([
    ['an operation without a name', { get: { responses: {} } }, '/get: has no operationId'],
    [
      'a body that is not a schema of the contract',
      {
        get: {
          operationId: 'a',
          responses: { 200: { content: { 'application/json': { schema: { type: 'string' } } } } },
        },
      },
      '/get/responses/200: expected application/json with a schema of spec/schemas',
    ],
  ])('reports %s', async (_, path, line) => {
    const spec = smallSpec({ 'openapi/openapi.yaml': { openapi: '3.1.1', paths: { '/a': path } } });
    expect(await problemsOf(() => operationsOf(spec))).toEqual([
      `spec/openapi/openapi.yaml#/paths/~1a${line}`,
    ]);
  });
});

describe('eventsOf', () => {
  it('reads name, type and end of each event', () => {
    expect(eventsOf(smallSpec())).toEqual([{ event: 'pet.seen', type: 'Pet', terminal: true }]);
  });

  it('marks an event as terminal only if it ends the stream', () => {
    const messages = { ping: { name: 'pet.ping', payload: { $ref: '../schemas/Pet.yaml' } } };
    const spec = smallSpec({ 'asyncapi/asyncapi.yaml': { components: { messages } } });
    expect(eventsOf(spec)).toEqual([{ event: 'pet.ping', type: 'Pet', terminal: false }]);
  });

  it('reports a payload that is not a schema of the contract', async () => {
    const spec = smallSpec({
      'asyncapi/asyncapi.yaml': { components: { messages: { ping: { payload: {} } } } },
    });
    expect(await problemsOf(() => eventsOf(spec))).toEqual([
      'spec/asyncapi/asyncapi.yaml#/components/messages/ping: expected a payload that is a schema of spec/schemas',
    ]);
  });
});

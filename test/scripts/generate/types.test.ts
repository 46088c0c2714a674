import { describe, expect, it } from 'vitest';
import { buildTypes } from '../../../scripts/generate/types.ts';
import { problemsOf, smallSpec } from './small-spec.ts';

const text = async (spec = smallSpec()) => (await buildTypes(spec)).get('generated/types.d.ts') ?? '';

describe('buildTypes', () => {
  it.each([
    ['a component, with its description', '/** An animal. */\nexport interface Pet {\n    name: string;\n}'],
    ['the request of an operation', 'export type PutPetRequest = Pet;'],
    ['the response of an operation', 'export type PutPetResponse = Pet;'],
    ['an event of a stream', 'export type WatchPetResponse = StreamEvent;'],
    ['the names of events', "export type StreamEventType = StreamEvent['type'];"],
    ['the known codes', "export type KnownErrorCode =\n  | 'no_pet';"],
    ['all codes', 'export type ErrorCode = KnownErrorCode | (string & {});'],
  ])('names %s', async (_, line) => {
    expect(await text()).toContain(line);
  });

  it('names types that editors would otherwise expand, and describes them', async () => {
    const Pet = {
      description: 'An animal.',
      type: 'object',
      required: ['kind', 'owner', 'friend'],
      properties: {
        kind: { description: 'Of animal. The set is open.', type: 'string' },
        owner: { type: 'object', description: 'Who feeds it.', properties: { id: { type: 'string' } } },
        friend: { $ref: './Failure.yaml' },
      },
      if: { properties: { kind: { const: 'cat' } } },
      else: { if: { properties: { kind: { const: 'dog' } } }, else: { required: ['name'] } },
    };
    const Failure = { type: 'object', description: 'What went wrong.' };
    const types = await text(smallSpec({ 'schemas/Pet.yaml': Pet, 'schemas/Failure.yaml': Failure }));
    expect(types).toContain(`/** An animal. */
export interface Pet {
    /** Of animal. The set is open. */
    kind: PetKind;
    /** Who feeds it. */
    owner: PetOwner;
    /** What went wrong. */
    friend: Failure;
}`);
    expect(types).toContain('export interface PetOwner {\n    id?: string;\n}');
    expect(types).toContain("export type PetKind = 'cat' | 'dog' | (string & {});");
  });

  it('writes a condition on the value of a member as a union', async () => {
    const Pet = {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string', enum: ['cat', 'fish'] }, name: { type: 'string' } },
      if: { required: ['kind'], properties: { kind: { const: 'cat' } } },
      then: { required: ['name'] },
    };
    const types = await text(smallSpec({ 'schemas/Pet.yaml': Pet }));
    const [, written = ''] = /export type Pet = ([^;]*(?:;[^;]*)*?);\n\n/.exec(types) ?? [];
    expect(
      written
        .replaceAll(/\/\*\*[^/]*\*\/|\s+/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ).toBe('{ kind: "cat"; name: string; } | { kind: "fish"; name?: string; }');
  });

  it('indents no paragraph of a comment, since editors would show it as code', async () => {
    const get = {
      operationId: 'getPet',
      description: 'Returns the pet.',
      'x-required-scopes': ['pets:read'],
      responses: { 204: { description: 'Nothing.' } },
    };
    const types = await text(smallSpec({ 'openapi/paths/pet.yaml': { get } }));
    expect(types).toMatch(/\* Needs the scope `pets:read`\./);
    expect(types).not.toMatch(/\* {5}\S/);
  });

  it('does not rename a component that already has the name of a request', async () => {
    const put = {
      operationId: 'putPet',
      requestBody: {
        content: { 'application/json': { schema: { $ref: '../../schemas/PutPetRequest.yaml' } } },
      },
      responses: { 204: { description: 'Nothing.' } },
    };
    const spec = smallSpec({
      'openapi/paths/pet.yaml': { put },
      'schemas/PutPetRequest.yaml': { type: 'object' },
    });
    expect((await text(spec)).match(/export type PutPetRequest\b/g)).toHaveLength(1);
  });

  it.each([
    [
      'an event that StreamEvent lacks',
      { 'schemas/StreamEvent.yaml': { oneOf: [] } },
      'spec/schemas/StreamEvent.yaml#/oneOf: lacks an event of the AsyncAPI document: pet.seen: ./Pet.yaml data, type',
    ],
    [
      'an event that only StreamEvent has',
      { 'asyncapi/asyncapi.yaml': { components: { messages: {} } } },
      'spec/schemas/StreamEvent.yaml#/oneOf: has an event that the AsyncAPI document lacks: pet.seen: ./Pet.yaml data, type',
    ],
    [
      'a component that has the name of another response',
      {
        'openapi/paths/pet.yaml': {
          put: {
            operationId: 'putPet',
            responses: {
              200: {
                description: 'A.',
                content: { 'application/json': { schema: { $ref: '../../schemas/Failure.yaml' } } },
              },
              404: {
                description: 'B.',
                content: { 'application/json': { schema: { $ref: '../../schemas/PutPetResponse.yaml' } } },
              },
            },
          },
        },
        'schemas/PutPetResponse.yaml': { type: 'object' },
      },
      'spec/schemas/PutPetResponse.yaml: its name is needed for the Failure of putPet',
    ],
  ])('reports %s', async (_, changes, line) => {
    expect(await problemsOf(() => buildTypes(smallSpec(changes)))).toEqual([line]);
  });
});

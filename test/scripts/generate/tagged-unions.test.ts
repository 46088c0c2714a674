import { expect, it } from 'vitest';
import { withTaggedUnions } from '../../../scripts/generate/tagged-unions.ts';

const alternative = (kind: string, required: readonly string[] = ['kind']) => ({
  type: 'object',
  required,
  properties: { kind: { type: 'string', const: kind } },
});

const documentOf = (schemas: object) => ({ components: { schemas } });
const schemasOf = (schemas: object) => withTaggedUnions(documentOf(schemas)).components;

it('names the member that distinguishes alternatives, and moves titled alternatives to the components', () => {
  const schemas = {
    Pet: { oneOf: [{ title: 'Cat', ...alternative('cat') }, { $ref: '#/components/schemas/Dog' }] },
    Dog: alternative('dog'),
  };
  expect(schemasOf(schemas)).toEqual({
    schemas: {
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: {
          propertyName: 'kind',
          mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
        },
      },
      Cat: {
        title: 'Cat',
        ...alternative('cat'),
        properties: { kind: { type: 'string', const: 'cat', enum: ['cat'] } },
      },
      Dog: { ...alternative('dog'), properties: { kind: { type: 'string', const: 'dog', enum: ['dog'] } } },
    },
  });
});

it.each(
  Object.entries<object>({
    'an alternative without a name': {
      Pet: { oneOf: [alternative('cat'), { title: 'Dog', ...alternative('dog') }] },
    },
    'two alternatives of one value': {
      Pet: {
        oneOf: [
          { title: 'Cat', ...alternative('pet') },
          { title: 'Dog', ...alternative('pet') },
        ],
      },
    },
    'a member that may be absent': {
      Pet: {
        oneOf: [
          { title: 'Cat', ...alternative('cat', []) },
          { title: 'Dog', ...alternative('dog') },
        ],
      },
    },
    'a union of one': { Pet: { oneOf: [{ title: 'Cat', ...alternative('cat') }] } },
  }),
)('leaves a union with %s unchanged', (_, schemas) => {
  expect(withTaggedUnions(documentOf(schemas))).toEqual(documentOf(schemas));
});

import { describe, expect, it } from 'vitest';
import { publishedForm, withNumberFormats } from '../../../scripts/generate/published-form.ts';

const base = {
  title: 'Base',
  description: 'What each has.',
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const resolve = (ref: string) => (ref === '#/Base' ? base : undefined);

describe('publishedForm', () => {
  it('expands the extended type, and the extending type takes precedence', () => {
    const extended = {
      title: 'Pet',
      description: 'An animal.',
      allOf: [{ $ref: '#/Base' }],
      type: 'object',
      required: ['name'],
      properties: { name: { const: 'Rex' } },
    };
    expect(publishedForm(extended, resolve)).toEqual({
      title: 'Pet',
      description: 'An animal.',
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: { const: 'Rex' } },
    });
  });

  it('keeps an `allOf` of several parts, and one without a target', () => {
    for (const schema of [{ allOf: [{ $ref: '#/Base' }, {}] }, { allOf: [{ $ref: '#/Other' }] }]) {
      expect(publishedForm(schema, resolve)).toEqual(schema);
    }
  });

  it('removes conditions, at every depth', () => {
    const condition = { if: { required: ['a'] }, then: { required: ['b'] } };
    expect(publishedForm({ items: { type: 'object', ...condition } }, resolve)).toEqual({
      items: { type: 'object', 'x-conditions': condition },
    });
  });

  it('adds items to a list in a condition, which linters expect', () => {
    const condition = (list: object) => ({ if: {}, then: { properties: { a: list } } });
    expect(publishedForm(condition({ type: 'array' }), resolve)).toEqual({
      'x-conditions': condition({ type: 'array', items: {} }),
    });
  });
});

it.each([
  [{ type: 'integer' }, { type: 'integer', format: 'int64' }],
  [{ type: ['integer', 'null'] }, { type: ['integer', 'null'], format: 'int64' }],
  [
    { type: 'number', minimum: 0 },
    { type: 'number', format: 'double', minimum: 0 },
  ],
  [{ type: 'string' }, { type: 'string' }],
  [
    { properties: { type: { type: 'integer' } } },
    { properties: { type: { type: 'integer', format: 'int64' } } },
  ],
])('withNumberFormats makes %j %j', (given, wanted) => {
  expect(withNumberFormats(given)).toEqual(wanted);
});

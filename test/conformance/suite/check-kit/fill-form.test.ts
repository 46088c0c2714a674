import { describe, expect, it } from 'vitest';
import { fillForm } from '../../../../src/conformance/suite/check-kit/fill-form.ts';
import { NothingToSee } from '../../../../src/conformance/suite/check-kit/interruption.ts';

/** [what the member is, its schema, what is filled in]; the word is `harbor`. */
const members: readonly (readonly [what: string, schema: unknown, filled: unknown])[] = [
  ['any text', { type: 'string' }, 'harbor'],
  ['a text that is longer', { type: 'string', minLength: 8 }, 'harborxx'],
  ['a text that is shorter', { type: 'string', maxLength: 3 }, 'har'],
  ['an address', { type: 'string', format: 'email' }, 'reader@example.org'],
  ['a day', { type: 'string', format: 'date' }, '2026-03-02'],
  ['a text of a pattern, with a default', { type: 'string', pattern: '^[A-Z]$', default: 'Q' }, 'Q'],
  ['one of several', { type: 'string', enum: ['Quayside', 'Station'] }, 'Quayside'],
  ['one of several with titles', { oneOf: [{ const: 'quay', title: 'Quayside' }] }, 'quay'],
  ['a constant', { const: false }, false],
  ['yes or no', { type: 'boolean' }, true],
  ['a number', { type: 'integer' }, 1],
  ['a large number', { type: 'number', minimum: 10 }, 10],
  ['a small number', { type: 'number', maximum: 0 }, 0],
  ['some of several', { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 2 }, ['a', 'b']],
  ['a number that is not a bound', { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 6 }, 5],
  ['a fraction', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  ['a multiple', { type: 'integer', multipleOf: 5, minimum: 11 }, 15],
  ['a text that may be null', { type: ['null', 'string'] }, 'harbor'],
  ['a text or null', { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 3 }] }, 'har'],
  ['a uuid', { type: 'string', format: 'uuid' }, '0c9a1f5e-7d42-4c8b-9a36-1f2e3d4c5b6a'],
  ['a text of another format, with an example', { type: 'string', format: 'ean', examples: ['7'] }, '7'],
  ['a list of texts', { type: 'array', items: { type: 'string' }, minItems: 2 }, ['harbor', 'harbor']],
  ['something that the schema does not describe', undefined, 'harbor'],
];

describe('fillForm', () => {
  it.each(members)('fills in %s', (_, schema, filled) => {
    const form = { type: 'object', properties: { member: schema }, required: ['member'] };
    expect(fillForm(form, 'harbor')).toEqual({ member: filled });
  });

  it('fills in only required members', () => {
    const properties = { branch: { type: 'string' }, remark: { type: 'string' } };
    expect(fillForm({ properties, required: ['branch'] }, 'harbor')).toEqual({ branch: 'harbor' });
  });

  it.each([
    { type: 'string', pattern: '^[A-Z]$' },
    { type: 'string', format: 'ean' },
    { type: 'string', minLength: 2000 },
    { type: 'string', format: 'date', maxLength: 5 },
    { type: 'integer', exclusiveMinimum: 4, exclusiveMaximum: 5 },
    { type: 'array', items: { enum: ['a'] }, minItems: 2 },
    { allOf: [{ type: 'string' }] },
    { type: 'object' },
  ])('leaves a check out that needs a value of %j', (schema) => {
    expect(() => fillForm({ properties: { member: schema }, required: ['member'] }, 'harbor')).toThrow(
      new NothingToSee(
        'the form requires "member", whose schema has neither a default nor a value that is certain',
      ),
    );
    expect(fillForm({ properties: { member: schema } }, 'harbor')).toEqual({});
  });

  it('fills in everything if nothing is required', () => {
    const properties = { branch: { type: 'string' }, isOpen: { type: 'boolean' } };
    expect(fillForm({ properties }, 'harbor')).toEqual({ branch: 'harbor', isOpen: true });
  });

  it.each([undefined, null, 7, [], { properties: [] }])('makes an empty form of the schema %j', (schema) => {
    expect(fillForm(schema, 'harbor')).toEqual({});
  });
});

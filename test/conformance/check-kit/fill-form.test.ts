import { describe, expect, it } from 'vitest';
import { fillForm } from '../../../src/conformance/check-kit/fill-form.ts';

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
  ['something that the schema does not describe', undefined, 'harbor'],
];

describe('fillForm', () => {
  it.each(members)('fills in %s', (_, schema, filled) => {
    const form = { type: 'object', properties: { member: schema }, required: ['member'] };
    expect(fillForm(form, 'harbor')).toEqual({ member: filled });
  });

  it('fills in what is required, and nothing else', () => {
    const properties = { branch: { type: 'string' }, remark: { type: 'string' } };
    expect(fillForm({ properties, required: ['branch'] }, 'harbor')).toEqual({ branch: 'harbor' });
  });

  it('fills in everything where nothing is required', () => {
    const properties = { branch: { type: 'string' }, isOpen: { type: 'boolean' } };
    expect(fillForm({ properties }, 'harbor')).toEqual({ branch: 'harbor', isOpen: true });
  });

  it.each([undefined, null, 7, [], { properties: [] }])('makes an empty form of the schema %j', (schema) => {
    expect(fillForm(schema, 'harbor')).toEqual({});
  });
});

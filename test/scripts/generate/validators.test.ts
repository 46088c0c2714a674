import { describe, expect, it } from 'vitest';
import { buildValidators } from '../../../scripts/generate/validators.ts';
import type { Explain, Validators } from './compiled.ts';
import { importCode } from './compiled.ts';
import { problemsOf, smallSpec } from './small-spec.ts';

const kind = (name: string, value: string) => ({
  type: 'object',
  required: ['kind', 'value'],
  properties: { kind: { const: name }, value: { type: value } },
});

const files = await buildValidators(
  smallSpec({
    'schemas/Event.yaml': { oneOf: [{ $ref: './Text.yaml' }, { $ref: './Number.yaml' }] },
    'schemas/Text.yaml': kind('text', 'string'),
    'schemas/Number.yaml': kind('number', 'number'),
    'schemas/Holder.yaml': {
      type: 'object',
      required: ['id', 'at', 'note'],
      'x-decision-required': { 'A-01': ['note'] },
      properties: {
        id: { type: 'string', format: 'uuid' },
        at: { type: 'string', format: 'date-time' },
        note: { type: 'string', 'x-decision': 'A-01' },
        code: { type: 'string', maxLength: 2, 'x-decision-keywords': { 'A-01': ['maxLength'] } },
        pet: { oneOf: [{ $ref: './Pet.yaml' }, { type: 'null' }] },
      },
    },
  }),
);
const { accepts } = await importCode<Validators>(files.get('generated/accepts.js'));
const { matchesContract } = await importCode<Validators>(files.get('generated/matches-contract.js'));
const { explain } = await importCode<Explain>(files.get('generated/explain.js'));

const holder = { id: '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604', at: '2026-03-02T08:30:00Z', note: '' };
const { note: _, ...withoutNote } = holder;

describe('the validators', () => {
  it.each<[string, string, unknown, boolean, boolean]>([
    ['a sound value', 'Holder', holder, true, true],
    ['an unknown member', 'Holder', { ...holder, more: 1 }, true, true],
    ['a missing member', 'Holder', { ...holder, id: undefined }, false, false],
    ['a member that is required by decision', 'Holder', withoutNote, true, false],
    ['a type that is a decision', 'Holder', { ...holder, note: 1 }, true, false],
    ['a keyword that is a decision', 'Holder', { ...holder, code: 'abc' }, true, false],
    ['a keyword beside it', 'Holder', { ...holder, code: 1 }, false, false],
    ['a time without offset', 'Holder', { ...holder, at: '2026-03-02T08:30:00' }, true, false],
    ['a text that is not a time', 'Holder', { ...holder, at: 'today' }, false, false],
    ['a text that is not a uuid', 'Holder', { ...holder, id: 'x' }, false, false],
    ['null where it is allowed', 'Holder', { ...holder, pet: null }, true, true],
    ['something else there', 'Holder', { ...holder, pet: 5 }, false, false],
    ['an alternative', 'Event', { kind: 'text', value: 'a' }, true, true],
    ['another alternative', 'Event', { kind: 'number', value: 1 }, true, true],
    ['a mix of them', 'Event', { kind: 'number', value: 'a' }, false, false],
    ['none of them', 'Event', { kind: 'other' }, false, false],
    ['no object where alternatives are objects', 'Event', 'text', false, false],
  ])('judge %s', (_case, type, value, isAccepted, isMatch) => {
    expect([accepts[type]?.(value), matchesContract[type]?.(value)]).toEqual([isAccepted, isMatch]);
  });

  it('leave the first error in `errors`, and null when there is none', () => {
    expect(matchesContract.Pet?.({})).toBe(false);
    expect(matchesContract.Pet?.errors).toMatchObject([
      { keyword: 'required', params: { missingProperty: 'name' } },
    ]);
    expect(matchesContract.Pet?.({ name: 'Rex' })).toBe(true);
    expect(matchesContract.Pet?.errors).toBeNull();
  });

  it.each(['generated/accepts.js', 'generated/matches-contract.js', 'generated/explain.js'])(
    'import nothing: %s',
    (path) => {
      expect(files.get(path)).not.toMatch(/^\s*import\b|[^.]\brequire\("(?!ajv\/dist\/runtime)|\bimport\(/m);
    },
  );
});

describe('explain', () => {
  const errorsOf = (type: string, value: unknown) =>
    explain[type]?.(value).map(({ keyword, instancePath }) => `${keyword} ${instancePath}`);

  it.each<[string, string, unknown, string[]]>([
    ['nothing for a sound value', 'Holder', holder, []],
    ['every error', 'Holder', { id: 1, at: 2, note: 3 }, ['type /id', 'type /at', 'type /note']],
    [
      'the errors of the expected type, when a value is not null',
      'Holder',
      { ...holder, pet: {} },
      ['required /pet', 'if /pet'],
    ],
    ['only the errors of the intended alternative', 'Event', { kind: 'number', value: 'a' }, ['type /value']],
    ['a missing discriminator', 'Event', { kind: 'other' }, ['discriminator ']],
  ])('lists %s', (_case, type, value, expected) => {
    expect(errorsOf(type, value)).toEqual(expected);
  });
});

describe('buildValidators', () => {
  it.each([
    [
      'a keyword that is unknown',
      { nullable: true },
      'spec/schemas/Pet.yaml#/nullable: is not a keyword that we validate',
    ],
    [
      'a format that is unknown',
      { properties: { a: { type: 'string', format: 'email' } } },
      'spec/schemas/Pet.yaml#/properties/a/format: must be one of date-time, uuid',
    ],
    [
      'a schema that breaks JSON Schema',
      { required: 'name' },
      'spec/schemas/Pet.yaml#/required: must be array',
    ],
  ])('reports %s', async (_case, schema, line) => {
    expect(await problemsOf(() => buildValidators(smallSpec({ 'schemas/Pet.yaml': schema })))).toEqual([
      line,
    ]);
  });

  it('produces the same bytes again', async () => {
    const again = await Promise.all([buildValidators(smallSpec()), buildValidators(smallSpec())]);
    expect(again[0]).toEqual(again[1]);
  });
});

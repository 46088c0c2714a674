import { describe, expect, it } from 'vitest';
import { buildInputFileValidators } from '../../../scripts/generate/input-file-validators.ts';
import { importCode } from './compiled.ts';
import { problemsOf, smallSpec } from './small-spec.ts';

const path = 'formats/seed.schema.json';

interface Problem {
  readonly pointer: string;
  readonly message: string;
}

/** The problems of a value in a format with this one member, as `pointer message`. */
async function explain(schema: unknown, value: unknown): Promise<string[]> {
  const spec = smallSpec({
    [path]: {
      type: 'object',
      properties: { it: schema },
      $defs: {
        Text: { type: 'string', maxLength: 3 },
        List: { type: 'array', items: { $ref: '#/$defs/Text' } },
      },
    },
  });
  const files = await buildInputFileValidators(spec);
  const { explainSeed } = await importCode<{ explainSeed(value: unknown): Problem[] }>(
    files.get('generated/input-files.js'),
  );
  return explainSeed({ it: value }).map(({ pointer, message }) => `${pointer} ${message}`);
}

const shapes = {
  oneOf: ['round', 'square'].map((kind) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind } },
    additionalProperties: false,
  })),
};
const closed = { type: 'object', required: ['a'], properties: { a: {}, b: {} }, additionalProperties: false };

describe('explainSeed', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['nothing for a sound value', { $ref: '#/$defs/List' }, ['abc'], []],
    ['a type', { type: ['string', 'null'] }, 1, ['/it is a number, and must be a text or null']],
    ['a type behind references', { $ref: '#/$defs/List' }, [true], ['/it/0 is true, and must be a text']],
    ['a missing member', closed, {}, ['/it has no member `a`, which it needs']],
    ['an unknown member', closed, { a: 1, 'c/~': 1 }, ['/it/c~1~0 is not known here; known are a, b']],
    ['a value that is not in a list', { enum: [1, 'b'] }, 2, ['/it must be one of 1, b']],
    ['a value that is not the constant', { const: 1 }, 2, ['/it must be 1']],
    ['no alternative', shapes, {}, ['/it needs a `kind`, which is one of round, square']],
    ['an unknown alternative', shapes, { kind: 'x' }, ['/it needs a `kind`, which is one of round, square']],
    [
      'an unknown member of an alternative',
      shapes,
      { kind: 'round', a: 1 },
      ['/it/a is not known here; known are kind'],
    ],
    ['too small a number', { type: 'integer', minimum: 1 }, 0, ['/it must be at least 1']],
    ['too large a number', { type: 'integer', maximum: 1 }, 2, ['/it must be at most 1']],
    ['a number at the border', { type: 'number', exclusiveMinimum: 0 }, 0, ['/it must be above 0']],
    [
      'a short text',
      { type: 'string', minLength: 2 },
      '\u{1f431}',
      ['/it must not be shorter than 2 characters'],
    ],
    ['a long text', { $ref: '#/$defs/Text' }, 'abcd', ['/it must not be longer than 3 characters']],
    ['a text of another form', { type: 'string', pattern: '^a$' }, 'b', ['/it must match ^a$']],
    ['a short list', { type: 'array', minItems: 1 }, [], ['/it must not have fewer items than 1']],
    ['a long list', { type: 'array', maxItems: 1 }, [1, 2], ['/it must not have more items than 1']],
    ['a repetition', { type: 'array', uniqueItems: true }, [1, 2, 1], ['/it has the same at 0 and 2']],
    [
      'everything at once',
      { type: 'array', items: { type: 'null' } },
      [1, 'a'],
      ['/it/0 is a number, and must be null', '/it/1 is a text, and must be null'],
    ],
  ])('reports %s', async (_case, schema, value, expected) => {
    expect(await explain(schema, value)).toEqual(expected);
  });

  it('shows no value, which may be a secret', async () => {
    const problems = await explain(
      { ...closed, properties: { a: { type: 'integer' } } },
      { a: 'hunter2', b: 'hunter2' },
    );
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('hunter2');
  });
});

describe('buildInputFileValidators', () => {
  it('declares a type for the format and for each definition', async () => {
    const declared = (await buildInputFileValidators(smallSpec())).get('generated/input-files.d.ts');
    expect(declared).toContain('readonly pets: readonly components["schemas"]["SeedPet"][];');
    expect(declared).toContain('readonly friends?: number;');
    expect(declared).toContain("export type Seed = components['schemas']['Seed'];");
    expect(declared).toContain(
      'export declare function explainSeed(value: unknown): readonly InputFileProblem[];',
    );
  });

  it('imports nothing, and produces the same bytes again', async () => {
    const [files, again] = await Promise.all([
      buildInputFileValidators(smallSpec()),
      buildInputFileValidators(smallSpec()),
    ]);
    expect(files.get('generated/input-files.js')).not.toMatch(
      /^\s*import\b|[^.]\brequire\("(?!ajv\/dist\/runtime)|\bimport\(/m,
    );
    expect(files).toEqual(again);
  });

  it.each<[string, object, string]>([
    [
      'a keyword without a message',
      { properties: { a: { type: 'integer', multipleOf: 2 } } },
      '#/properties/a/multipleOf: has no message in scripts/generate/input-file-problems.ts',
    ],
    [
      'alternatives without a distinguishing member',
      { properties: { a: { oneOf: [{ type: 'string' }, { type: 'integer' }] } } },
      '#/properties/a/oneOf: needs a member with a different const in each alternative',
    ],
    [
      'a reference that leads nowhere',
      { properties: { a: { $ref: '#/$defs/B' } } },
      ': #/$defs/B leads nowhere',
    ],
    [
      'a reference that leads to itself',
      { $ref: '#/$defs/A', $defs: { A: { type: 'array', items: { $ref: '#/$defs/A' } } } },
      ': #/$defs/A leads to itself',
    ],
    ['a schema that breaks JSON Schema', { required: 'a' }, '#/required: must be array'],
  ])('refuses %s', async (_case, schema, line) => {
    const spec = smallSpec({ [path]: { type: 'object', ...schema } });
    expect(await problemsOf(() => buildInputFileValidators(spec))).toEqual([`spec/${path}${line}`]);
  });
});

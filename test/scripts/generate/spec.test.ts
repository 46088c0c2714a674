import { describe, expect, it } from 'vitest';
import { contractVersion, Spec, schemasOf } from '../../../scripts/generate/spec.ts';
import { problemsOf, smallSpec } from './small-spec.ts';

describe('Spec', () => {
  const spec = new Spec([
    ['a/one.yaml', 'x: 1'],
    ['a/two.json', '{"x": 2}'],
    ['a/three.sse', 'data: 3\n\n'],
    ['b/four.yaml', '- 4'],
  ]);

  it.each([
    ['YAML', 'a/one.yaml', { x: 1 }],
    ['JSON', 'a/two.json', { x: 2 }],
    ['anything else as text', 'a/three.sse', 'data: 3\n\n'],
  ])('reads %s', (_, path, value) => {
    expect(spec.value(path)).toEqual(value);
  });

  it('reuses parsed files from another spec, unless the text differs', () => {
    const like = new Spec([
      ['a.yaml', 'a: 1'],
      ['b.yaml', 'b: 1'],
    ]);
    const other = new Spec(
      [
        ['a.yaml', 'a: 1'],
        ['b.yaml', 'b: 2'],
      ],
      like,
    );
    expect(other.value('a.yaml')).toBe(like.value('a.yaml'));
    expect(other.value('b.yaml')).toEqual({ b: 2 });
  });

  it('lists a folder in code point order', () => {
    expect(spec.list('a')).toEqual(['a/one.yaml', 'a/three.sse', 'a/two.json']);
  });

  it.each([
    ['a missing file', () => spec.value('c.yaml'), 'spec/c.yaml: there is no such file'],
    [
      'a list where a mapping belongs',
      () => spec.object('b/four.yaml'),
      'spec/b/four.yaml: expected a mapping',
    ],
    ['a mapping where a list belongs', () => spec.array('a/one.yaml'), 'spec/a/one.yaml: expected a list'],
    [
      'YAML with a duplicate key',
      () => new Spec([['x.yaml', 'a: 1\na: 2']]).value('x.yaml'),
      'spec/x.yaml: Map keys must be unique at line 2, column 1',
    ],
    [
      'JSON that ends too soon',
      () => new Spec([['x.json', '{"a":']]).value('x.json'),
      'spec/x.json: Unexpected end of JSON input',
    ],
  ])('reports %s in one line', async (_, read, line) => {
    expect(await problemsOf(read)).toEqual([line]);
  });
});

it('schemasOf names each schema by its file', () => {
  expect([...schemasOf(smallSpec()).keys()]).toEqual(['Failure', 'Pet', 'StreamEvent']);
});

describe('contractVersion', () => {
  it('is the version of the OpenAPI document', () => {
    expect(contractVersion(smallSpec())).toBe('1.2.3');
  });

  it('is required', async () => {
    const spec = smallSpec({ 'openapi/openapi.yaml': { info: { version: 1 } } });
    expect(await problemsOf(() => contractVersion(spec))).toEqual([
      'spec/openapi/openapi.yaml#/info/version: expected a version such as "1.0.0"',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { bundleDocument } from '../../../scripts/generate/bundle-document.ts';
import { Spec } from '../../../scripts/generate/spec.ts';
import { problemsOf, smallSpec } from './small-spec.ts';

const root = 'openapi/openapi.yaml';

/** Bundles a document that contains this value, with a few files to refer to. */
function bundleOf(value: unknown, components?: unknown) {
  const files: Record<string, unknown> = {
    [root]: { value, ...(components !== undefined && { components }) },
    'schemas/Node.yaml': { properties: { next: { $ref: './Node.yaml' }, leaf: { $ref: './Leaf.yaml' } } },
    'schemas/Leaf.yaml': { type: 'string' },
    'openapi/parameters/Id.yaml': { name: 'id', schema: { $ref: '../../schemas/Leaf.yaml' } },
    'openapi/paths/node.yaml': { get: { summary: 'Get' } },
    'examples/Leaf/ref.json': { $ref: 'this is data' },
    'examples/streams/one.sse': 'data: 1',
  };
  const text = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));
  return bundleDocument(
    new Spec(Object.entries(files).map(([path, content]) => [path, text(content)])),
    root,
  );
}

describe('bundleDocument', () => {
  it.each([
    ['a schema as a component', { $ref: '../schemas/Leaf.yaml' }, { $ref: '#/components/schemas/Leaf' }],
    [
      'a schema with the members beside the reference',
      { $ref: '../schemas/Leaf.yaml', description: 'A leaf' },
      { $ref: '#/components/schemas/Leaf', description: 'A leaf' },
    ],
    ['a parameter as a component', { $ref: './parameters/Id.yaml' }, { $ref: '#/components/parameters/Id' }],
    [
      'a schema inside an extension',
      { 'x-a': { $ref: '../schemas/Leaf.yaml' } },
      { 'x-a': { $ref: '#/components/schemas/Leaf' } },
    ],
    ['a path in place', { $ref: './paths/node.yaml' }, { get: { summary: 'Get' } }],
    [
      'an example in place, untouched',
      { value: { $ref: '../examples/Leaf/ref.json' } },
      { value: { $ref: 'this is data' } },
    ],
    [
      'an external example in place',
      { externalValue: '../examples/Leaf/ref.json' },
      { value: { $ref: 'this is data' } },
    ],
    ['a stream in place as text', { value: { $ref: '../examples/streams/one.sse' } }, { value: 'data: 1' }],
    [
      'an external example elsewhere',
      { externalValue: 'https://a.example/' },
      { externalValue: 'https://a.example/' },
    ],
  ])('puts %s', (_, value, expected) => {
    expect(bundleOf(value).value).toEqual(expected);
  });

  it('includes by name every referenced schema, even if a schema refers to itself', () => {
    expect(bundleOf({ $ref: '../schemas/Node.yaml' }).components).toEqual({
      schemas: {
        Leaf: { type: 'string' },
        Node: {
          properties: {
            next: { $ref: '#/components/schemas/Node' },
            leaf: { $ref: '#/components/schemas/Leaf' },
          },
        },
      },
    });
  });

  it('keeps the order of the root for components, and sorts schemas', () => {
    const { components } = bundleOf(
      { $ref: '../schemas/Leaf.yaml' },
      { tags: { B: {}, A: {} }, schemas: { Node: { $ref: '../schemas/Node.yaml' } } },
    ) as { components: Record<string, object> };
    expect(Object.entries(components).map(([kind, members]) => [kind, Object.keys(members)])).toEqual([
      ['tags', ['B', 'A']],
      ['schemas', ['Leaf', 'Node']],
    ]);
  });

  it.each([
    [
      'a missing file',
      { a: { $ref: '../schemas/Twig.yaml' } },
      undefined,
      'spec/openapi/openapi.yaml#/value/a/$ref: leads nowhere: "../schemas/Twig.yaml", there is no spec/schemas/Twig.yaml',
    ],
    [
      'a missing component',
      { a: [{ $ref: '#/components/tags/A' }] },
      { tags: { B: {} } },
      'spec/openapi/openapi.yaml#/value/a/0/$ref: leads nowhere: "#/components/tags/A"',
    ],
    [
      'a component with another name than its file',
      {},
      { schemas: { Twig: { $ref: '../schemas/Leaf.yaml' } } },
      'spec/openapi/openapi.yaml#/components/schemas/Twig: is called Twig but its file is schemas/Leaf.yaml',
    ],
  ])('reports %s', async (_, value, components, line) => {
    expect(await problemsOf(() => bundleOf(value, components))).toEqual([line]);
  });

  it('reports every problem, not only the first', async () => {
    const broken = smallSpec({ 'schemas/Pet.yaml': undefined });
    expect(await problemsOf(() => bundleDocument(broken, root))).toHaveLength(5);
  });
});

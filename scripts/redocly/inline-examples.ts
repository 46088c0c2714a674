import { isReference } from './rule.ts';

type NodeType = { properties: Record<string, unknown>; additionalProperties?: unknown };
type NodeTypes = Record<string, NodeType>;
type Resolve = (reference: { readonly $ref: string }) => { node: unknown };

/**
 * Each example is in a separate file (spec/examples/<Type>/<case>.json, streams/<case>.sse), so that other
 * documents and tests can use it. OpenAPI has no reference inside `value`. This visitor puts the file's content
 * there before any rule runs, so that a bundle contains it and lint validates it against its schema.
 */
export function inlineExamples() {
  return {
    Example(example: { value?: unknown }, { resolve }: { resolve: Resolve }): void {
      if (!isReference(example.value)) return;
      const { node } = resolve(example.value);
      // The reference to a missing file stays, and no-unresolved-refs reports it.
      if (node !== undefined) example.value = node;
    },
  };
}

/**
 * Redocly follows a reference only where its types expect a node. This declares `x-event-schema` as a schema, so that a
 * bundle refers to the component instead of containing a copy.
 */
export function extendTypes(types: NodeTypes): NodeTypes {
  const plainValue = types.Example?.properties.value;
  const value = (given: unknown) => (isReference(given) ? 'ReferencedExample' : plainValue);
  return {
    ...types,
    Example: withProperties(types.Example, { value }),
    ReferencedExample: { properties: {}, additionalProperties: {} },
    MediaType: withProperties(types.MediaType, { 'x-event-schema': 'Schema' }),
  };
}

function withProperties(type: NodeType | undefined, properties: Record<string, unknown>): NodeType {
  if (type === undefined) throw new Error('Redocly has renamed a node type that this plugin extends.');
  return { ...type, properties: { ...type.properties, ...properties } };
}

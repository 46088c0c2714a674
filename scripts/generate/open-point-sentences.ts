import { readRegistryOpenPoints } from './registry.ts';
import { mapOperations, paragraphs } from './scope-sentences.ts';
import { isObject, type JsonObject, type Spec } from './spec.ts';

/** The place of an open point that affects the service as a whole. */
const everywhere = 'service';

/**
 * Appends to the descriptions of the document, of each operation and of each message the open points that affect it and that
 * the description does not mention.
 */
export function withOpenPoints(spec: Spec, document: JsonObject): JsonObject {
  const points = readRegistryOpenPoints(spec);
  const describe = (place: string, holder: JsonObject): JsonObject => {
    const { description } = holder;
    const mentioned = new Set(String(description).match(/\bA-\d{2,}\b/g));
    const left = points.filter(({ id, bearsOn }) => bearsOn.includes(place) && !mentioned.has(id));
    if (left.length === 0) return holder;
    return { ...holder, description: paragraphs(description, listPoints(left)) };
  };
  const { info, components } = document;
  return mapOperations(
    {
      ...document,
      ...(isObject(info) && { info: describe(everywhere, info) }),
      ...(isObject(components) && { components: describeMessages(components, describe) }),
    },
    (operation) => describe(String(operation.operationId), operation),
  );
}

/** The number of points up to which the list is not collapsed. */
const SHORT = 3;

/** The open points with their titles, collapsed if there are many. */
function listPoints(points: readonly { readonly id: string; readonly title: string }[]): string {
  const lines = points.map(({ id, title }) => `- ${id}: ${title}`).join('\n');
  if (points.length <= SHORT) return `Also left open:\n\n${lines}`;
  return `<details>\n<summary>Also left open: ${points.length} points</summary>\n\n${lines}\n\n</details>`;
}

function describeMessages(
  components: JsonObject,
  describe: (place: string, holder: JsonObject) => JsonObject,
): JsonObject {
  const { messages } = components;
  if (!isObject(messages)) return components;
  const described = Object.entries(messages).map(([name, message]) => [
    name,
    isObject(message) ? describe(name, message) : message,
  ]);
  return { ...components, messages: Object.fromEntries(described) };
}

import { isObject, type JsonObject, type Spec, SpecError } from './spec.ts';

/** The id of an open point that is neither part of a longer word nor already a link. */
const mention = /(?<![\w[#-])A-\d{2,}\b(?!\]|=)/g;

/** Where the documentation is published: `externalDocs.url` of the OpenAPI document, the only place that defines it. */
export function documentationUrl(spec: Spec): string {
  const file = 'openapi/openapi.yaml';
  const { externalDocs } = spec.object(file);
  const url = isObject(externalDocs) ? externalDocs.url : undefined;
  if (typeof url === 'string' && url.endsWith('/')) return url;
  throw new SpecError({ file, pointer: '/externalDocs/url', message: 'expected a URL that ends in a slash' });
}

/** Turns each mention of an open point in a Markdown text into a link, except in code. */
function linkOpenPoints(text: string, base: string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(mention, (id) => `[${id}](${base}open-points#${id.toLowerCase()})`),
    )
    .join('');
}

/** Members that hold examples, which are not our prose. */
const values = ['examples', 'example', 'value', 'payload'];

/** Links the open points in every description of a document or schema. */
export function withLinks<Value>(value: Value, base: string): Value {
  return linkIn(value, base) as Value;
}

function linkIn(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((item) => linkIn(item, base));
  if (!isObject(value)) return value;
  const linked: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (key === 'description' && typeof member === 'string') linked[key] = linkOpenPoints(member, base);
    else if (key === 'payload' && isObject(member) && '$ref' in member) linked[key] = member;
    else linked[key] = values.includes(key) ? member : linkIn(member, base);
  }
  return linked;
}

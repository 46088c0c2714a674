import { documentationUrl, withLinks } from './links.ts';
import { type Files, toJson } from './output.ts';
import { publishedForm, withNumberFormats } from './published-form.ts';
import { linkedSchemas, rewriteRefs } from './references.ts';
import { contractVersion, type JsonObject, nameOf, type Spec } from './spec.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * schemas/<Type>.json: one file for each schema, with an `$id`. schema.json: all of them in one file, for tools that do not
 * follow references to other files. The host of each `$id` is a reserved name; nothing is fetched.
 */
export function buildSchemas(spec: Spec): Files {
  const base = `https://conversation-api.example/schemas/${contractVersion(spec)}`;
  const docs = documentationUrl(spec);
  const linked = linkedSchemas(spec);
  const resolve = (ref: string) => linked.get(nameOf(ref));
  const publish = (schema: JsonObject, refTo: (type: string) => string) =>
    withLinks(withNumberFormats(rewriteRefs(publishedForm(schema, resolve), refTo)), docs);
  const schemas = [...linked];
  const files = schemas.map(([type, schema]) => {
    const published = publish(schema, (target) => `./${target}.json`);
    return [
      `generated/schemas/${type}.json`,
      toJson({ $schema: dialect, $id: `${base}/${type}.json`, ...published }),
    ] as const;
  });
  const all = {
    $schema: dialect,
    $id: `${base}.json`,
    title: 'ConversationApi',
    description: 'Every type of the contract, under `$defs`.',
    $defs: Object.fromEntries(
      schemas.map(([type, schema]) => [type, publish(schema, (target) => `#/$defs/${target}`)]),
    ),
  };
  return new Map([...files, ['generated/schema.json', toJson(all)]]);
}

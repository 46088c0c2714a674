import { type Files, toJson } from './output.ts';
import { linkedSchemas, rewriteRefs } from './references.ts';
import { contractVersion, type Spec } from './spec.ts';

/** schemas/<Type>.json: one file for each schema, with an `$id`. The host of the `$id` is a reserved name; nothing is fetched. */
export function buildSchemas(spec: Spec): Files {
  const base = `https://conversation-api.example/schemas/${contractVersion(spec)}`;
  return new Map(
    [...linkedSchemas(spec)].map(([type, schema]) => [
      `generated/schemas/${type}.json`,
      toJson({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `${base}/${type}.json`,
        ...rewriteRefs(schema, (target) => `./${target}.json`),
      }),
    ]),
  );
}

import { posix } from 'node:path';
import { mapSubschemas, walkSchema } from './pointer.ts';
import { type JsonObject, nameOf, type Spec, SpecError, schemaPath, schemasOf } from './spec.ts';

const toSibling = /^\.\/([A-Za-z0-9]+)\.yaml$/;

/** The path, relative to spec/, of the file that a `$ref` in this file names. */
export function resolvePath(file: string, ref: string): string {
  return posix.normalize(posix.join(posix.dirname(file), ref));
}

/** Rebuilds a schema with each `$ref: ./Other.yaml` written as `refTo('Other')`. */
export function rewriteRefs(schema: JsonObject, refTo: (type: string) => string): JsonObject {
  const rewritten = mapSubschemas(schema, '', (child) => rewriteRefs(child, refTo));
  const type = targetOf(schema);
  return type === undefined ? rewritten : { ...rewritten, $ref: refTo(type) };
}

/**
 * The schemas of the contract, with every reference in them checked.
 * @throws SpecError for each reference that is not `./Other.yaml` or names a file that does not exist.
 */
export function linkedSchemas(spec: Spec): Map<string, JsonObject> {
  const schemas = schemasOf(spec);
  const problems = [...schemas].flatMap(([type, schema]) =>
    [...walkSchema(schema)]
      .filter(([{ $ref }]) => $ref !== undefined)
      .filter(([node]) => !schemas.has(targetOf(node) ?? ''))
      .map(([{ $ref }, pointer]) => ({
        file: schemaPath(type),
        pointer: `${pointer}/$ref`,
        message: `leads nowhere: ${JSON.stringify($ref)}; expected "./Other.yaml" of the same folder`,
      })),
  );
  if (problems.length > 0) throw new SpecError(...problems);
  return schemas;
}

/** These types and every type that they refer to, in alphabetical order. */
export function reachableTypes(schemas: ReadonlyMap<string, JsonObject>, roots: Iterable<string>): string[] {
  const reached = new Set<string>();
  const pending = [...roots];
  for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
    if (reached.has(type)) continue;
    reached.add(type);
    for (const [node] of walkSchema(schemas.get(type) ?? {})) {
      const target = targetOf(node);
      if (target !== undefined) pending.push(target);
    }
  }
  return [...reached].sort();
}

function targetOf({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' && toSibling.test($ref) ? nameOf($ref) : undefined;
}

import { isObject, type JsonObject } from './spec.ts';

/** Appends to the description of each operation the scope that it needs, since few readers show `x-required-scopes`. */
export function withScopeSentences(document: JsonObject): JsonObject {
  return mapOperations(document, (operation) => {
    const { description, 'x-required-scopes': scopes } = operation;
    if (!Array.isArray(scopes) || scopes.length === 0) return operation;
    const names = scopes.map((scope) => `\`${scope}\``).join(' and ');
    const sentence = `Needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${names}.`;
    return { ...operation, description: paragraphs(description, sentence) };
  });
}

/** Rebuilds an OpenAPI document with each operation changed. */
export function mapOperations(
  document: JsonObject,
  change: (operation: JsonObject) => JsonObject,
): JsonObject {
  const { paths } = document;
  if (!isObject(paths)) return document;
  const items = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(isObject(item) ? item : {}).map(([method, operation]) => [
        method,
        isObject(operation) && 'operationId' in operation ? change(operation) : operation,
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(items) };
}

/** Joins the given texts, with an empty line between them. */
export function paragraphs(...texts: readonly unknown[]): string {
  return texts
    .filter((text) => typeof text === 'string' && text !== '')
    .map((text) => String(text).trimEnd())
    .join('\n\n');
}

import { mapOperations } from './scope-sentences.ts';
import { isObject, type JsonObject } from './spec.ts';

/**
 * Lists the scopes of each operation in its security requirements, where portals look for them. OpenAPI 3.1 allows role names there for
 * every kind of security scheme.
 */
export function withRoles(document: JsonObject): JsonObject {
  return mapOperations(document, (operation) => {
    const { security, 'x-required-scopes': scopes } = operation;
    if (!Array.isArray(security) || !Array.isArray(scopes)) return operation;
    const withScopes = (requirement: unknown) =>
      isObject(requirement)
        ? Object.fromEntries(Object.keys(requirement).map((scheme) => [scheme, scopes]))
        : requirement;
    return { ...operation, security: security.map(withScopes) };
  });
}

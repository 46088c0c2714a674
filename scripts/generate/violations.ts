import { operationsOf } from './documents.ts';
import { errorsPath, readErrorRows } from './error-row.ts';
import { tokensOf } from './pointer.ts';
import { isObject, type JsonObject, nameOf, type Problem, type Spec, schemasOf } from './spec.ts';

/**
 * Finds the faults in the `violations` of spec/errors.yaml. Each must name a request that an operation of its row takes, a member of
 * that request, and a keyword of the member's schema.
 */
export function checkViolations(spec: Spec): Problem[] {
  const schemas = schemasOf(spec);
  const requests = new Map(operationsOf(spec).map(({ operationId, request }) => [operationId, request]));
  return readErrorRows(spec).flatMap(({ id, operations, violations = [] }) => {
    const taken = operations.map((operation) => requests.get(operation));
    return violations.flatMap((violation) => {
      const message = faultOf(violation, taken, schemas);
      return message === undefined ? [] : [{ file: errorsPath, message: `${id}: ${message}` }];
    });
  });
}

function faultOf(
  violation: unknown,
  taken: readonly unknown[],
  schemas: ReadonlyMap<string, JsonObject>,
): string | undefined {
  const { request, pointer, keyword } = isObject(violation) ? violation : {};
  if (typeof request !== 'string' || typeof pointer !== 'string' || typeof keyword !== 'string') {
    return `a violation has \`request\`, \`pointer\` and \`keyword\`, not ${JSON.stringify(violation)}`;
  }
  if (!taken.includes(request)) return `none of its operations takes ${request}`;
  const place = memberAt({ $ref: `./${request}.yaml` }, tokensOf(pointer), schemas);
  if (place === undefined) return `${request} has no member ${pointer}`;
  return keyword in place ? undefined : `${request} says nothing of ${keyword} at ${pointer}`;
}

/** The schema of a member of a value, by its place in the value. */
function memberAt(
  schema: JsonObject,
  [token, ...rest]: readonly string[],
  schemas: ReadonlyMap<string, JsonObject>,
): JsonObject | undefined {
  const target = typeof schema.$ref === 'string' ? schemas.get(nameOf(schema.$ref)) : undefined;
  const node = { ...target, ...schema };
  if (token === undefined) return node;
  const member = isObject(node.properties) ? node.properties[token] : undefined;
  return isObject(member) ? memberAt(member, rest, schemas) : undefined;
}

import type { Severity } from '../../../scripts/compatibility/change.ts';
import { compareEditions, type Edition } from '../../../scripts/compatibility/compare.ts';
import type { Position } from '../../../scripts/compatibility/place.ts';
import type { JsonObject } from '../../../scripts/generate/spec.ts';

/** An edition that contains only the given members. */
export function editionOf(given: Partial<Edition>): Edition {
  return { asyncapi: {}, openapi: {}, errors: [], requirements: {}, ...given };
}

/** An edition with one operation, `op`. */
export function editionWithOperation(operation: JsonObject, components: JsonObject = {}): Edition {
  return editionOf({
    openapi: { paths: { '/op': { post: { operationId: 'op', ...operation } } }, components },
  });
}

/** An edition that has only this schema, in this position. */
export function editionWithSchema(
  schema: unknown,
  position: Position,
  schemas: Readonly<Record<string, unknown>> = {},
): Edition {
  const content = { 'application/json': { schema } };
  return editionWithOperation(
    position === 'request' ? { requestBody: { content } } : { responses: { 200: { content } } },
    { schemas },
  );
}

/** Each change as `severity where: what`. */
export function changesOf(before: Edition, after: Edition): string[] {
  return compareEditions(before, after).map(({ severity, where, what }) => `${severity} ${where}: ${what}`);
}

export function severitiesOf(before: Edition, after: Edition): Severity[] {
  return compareEditions(before, after).map(({ severity }) => severity);
}

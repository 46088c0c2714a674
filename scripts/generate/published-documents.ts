import { mapSchemas, resolverOf } from './document-schemas.ts';
import { asyncapiDocument, openapiDocument } from './documents.ts';
import { withFailureSchemas } from './failure-schemas.ts';
import { documentationUrl, withLinks } from './links.ts';
import { withOpenPoints } from './open-point-sentences.ts';
import { type Files, toJson, toYaml } from './output.ts';
import { extendedBy, publishedForm, withNumberFormats } from './published-form.ts';
import { withRoles } from './roles.ts';
import { withScopeSentences } from './scope-sentences.ts';
import type { JsonObject, Spec } from './spec.ts';
import { withTaggedUnions } from './tagged-unions.ts';

/** The OpenAPI document with the parts derived from other sources: schemas of failures, and roles and sentences from the scopes. */
export function completeOpenapi(spec: Spec): JsonObject {
  const document = withFailureSchemas(spec, openapiDocument(spec));
  return inPublishedForm(withRoles(withScopeSentences(document)));
}

function inPublishedForm(document: JsonObject): JsonObject {
  const resolve = resolverOf(document);
  return mapSchemas(document, (schema) => withBaseNamed(schema, publishedForm(schema, resolve)));
}

/**
 * Refers to the type that was expanded. Otherwise nothing would refer to it, and linters would report it as unused. The reference is in a list,
 * because strict linters expect none as the value of an extension itself.
 */
function withBaseNamed(schema: JsonObject, published: JsonObject): JsonObject {
  const $ref = extendedBy(schema);
  return $ref === undefined ? published : { ...published, 'x-extends': [{ $ref }] };
}

/** The OpenAPI document as it is published. */
export function publishedOpenapi(spec: Spec): JsonObject {
  return finish(spec, withTaggedUnions(completeOpenapi(spec)));
}

function finish(spec: Spec, document: JsonObject): JsonObject {
  const described = withOpenPoints(spec, document);
  return withLinks(mapSchemas(described, withNumberFormats), documentationUrl(spec));
}

/** openapi.{json,yaml}: the OpenAPI document in one file. */
export function buildOpenapi(spec: Spec): Files {
  const document = publishedOpenapi(spec);
  return new Map([
    ['generated/openapi.json', toJson(document)],
    ['generated/openapi.yaml', toYaml(document)],
  ]);
}

/** asyncapi.{json,yaml}: the AsyncAPI document in one file. */
export function buildAsyncapi(spec: Spec): Files {
  const document = finish(spec, inPublishedForm(asyncapiDocument(spec)));
  return new Map([
    ['generated/asyncapi.json', toJson(document)],
    ['generated/asyncapi.yaml', toYaml(document)],
  ]);
}

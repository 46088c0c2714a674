import { asyncapiDocument, openapiDocument } from './documents.ts';
import { type Files, toJson, toYaml } from './output.ts';
import type { Spec } from './spec.ts';

/** openapi.{json,yaml}: the OpenAPI document in one file. */
export function buildOpenapi(spec: Spec): Files {
  const document = openapiDocument(spec);
  return new Map([
    ['generated/openapi.json', toJson(document)],
    ['generated/openapi.yaml', toYaml(document)],
  ]);
}

/** asyncapi.{json,yaml}: the AsyncAPI document in one file. */
export function buildAsyncapi(spec: Spec): Files {
  const document = asyncapiDocument(spec);
  return new Map([
    ['generated/asyncapi.json', toJson(document)],
    ['generated/asyncapi.yaml', toYaml(document)],
  ]);
}

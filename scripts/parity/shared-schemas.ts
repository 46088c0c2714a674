import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../generate/spec.ts';
import { mapping } from './sources.ts';

/** A schema in both bundles is identical in both, including the order of its keys. */
export function sharedSchemas(openapi: JsonObject, asyncapi: JsonObject): string[] {
  const rest = mapping(openapi, 'components', 'schemas');
  const streamed = mapping(asyncapi, 'components', 'schemas');
  return Object.keys(streamed).flatMap((name) => {
    if (!(name in rest)) return `${name} is in the AsyncAPI bundle alone`;
    if (isDeepStrictEqual(rest[name], streamed[name]) && isSameText(rest[name], streamed[name])) return [];
    return `${name} differs between the bundles`;
  });
}

function isSameText(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

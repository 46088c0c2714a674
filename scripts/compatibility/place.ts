/** The current place of the comparison, in both editions. */
import { isObject, type JsonObject } from '../generate/spec.ts';

/** Who writes the values: the client in a request, the service in a response or an event. */
export type Position = 'request' | 'response';

export interface Place {
  readonly document: string;
  /** Both editions of the document, in which references are resolved. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly trail: readonly string[];
  readonly position: Position;
  /** The place in the document that states it. A shared schema is stated once and used in many places. */
  readonly origin: string;
}

export function inside(place: Place, ...steps: readonly string[]): Place {
  return { ...place, trail: [...place.trail, ...steps], origin: [place.origin, ...steps].join(' > ') };
}

/** `listChats > response 200 > data[] > name` */
export function describePlace({ trail, document }: Place): string {
  return trail.length === 0 ? document : trail.join(' > ').replaceAll(' > []', '[]');
}

/** The place, with its origin at the target of the reference if the value is one. */
export function originOf(value: unknown, place: Place): Place {
  return isObject(value) && typeof value.$ref === 'string' ? { ...place, origin: value.$ref } : place;
}

/** A reference has no target, or leads back to itself. */
export class BrokenReferenceError extends Error {
  readonly code = 'broken-reference';
}

/** The value at the end of a local reference such as `#/components/schemas/Chat`. @throws BrokenReferenceError */
export function follow(document: JsonObject, reference: string): unknown {
  const tokens = reference.split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const target = tokens.slice(1).reduce<unknown>((found, token) => {
    const holder = isObject(found) || Array.isArray(found) ? (found as JsonObject) : {};
    return Object.hasOwn(holder, token) ? holder[token] : undefined;
  }, document);
  if (tokens[0] !== '#' || target === undefined) {
    throw new BrokenReferenceError(`${reference} leads nowhere; a reference of a bundle begins with #/`);
  }
  return target;
}

/** An object of OpenAPI or AsyncAPI with its references resolved. Members next to a `$ref`, such as a description, take precedence. */
export function resolve(document: JsonObject, value: unknown, passed: readonly string[] = []): unknown {
  if (!isObject(value) || typeof value.$ref !== 'string') return value;
  const { $ref, ...beside } = value;
  if (passed.includes($ref)) throw new BrokenReferenceError(`${$ref} leads back to itself`);
  const target = resolve(document, follow(document, $ref), [...passed, $ref]);
  return isObject(target) ? { ...target, ...beside } : target;
}

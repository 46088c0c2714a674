import { loadRows } from '../../registry/registry.ts';
import { isObject, unescapePointer } from '../json.ts';
import { matchOperation, typeOfBody } from '../operations.ts';
import { EVENTS } from '../rules/event-names.ts';
import { EXPLAINED_BYTES, findShapeViolations, hasShape } from './violations.ts';

/**
 * Stands where the target sent a value that violates a must about its shape. That is reported, and nothing follows from the value: it is not
 * sent, and never what another value has to be. It is no JSON, so no value equals it, and as part of a path it reads `undefined`.
 */
export interface Rejected {
  (): void;
  /** What the target sent. */
  readonly sent: unknown;
}

function rejected(sent: unknown): Rejected {
  return Object.assign(() => {}, { sent, toString: () => 'undefined' });
}

/** No JSON value is a function. */
export function isRejected(value: unknown): value is Rejected {
  return typeof value === 'function';
}

let musts: ReadonlySet<string> | undefined;

/** Whether a value is rejected, or contains one that is. */
export function hasRejected(value: unknown): boolean {
  if (isRejected(value)) return true;
  if (Array.isArray(value)) return value.some(hasRejected);
  return isObject(value) && Object.values(value).some(hasRejected);
}

/** The body of the answer to a request, with what its shape rejects as `Rejected`. */
export function usableBody(
  request: { readonly method: string; readonly path: string },
  status: number,
  body: unknown,
  size: number,
): unknown {
  const match = matchOperation(request.method, request.path);
  const type = match && typeOfBody(match.operation, status);
  return type === undefined || body === undefined ? body : usable(type, body, size);
}

/** The same for the data of an event. */
export function usableData(event: string, data: unknown, size: number): unknown {
  const known = EVENTS.get(event);
  return known === undefined || data === undefined ? data : usable(known.schema, data, size);
}

function usable(type: string, value: unknown, size: number): unknown {
  if (hasShape(type, value)) return value;
  musts ??= new Set(loadRows().requirements.flatMap(({ id, level }) => (level === 'must' ? [id] : [])));
  return (
    findShapeViolations(type, value, size)
      .filter(({ requirement }) => musts?.has(requirement))
      .map(({ pointer }) => pointer.split('/').slice(1).map(unescapePointer))
      // Of a long value only one violation is known, and others may be beside it.
      .map((tokens) => (size > EXPLAINED_BYTES ? tokens.slice(0, 1) : tokens))
      .reduce((rest, tokens) => reject(rest, tokens), value)
  );
}

/** Replaces the value at a place. What is missing stays missing. */
function reject(value: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined) return rejected(value);
  if (Array.isArray(value)) return value.with(Number(token), reject(value[Number(token)], rest));
  return isObject(value) && Object.hasOwn(value, token)
    ? { ...value, [token]: reject(value[token], rest) }
    : value;
}

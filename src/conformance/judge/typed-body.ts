import type { OperationId } from '../../../generated/ids.d.ts';
import type { RequestMember } from '../../../generated/request-members.d.ts';
import { isInteger } from '../../exact-json/exact-number.ts';
import { isObject } from './json.ts';
import { requestMembers } from './request-members.ts';

let byOperation: ReadonlyMap<OperationId, readonly RequestMember[]> | undefined;

/**
 * The body of a request, with null for each member that has another type than the contract names, or a word that it does not list. The service
 * may convert or ignore such a value, so nothing can be expected of it.
 */
export function typedBody(operation: OperationId, body: unknown): unknown {
  if (!isObject(body)) return body;
  byOperation ??= Map.groupBy(
    requestMembers().filter((member) => member.in === 'body'),
    (member) => member.operation,
  );
  const wrong = (byOperation.get(operation) ?? []).filter(
    (member) => !valuesAt(body, member.path).every((value) => isTyped(value, member)),
  );
  return wrong.length === 0
    ? body
    : { ...body, ...Object.fromEntries(wrong.map(({ path: [name] }) => [name, null])) };
}

const NONE: readonly unknown[] = [];

/** The values of a member; several for a member of the items of an array. */
function valuesAt(value: unknown, path: readonly string[], at = 0): readonly unknown[] {
  const step = path[at];
  if (step === undefined) return [value];
  if (step === '[]')
    return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, path, at + 1)) : NONE;
  return isObject(value) && step in value ? valuesAt(value[step], path, at + 1) : NONE;
}

function isTyped(value: unknown, { type, enum: words }: RequestMember): boolean {
  if (value === null || value === undefined) return true;
  if (words) return words.some((word) => word === value);
  switch (type) {
    case 'integer':
      return isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

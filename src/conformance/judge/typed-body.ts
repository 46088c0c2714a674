import type { OperationId } from '../../../generated/ids.d.ts';
import { readGenerated } from '../generated.ts';
import { isObject } from './json.ts';

/** A member of a request, as request-members.json lists it. */
interface Member {
  readonly operation: OperationId;
  readonly path: readonly string[];
  readonly type: string;
  readonly enum?: readonly string[];
}

let members: ReadonlyMap<OperationId, readonly Member[]> | undefined;

/**
 * The body of a request, with null for each member that has another type than the contract names, or a word that it does not list. The service
 * may convert or ignore such a value, so nothing can be expected of it.
 */
export function typedBody(operation: OperationId, body: unknown): unknown {
  if (!isObject(body)) return body;
  members ??= Map.groupBy(readGenerated<Member[]>('request-members.json'), (member) => member.operation);
  const wrong = (members.get(operation) ?? []).flatMap((member) =>
    valuesAt(body, member.path).every((value) => isTyped(value, member)) ? [] : member.path.slice(0, 1),
  );
  return wrong.length === 0 ? body : { ...body, ...Object.fromEntries(wrong.map((name) => [name, null])) };
}

/** The values of a member; several for a member of the items of an array. */
function valuesAt(value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] {
  if (step === undefined) return [value];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  return isObject(value) && step in value ? valuesAt(value[step], rest) : [];
}

function isTyped(value: unknown, { type, enum: words }: Member): boolean {
  if (value === null || value === undefined) return true;
  if (words) return words.some((word) => word === value);
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

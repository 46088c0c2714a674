import { isInteger, type JsonInteger } from '../../../exact-json/exact-number.ts';
import type { Answer } from '../../drive/answer.ts';
import { isObject, type JsonObject } from '../../judge/json.ts';

/**
 * The parts of an answer that could reveal the reason for it: status, code, data, and the names of all members. If two answers have the
 * same fingerprint, they do not show whether a resource is missing or belongs to someone else. The fingerprint leaves out
 * human-readable texts, the request id, and the requested id, which an answer may repeat.
 */
export function fingerprint(answer: Answer, requestedId: JsonInteger | string): JsonObject {
  const body = isObject(answer.body) ? answer.body : {};
  return {
    status: answer.status,
    message_code: body.message_code,
    data: withoutId(body.data, String(requestedId)),
    members: Object.keys(body).sort(),
    meta: Object.keys(answer.meta)
      .filter((name) => name !== 'request_id')
      .sort(),
  };
}

function withoutId(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutId(item, id));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutId(member, id)]));
  if (typeof value === 'string')
    return value.replaceAll(new RegExp(`(?<![\\w-])${asLiteral(id)}(?![\\w-])`, 'gi'), '(the id)');
  return isInteger(value) && String(value) === id ? '(the id)' : value;
}

/** Escapes the id for use in a regular expression. `RegExp.escape` needs Node 24. */
function asLiteral(id: string): string {
  return id.replaceAll(/[^\w-]/g, '\\$&');
}

import type { Answer } from '../drive/answer.ts';
import { isObject, type JsonObject } from '../judge/json.ts';

/**
 * What of an answer could tell why it was given, so that two answers can be compared: status, code, data, and the
 * names of all members. Left out are texts, the id of the request, and the id that was asked for, which may be repeated.
 */
export function whatTells(answer: Answer, asked: number | string): JsonObject {
  const body = isObject(answer.body) ? answer.body : {};
  return {
    status: answer.status,
    message_code: body.message_code,
    data: withoutEcho(body.data, String(asked)),
    members: Object.keys(body).sort(),
    meta: Object.keys(answer.meta)
      .filter((name) => name !== 'request_id')
      .sort(),
  };
}

function withoutEcho(value: unknown, asked: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutEcho(item, asked));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, withoutEcho(member, asked)]),
    );
  if (typeof value === 'string')
    return value.replaceAll(new RegExp(`(?<![\\w-])${asked}(?![\\w-])`, 'gi'), '(the id)');
  return value === Number(asked) ? '(the id)' : value;
}

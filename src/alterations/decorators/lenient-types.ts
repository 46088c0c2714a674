import type { RequestMember } from '../../../generated/request-members.d.ts';
import members from '../../../generated/request-members.json' with { type: 'json' };
import type { Wrap } from '../alteration.ts';
import { changeMember } from './change-member.ts';
import type { Operations } from './operations.ts';
import { type Body, bodyOf, isObject } from './requests.ts';
import { rewriteRequests } from './rewrite-requests.ts';

const MEMBERS = (members as readonly RequestMember[]).filter((member) => member.in === 'body');

/** Converts members of another type, or ignores them if they cannot be converted. Required members stay. */
export function lenientAbout(operations: Operations): Wrap {
  return rewriteRequests(operations, (request) => {
    const own = MEMBERS.filter(({ operation }) => operation === request.operation.operationId);
    const body = bodyOf(request);
    return isObject(body) ? { body: Buffer.from(JSON.stringify(own.reduce(read, body))) } : {};
  });
}

function read(body: Body, member: RequestMember): Body {
  return changeMember(body, member.path, (value) => convert(value, member));
}

/** @returns undefined to ignore the value */
function convert(value: Body, { type, required, enum: words }: RequestMember): Body {
  if (value === undefined || value === null) return value;
  if (words) return required || words.includes(value) ? value : undefined;
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'boolean':
      return Boolean(value);
    case 'integer':
      return Number.isInteger(value) ? value : undefined;
    case 'array':
      return required || Array.isArray(value) ? value : undefined;
    default:
      return isObject(value) ? value : undefined;
  }
}

import members from '../../../generated/request-members.json' with { type: 'json' };
import type { OperationId } from '../../reference/http/operation.ts';
import type { Wrap } from '../alteration.ts';
import type { Operations } from './operations.ts';
import { type Body, bodyOf, isObject } from './requests.ts';
import { rewriteRequests } from './rewrite-requests.ts';

/** A member of a request, as request-members.json lists it. */
interface Member {
  readonly operation: string;
  readonly path: readonly string[];
  readonly type: string;
  readonly required: boolean;
  readonly enum?: readonly string[];
}

const MEMBERS: readonly Member[] = members;

/** Converts each member of another type, or ignores it where it cannot be converted. A member that must be there stays. */
export function lenientAbout(operations: Operations): Wrap {
  return rewriteRequests(operations, (request) => {
    const own = MEMBERS.filter(
      ({ operation }) => operation === (request.operation.operationId as OperationId),
    );
    const body = bodyOf(request);
    return isObject(body) ? { body: Buffer.from(JSON.stringify(own.reduce(read, body))) } : {};
  });
}

function read(body: Body, member: Member): Body {
  return change(body, member.path, (value) => convert(value, member));
}

/** @returns undefined to ignore the value */
function convert(value: Body, { type, required, enum: words }: Member): Body {
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

function change(body: Body, [step, ...rest]: readonly string[], to: (value: Body) => Body): Body {
  if (step === undefined) return to(body);
  if (step === '[]')
    return Array.isArray(body)
      ? body.map((item) => change(item, rest, to)).filter((item) => item !== undefined)
      : body;
  if (!isObject(body) || !(step in body)) return body;
  const { [step]: current, ...others } = body;
  const changed = change(current, rest, to);
  return changed === undefined ? others : { ...body, [step]: changed };
}

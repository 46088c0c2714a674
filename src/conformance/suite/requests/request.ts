import type { OperationId } from '../../../../generated/ids.d.ts';
import type { RequestMember } from '../../../../generated/request-members.d.ts';
import type { JsonInteger } from '../../../exact-json/exact-number.ts';
import type { Turn } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { isObject, type JsonObject } from '../../judge/json.ts';
import type { Channel, CheckContext } from '../check-kit/context.ts';
import { addressOf, OPERATIONS } from '../check-kit/operations.ts';

/** A request for an operation, split into the parts that members belong to. Header names are in lower case. */
export interface Request {
  readonly path?: Readonly<Record<string, string | JsonInteger>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

/** The channel of each operation that sends a turn. */
const CHANNELS: Readonly<Partial<Record<OperationId, Channel>>> = {
  sendMessage: 'blocking',
  streamMessage: 'streaming',
};

/** Sends a request as it is. Adds neither a key nor a mode to a turn. */
export function sendRequest(
  t: CheckContext,
  operationId: OperationId,
  { path = {}, query, header = {}, body }: Request,
): Promise<Answer | LiveStream> {
  const channel = CHANNELS[operationId];
  if (channel) {
    const { 'idempotency-key': key = null, ...headers } = header;
    const turn = { permission_mode: undefined, ...body } as unknown as Turn;
    return t.attempt(channel, turn, { chatId: String(path.chat_id), key, headers });
  }
  const operation = OPERATIONS.find((each) => each.operationId === operationId);
  if (!operation) throw new RangeError(`the contract has no operation ${operationId}`);
  return t.main.request(operation.method, addressOf(operation.path, path, query), body, header);
}

/** The name of a member within its operation: `attachments.skill_ids.[]`. */
export function nameOf({ path }: RequestMember): string {
  return path.join('.');
}

/** The value of a parameter or header. */
export function parameterOf(request: Request, { in: part, path: [name = ''] }: RequestMember): unknown {
  return part === 'body' ? undefined : request[part]?.[name];
}

/**
 * Returns the request with one member changed. Creates missing objects and arrays on the way to the member.
 *
 * @param value the new value; undefined removes the member
 * @param which the items of arrays whose member changes
 */
export function withMember(
  request: Request,
  { in: part, path }: Pick<RequestMember, 'in' | 'path'>,
  value: unknown,
  which: 'each' | 'last' = 'each',
): Request {
  return changeAt(request, [part, ...path], value, which) as Request;
}

function changeAt(
  holder: unknown,
  [step, ...rest]: readonly string[],
  value: unknown,
  which: 'each' | 'last',
): unknown {
  if (step === undefined) return value;
  if (step === '[]') {
    const items = Array.isArray(holder) && holder.length > 0 ? holder : [undefined];
    const isMeant = (at: number) => which === 'each' || at === items.length - 1;
    return items.map((item, at) => (isMeant(at) ? changeAt(item, rest, value, which) : item));
  }
  const members: JsonObject = isObject(holder) ? holder : {};
  const { [step]: current, ...others } = members;
  const changed = changeAt(current, rest, value, which);
  return changed === undefined ? others : { ...others, [step]: changed };
}

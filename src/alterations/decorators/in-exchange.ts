import type { Exchange, HttpAnswer, HttpRequest } from '../../reference/http/exchange.ts';
import { OPERATIONS, type OperationId } from '../../reference/http/operation.ts';
import type { Breakage } from '../breakages/breakage.ts';
import { refuse } from './refuse.ts';
import { answerInstead, bodyOf, rewriteRequests, withBody } from './rewrite.ts';

export const SENDS = ['sendMessage', 'streamMessage'] as const satisfies readonly OperationId[];

type Body = ReturnType<typeof bodyOf>;

/** A breakage between the operations and HTTP. @param id the requirement's, and after a slash the way */
export function inExchange(
  id: string,
  behaviour: string,
  exchange: NonNullable<Breakage['exchange']>,
): Breakage {
  return { id, requirement: id.split('/', 1)[0] as string, port: 'exchange', behaviour, exchange };
}

/** Refuses what the sound server would do. @param isMeant says of which bodies; all by default */
export function refusing(
  operations: OperationId | readonly OperationId[],
  isMeant: (body: Body) => boolean = () => true,
): (exchange: Exchange) => Exchange {
  return answerInstead(operations, (request) => (isMeant(bodyOf(request)) ? refuse(request) : undefined));
}

/** Changes the bodies of requests before the sound server sees them. */
export function rewriteBodies(
  operations: OperationId | readonly OperationId[],
  change: (body: Body) => Body,
): (exchange: Exchange) => Exchange {
  return rewriteRequests(operations, (request) => withBody(request, change));
}

/** Asks the sound server for another operation, as the client of a request and about the same chat. */
export function askBeside(
  sound: Exchange,
  request: HttpRequest,
  operationId: OperationId,
): HttpAnswer | Promise<HttpAnswer> {
  const operation = OPERATIONS.find((known) => known.operationId === operationId);
  if (!operation) throw new RangeError(`there is no operation ${operationId}`);
  return sound({ ...request, operation, body: Buffer.from('{}') });
}

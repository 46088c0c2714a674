import { citedAgents } from '../../reference/citations/citations.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { operationOf } from './operations.ts';

// biome-ignore lint/suspicious/noExplicitAny: an alteration may do anything to a body
export type Body = any;

/** The id of a chat that no server has. */
export const ELSEWHERE = '00000000-0000-4000-8000-000000000000';

export function isObject(value: unknown): value is Record<string, Body> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The body of a request, or undefined unless it is a JSON object or array. */
export function bodyOf({ body }: HttpRequest): Body {
  try {
    const value: unknown = JSON.parse(String(body));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The members that give a request a different body. A body that `bodyOf` cannot read stays unchanged. */
export function withBody(request: HttpRequest, change: (body: Body) => Body): Pick<HttpRequest, 'body'> {
  const body = bodyOf(request);
  return { body: body ? Buffer.from(JSON.stringify(change(body))) : request.body };
}

/** The members that give a request a different header. */
export function withHeader(
  request: HttpRequest,
  name: string,
  value: string | undefined,
): Pick<HttpRequest, 'header'> {
  return { header: (asked) => (asked === name ? value : request.header(asked)) };
}

/** The members that give a request the token of another request. */
export function withTokenOf(owner: HttpRequest, request: HttpRequest): Pick<HttpRequest, 'header'> {
  return withHeader(request, 'authorization', owner.header('authorization'));
}

/** A request for another operation, from the same client and on the same path. */
export function insteadOf(request: HttpRequest, id: OperationId, body: object): HttpRequest {
  return { ...request, operation: operationOf(id), body: Buffer.from(JSON.stringify(body)) };
}

/** Sends the sound server a request for another operation, from the same client and on the same path, with an empty body. */
export function askBeside(
  sound: Exchange,
  request: HttpRequest,
  id: OperationId,
): HttpAnswer | Promise<HttpAnswer> {
  return sound(insteadOf(request, id, {}));
}

/** The id of the running turn in a request's chat, according to the sound server's listing. */
export async function runningIn(sound: Exchange, request: HttpRequest): Promise<number | undefined> {
  const { body } = (await askBeside(sound, request, 'listMessages')) as { body: Body };
  return body?.data?.find?.(isRunning)?.id;
}

/** Whether the sound server lists a turn as running. */
export function isRunning({ status }: Body): boolean {
  return status === 'pending';
}

/** The action id in a request. */
export function actionIdOf(request: HttpRequest): string {
  return String(bodyOf(request)?.action_id);
}

/** The agents that a turn's body attaches. */
export function attachedAgents(body: Body): readonly number[] {
  return body?.attachments?.agent_ids ?? [];
}

/** The agents that a turn's content cites. */
export function citedIn(body: Body): readonly number[] {
  return citedAgents(String(body?.content));
}

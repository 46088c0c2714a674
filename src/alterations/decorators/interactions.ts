import { ANSWERS } from '../../../generated/operation-groups.js';
import type { ActionRequired } from '../../../generated/types.d.ts';
import type { HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { answerAfter, answerInstead } from './answer-instead.ts';
import { ANSWERED_BY } from './operations.ts';
import { actionIdOf, type Body, insteadOf } from './requests.ts';
import { noteEvents } from './rewrite-events.ts';

/** An interaction, and the request that sent its turn. */
export interface Raised {
  readonly event: ActionRequired;
  readonly request: HttpRequest;
}

/** The interactions of a server's turns by action id, oldest first. */
export type RaisedById = ReadonlyMap<string, Raised>;

/** Makes a decorator that knows the interactions of its server. */
export function withInteractions(make: (raised: RaisedById) => Wrap): Wrap {
  return (exchange) => {
    const raised = new Map<string, Raised>();
    const noting = noteEvents((request) => (event) => {
      if (event.type === 'message.action_required')
        raised.set(event.data.action_id, { event: event.data, request });
    });
    return make(raised)(noting(exchange));
  };
}

/**
 * Replaces the sound server's 404 for some answers to interactions.
 *
 * @param isMeant decides by the answer and the interactions raised so far
 */
export function insteadOfNotFound(
  isMeant: (answer: HttpRequest, raised: RaisedById) => boolean,
  result: (answer: HttpRequest) => JsonAnswer,
): Wrap {
  return withInteractions((raised) =>
    answerAfter(ANSWERS, (answer, sound) =>
      sound.status === 404 && isMeant(answer, raised) ? result(answer) : undefined,
    ),
  );
}

/** Replaces the 404 for an owner's answer at the endpoint of another kind. */
export function ofWrongKind(result: (answer: HttpRequest) => JsonAnswer): Wrap {
  return insteadOfNotFound(
    (answer, raised) => isByOwner(answer, raised) && !isAtItsEndpoint(answer, raised),
    result,
  );
}

/** The interactions in a request's chat, oldest first. */
export function raisedInChatOf({ path }: HttpRequest, raised: RaisedById): readonly Raised[] {
  return [...raised.values()].filter(({ request }) => request.path.chat_id === path.chat_id);
}

/** The request whose turn raised the interaction named in an answer. */
export function ownerOf(answer: HttpRequest, raised: RaisedById): HttpRequest | undefined {
  return raised.get(actionIdOf(answer))?.request;
}

/** The ids of a turn's interactions, oldest first. */
export function idsOf(turn: HttpRequest | undefined, raised: RaisedById): readonly string[] {
  return [...raised].flatMap(([id, { request }]) => (request === turn ? [id] : []));
}

/** Whether an answer comes from the credential whose turn raised the interaction, and in that turn's chat. */
export function isByOwner(answer: HttpRequest, raised: RaisedById): boolean {
  const owner = ownerOf(answer, raised);
  return owner !== undefined && haveSameToken(owner, answer) && owner.path.chat_id === answer.path.chat_id;
}

/** Whether an answer comes from another credential than the one whose turn raised the interaction. */
export function isByAnother(answer: HttpRequest, raised: RaisedById): boolean {
  const owner = ownerOf(answer, raised);
  return owner !== undefined && !haveSameToken(owner, answer);
}

/** Whether an answer uses the endpoint for the kind of its interaction. */
export function isAtItsEndpoint(answer: HttpRequest, raised: RaisedById): boolean {
  const event = raised.get(actionIdOf(answer))?.event;
  return event !== undefined && ANSWERED_BY[event.kind] === answer.operation.operationId;
}

export function haveSameToken(one: HttpRequest, other: HttpRequest): boolean {
  return one.header('authorization') === other.header('authorization');
}

/** Closes an interaction for everyone after certain answers to it. @param failure the response to all later attempts */
export function closingOnce(
  closes: (answer: HttpAnswer, request: HttpRequest) => boolean,
  failure: (request: HttpRequest) => JsonAnswer,
): Wrap {
  return (exchange) => {
    const closed = new Set<string>();
    return answerInstead(ANSWERS, async (request, sound) => {
      if (closed.has(actionIdOf(request))) return failure(request);
      const answer = await sound(request);
      if (closes(answer, request)) closed.add(actionIdOf(request));
      return answer;
    })(exchange);
  };
}

/** The decisions that approve every tool of an interaction; empty unless it is a tool approval. */
export function approvalsOf({ kind, payload }: ActionRequired) {
  const tools = kind === 'tool_approval' ? payload.tools : [];
  return tools.map(({ tool_use_id }) => ({ tool_use_id, approved: true }));
}

/** The body of an answer that approves every tool of an interaction. */
export function approvalOf(event: ActionRequired): object {
  return { action_id: event.action_id, decisions: approvalsOf(event) };
}

/** Changes an answer's body so that it makes the same decision for every tool. A body without decisions stays unchanged. */
export function deciding(approved: boolean) {
  return (body: Body): Body =>
    body.decisions
      ? { ...body, decisions: body.decisions.map((decision: Body) => ({ ...decision, approved })) }
      : body;
}

/** A request that declines an interaction, from the same client and in the same chat as the given request. */
export function declining(event: ActionRequired, request: HttpRequest): HttpRequest {
  return insteadOf(request, ANSWERED_BY[event.kind], { action_id: event.action_id, ...refusalOf(event) });
}

function refusalOf(event: ActionRequired): object {
  switch (event.kind) {
    case 'tool_approval':
      return {
        decisions: event.payload.tools.map(({ tool_use_id }) => ({ tool_use_id, approved: false })),
      };
    case 'plan_approval':
      return { action: 'reject' };
    case 'elicitation':
      return { action: 'decline' };
    case 'auth_required':
      return {};
  }
}

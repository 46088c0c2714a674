import type { HttpRequest } from '../../reference/http/exchange.ts';
import { ANSWERS, answerAfter, notPending } from '../decorators/acting.ts';
import { type Asked, actionIdOf, knowing, type Wrap } from '../decorators/asked.ts';
import { ANSWERED_BY } from '../decorators/declining.ts';
import { codeOf, recode } from '../decorators/refuse.ts';
import { answerInstead, bodyOf, rewriteEvents, rewriteRequests, withBody } from '../decorators/rewrite.ts';
import { type Body, failure } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

/** How interactions may be answered, and what comes of an answer that does not fit. */
export const answeringVariants: readonly Variant[] = [
  inExchange(
    'A-99=conflict',
    'An answer of the wrong kind is a conflict.',
    ofWrongKind((request) => failure(request, 409, 'wrong_kind_of_answer')),
  ),
  inExchange(
    'A-99=validation',
    'An answer of the wrong kind is a validation error.',
    ofWrongKind((request) => failure(request, 422, 'api_v1_validation_error')),
  ),
  inExchange(
    'A-100=skip-missing',
    'A tool on which nothing was decided is not run, and a decision on no tool has no effect.',
    knowing((asked) =>
      rewriteRequests('approveTool', (request) => {
        const event = asked.get(actionIdOf(request))?.event;
        if (event?.kind !== 'tool_approval') return {};
        const ids = event.payload.tools.map(({ tool_use_id }) => tool_use_id);
        return withBody(request, (body) => ({ ...body, decisions: decisionsFor(ids, body.decisions) }));
      }),
    ),
  ),
  inExchange(
    'A-101=checked-here',
    'An answer to a question that lacks what was asked for is refused, and the question stays.',
    knowing((asked) =>
      answerInstead('respondElicitation', (request) => {
        const event = asked.get(actionIdOf(request))?.event;
        const { action, content } = bodyOf(request) ?? {};
        if (event?.kind !== 'elicitation' || action !== 'accept' || !content) return undefined;
        const { required = [] }: Body = event.payload.requested_schema;
        return required.every((name: string) => name in content)
          ? undefined
          : failure(request, 422, 'content_does_not_fit');
      }),
    ),
  ),
  inExchange(
    'A-101=decline-content-refused',
    'An answer that declines takes no content.',
    answerInstead('respondElicitation', (request) => {
      const { action, content } = bodyOf(request) ?? {};
      return action !== 'accept' && content !== undefined
        ? failure(request, 422, 'content_without_accept')
        : undefined;
    }),
  ),
  inExchange(
    'A-106=action-not-found',
    'An answer to an interaction in a chat of somebody else is told that there is no such interaction.',
    recode(ANSWERS, 'api_v1_not_found', 'api_v1_action_not_found'),
  ),
  inExchange(
    'A-110=not-pending',
    'An interaction of a turn that was cancelled is not pending any more.',
    (exchange) => {
      const cut = new Set<string>();
      return knowing((asked) => {
        const noting = rewriteEvents(({ path }) => (event) => {
          if (event.type === 'message.cancelled')
            for (const [id, { request }] of asked) if (request.path.chat_id === path.chat_id) cut.add(id);
          return [event];
        });
        const refusing = answerAfter(ANSWERS, (request, sound) =>
          codeOf(sound) === 'api_v1_action_not_found' &&
          cut.has(actionIdOf(request)) &&
          isAskers(asked, request)
            ? notPending(request)
            : undefined,
        );
        return (sound) => refusing(noting(sound));
      })(exchange);
    },
  ),
  inExchange('A-112=not-found', 'An interaction whose answer was lost is not there any more.', (exchange) => {
    const lost = new Set<string>();
    return answerInstead(ANSWERS, async (request, sound) => {
      const answer = await sound(request);
      const code = codeOf(answer);
      if (code === 'api_v1_action_not_pending' && lost.has(actionIdOf(request)))
        return failure(request, 404, 'api_v1_action_not_found');
      if (code === 'api_v1_action_result_unknown') lost.add(actionIdOf(request));
      return answer;
    })(exchange);
  }),
  inExchange(
    'A-115=chat-not-found',
    'An answer that is sent to another chat than the one that asked finds no chat.',
    knowing((asked) =>
      answerAfter(ANSWERS, (request, sound) => {
        const owner = asked.get(actionIdOf(request))?.request;
        const isElsewhere = owner && owner.path.chat_id !== request.path.chat_id;
        return isElsewhere && isOfSame(owner, request) && sound.status === 404
          ? failure(request, 404, 'api_v1_not_found')
          : undefined;
      }),
    ),
  ),
];

function isOfSame(one: HttpRequest, other: HttpRequest): boolean {
  return one.header('authorization') === other.header('authorization');
}

/** Whether a request is by whom an interaction asked, and in the chat that it asked in. */
export function isAskers(asked: ReadonlyMap<string, Asked>, request: HttpRequest): boolean {
  const owner = asked.get(actionIdOf(request))?.request;
  return owner !== undefined && isOfSame(owner, request) && owner.path.chat_id === request.path.chat_id;
}

function ofWrongKind(refuse: (request: HttpRequest) => ReturnType<typeof failure>): Wrap {
  return knowing((asked) =>
    answerAfter(ANSWERS, (request, sound) => {
      const kind = asked.get(actionIdOf(request))?.event.kind;
      const isWrong = kind !== undefined && ANSWERED_BY[kind] !== request.operation.operationId;
      return isWrong && isAskers(asked, request) && sound.status === 404 ? refuse(request) : undefined;
    }),
  );
}

function decisionsFor(ids: readonly string[], decisions: Body): Body {
  if (!Array.isArray(decisions) || decisions.length === 0) return decisions;
  // What is no decision at all is for the sound server to refuse.
  if (!decisions.every((decision) => typeof decision?.tool_use_id === 'string')) return decisions;
  return ids.map(
    (tool_use_id) =>
      decisions.find((decision) => decision?.tool_use_id === tool_use_id) ?? { tool_use_id, approved: false },
  );
}

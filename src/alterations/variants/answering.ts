import { ANSWERS } from '../../../generated/operation-groups.js';
import { type Variant, variant } from '../alteration.ts';
import { answerAfter, answerInstead, refusing } from '../decorators/answer-instead.ts';
import { codeOf, failure, notPending } from '../decorators/answers.ts';
import {
  haveSameToken,
  insteadOfNotFound,
  isByOwner,
  ofWrongKind,
  ownerOf,
  withInteractions,
} from '../decorators/interactions.ts';
import { notFoundAfter } from '../decorators/not-found-after.ts';
import { actionIdOf, type Body, bodyOf, withBody } from '../decorators/requests.ts';
import { recode } from '../decorators/rewrite-answers.ts';
import { noteEvents } from '../decorators/rewrite-events.ts';
import { rewriteRequests } from '../decorators/rewrite-requests.ts';

/** Answers to interactions, and the failures of answers that do not match. */
export const answeringVariants: readonly Variant[] = [
  variant(
    'A-99=conflict',
    'An answer of the wrong kind is a conflict.',
    ofWrongKind((request) => failure(request, 409, 'wrong_kind_of_answer')),
  ),
  variant(
    'A-99=validation',
    'An answer of the wrong kind is refused with the validation error.',
    ofWrongKind((request) => failure(request, 422, 'api_v1_validation_error')),
  ),
  variant(
    'A-100=skip-missing',
    'A tool without a decision is skipped, and a decision about an unknown tool has no effect.',
    withInteractions((raised) =>
      rewriteRequests('approveTool', (request) => {
        const event = raised.get(actionIdOf(request))?.event;
        if (event?.kind !== 'tool_approval') return {};
        const ids = event.payload.tools.map(({ tool_use_id }) => tool_use_id);
        return withBody(request, (body) => ({ ...body, decisions: decisionsFor(ids, body.decisions) }));
      }),
    ),
  ),
  variant(
    'A-101=checked-here',
    'Accepted content that lacks a required member is refused, and the interaction stays pending.',
    withInteractions((raised) =>
      answerInstead('respondElicitation', (request) => {
        const event = raised.get(actionIdOf(request))?.event;
        const { action, content } = bodyOf(request) ?? {};
        const isObject = typeof content === 'object' && content !== null;
        if (event?.kind !== 'elicitation' || action !== 'accept' || !isObject) return undefined;
        const { required = [] }: Body = event.payload.requested_schema;
        return required.every((name: string) => name in content)
          ? undefined
          : failure(request, 422, 'content_does_not_fit');
      }),
    ),
  ),
  variant(
    'A-101=decline-content-refused',
    'The actions decline and cancel are refused with content.',
    refusing(
      'respondElicitation',
      ({ action, content }) => action !== 'accept' && content !== undefined,
      (request) => failure(request, 422, 'content_without_accept'),
    ),
  ),
  variant(
    'A-106=action-not-found',
    "An answer in another credential's chat fails as an unknown interaction.",
    recode(ANSWERS, 'api_v1_not_found', 'api_v1_action_not_found'),
  ),
  variant(
    'A-110=not-pending',
    'An answer to an interaction of a cancelled turn fails as not pending.',
    withInteractions((raised) => {
      const cut = new Set<string>();
      const noting = noteEvents(({ path }) => (event) => {
        if (event.type !== 'message.cancelled') return;
        for (const [id, { request }] of raised) if (request.path.chat_id === path.chat_id) cut.add(id);
      });
      const refusingCut = answerAfter(ANSWERS, (request, sound) =>
        codeOf(sound) === 'api_v1_action_not_found' &&
        cut.has(actionIdOf(request)) &&
        isByOwner(request, raised)
          ? notPending(request)
          : undefined,
      );
      return (exchange) => refusingCut(noting(exchange));
    }),
  ),
  variant(
    'A-112=not-found',
    'Another answer to an interaction whose first answer was rejected fails as not found.',
    notFoundAfter('decision-rejected'),
  ),
  variant(
    'A-115=chat-not-found',
    "An answer in another chat of the interaction's credential fails as an unknown chat.",
    insteadOfNotFound(
      (answer, raised) => {
        const owner = ownerOf(answer, raised);
        const isElsewhere = owner !== undefined && owner.path.chat_id !== answer.path.chat_id;
        return isElsewhere && haveSameToken(owner, answer);
      },
      (answer) => failure(answer, 404, 'api_v1_not_found'),
    ),
  ),
];

function decisionsFor(ids: readonly string[], decisions: Body): Body {
  if (!Array.isArray(decisions) || decisions.length === 0) return decisions;
  // The sound server refuses malformed decisions.
  if (!decisions.every((decision) => typeof decision?.tool_use_id === 'string')) return decisions;
  return ids.map(
    (tool_use_id) =>
      decisions.find((decision) => decision?.tool_use_id === tool_use_id) ?? { tool_use_id, approved: false },
  );
}

import { ANSWERS, SENDS } from '../../../generated/operation-groups.js';
import type { Exchange, HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { type Breakage, type BreakageId, breakage, type Wrap } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { codeOf, isSuccess, resolved, succeed } from '../decorators/answers.ts';
import {
  isAtItsEndpoint,
  isByAnother,
  isByOwner,
  ownerOf,
  type RaisedById,
  withInteractions,
} from '../decorators/interactions.ts';
import { keyOf, withFreshKey } from '../decorators/keys.ts';
import type { Operations } from '../decorators/operations.ts';
import { bodyOf } from '../decorators/requests.ts';

/** The server refuses something as it has to, but not the same once more. */
export const onceMoreBreakages: readonly Breakage[] = [
  takenOnceMore('interactions.expiry.not-found/once-more', 'after it has expired', (request, raised) => {
    return isByOwner(request, raised) && isAtItsEndpoint(request, raised);
  }),
  takenOnceMore(
    'interactions.answer.own-credential-only/once-more',
    'from another credential',
    (request, raised) => isByAnother(request, raised) && isInChatOf(ownerOf(request, raised), request),
  ),
  takenOnceMore(
    'interactions.answer.own-turn-only/once-more',
    'in another chat',
    (request, raised) => !isByAnother(request, raised) && !isInChatOf(ownerOf(request, raised), request),
  ),
  ...(
    [
      ['errors.action-not-pending.outcome-unknown/once-more', 503],
      ['errors.decision-rejected.closed/once-more', 409],
    ] as const
  ).map(([id, status]) =>
    breakage(
      id,
      `The third answer to an interaction succeeds if the first got ${status} api_v1_action_result_unknown.`,
      (exchange) => {
        const attempts = new Map<unknown, number>();
        return answerInstead(ANSWERS, async (request, sound) => {
          const answer = await sound(request);
          const id = bodyOf(request)?.action_id;
          const isFirst = answer.status === status && codeOf(answer) === 'api_v1_action_result_unknown';
          if (isFirst || attempts.has(id)) attempts.set(id, (attempts.get(id) ?? 0) + 1);
          return attempts.get(id) === 3 ? resolved(request) : answer;
        })(exchange);
      },
    ),
  ),
  breakage(
    'errors.idempotency-conflict.answer/once-more',
    'A body that a key was refused for runs when it comes once more.',
    notOnceMore(
      SENDS,
      (answer) => codeOf(answer) === 'api_v1_idempotency_conflict',
      (request) => `${keyOf(request)} ${request.body}`,
      (request, sound) => sound({ ...request, ...withFreshKey(request) }),
    ),
  ),
  breakage(
    'skills.delete.no-longer-served/once-more',
    'A skill that was not found is there when it is asked for once more.',
    notOnceMore(
      'getSkill',
      ({ status }) => status === 404,
      ({ path }) => String(path.skill_id),
      (request) => succeed(request, { id: Number(request.path.skill_id) }),
    ),
  ),
  breakage(
    'chats.get.foreign/once-more',
    'A chat that was not found is there when it is asked for once more.',
    notOnceMore(
      'getChat',
      ({ status }) => status === 404,
      ({ path }) => String(path.chat_id),
      (request) => succeed(request, { id: request.path.chat_id }),
    ),
  ),
];

/** The second answer to an interaction succeeds, though the first was refused. */
function takenOnceMore<const Id extends string>(
  id: BreakageId<Id>,
  when: string,
  isMeant: (request: HttpRequest, raised: RaisedById) => boolean,
): Breakage {
  return breakage(
    id,
    `An answer to an interaction ${when} is refused, but succeeds once more.`,
    withInteractions((raised) =>
      notOnceMore(
        ANSWERS,
        (answer, request) =>
          !isSuccess(answer) && ownerOf(request, raised) !== undefined && isMeant(request, raised),
        (request) => `${request.path.chat_id} ${bodyOf(request)?.action_id}`,
        resolved,
      ),
    ),
  );
}

/**
 * Answers otherwise where the sound server refuses the same for the second time.
 *
 * @param nameOf what is the same
 */
function notOnceMore(
  operations: Operations,
  isMeant: (answer: JsonAnswer, request: HttpRequest) => boolean,
  nameOf: (request: HttpRequest) => string,
  result: (request: HttpRequest, sound: Exchange) => HttpAnswer | Promise<HttpAnswer>,
): Wrap {
  return (exchange) => {
    const refused = new Set<string>();
    return answerInstead(operations, async (request, sound) => {
      const answer = await sound(request);
      if ('open' in answer || !isMeant(answer, request)) return answer;
      const name = nameOf(request);
      if (refused.has(name)) return result(request, sound);
      refused.add(name);
      return answer;
    })(exchange);
  };
}

function isInChatOf(turn: HttpRequest | undefined, { path }: HttpRequest): boolean {
  return turn?.path.chat_id === path.chat_id;
}

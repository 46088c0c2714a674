import { ANSWERS } from '../../../../generated/operation-groups.js';
import type { Exchange, HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { resolved } from '../../decorators/answers.ts';
import { haveSameToken, ownerOf, withInteractions } from '../../decorators/interactions.ts';
import { withTokenOf } from '../../decorators/requests.ts';
import { MAIN, type MissingGuard } from './guard.ts';

/** Interactions of other credentials, of other chats and of other kinds. */
export function interactionGuards(): readonly MissingGuard[] {
  return ANSWERS.flatMap((operation): MissingGuard[] => [
    {
      place: `${operation}:interaction-of-other-credential`,
      operation,
      isMet: ({ token, status }) => token !== MAIN && status === 404,
      wraps: {
        'not-made': [
          'takes the answer',
          refusedAt(operation, isForeign, (request, owner, { sound }) => sound(asOwner(request, owner))),
        ],
        'settles-anyway': [
          'refuses the answer, and takes it all the same',
          refusedAt(operation, isForeign, async (request, owner, { sound, refusal }) => {
            await sound(asOwner(request, owner));
            return refusal;
          }),
        ],
      },
    },
    {
      place: `${operation}:interaction-of-other-chat`,
      operation,
      isMet: ({ status }) => status === 404,
      wraps: {
        'not-made': [
          'takes the answer',
          refusedAt(operation, isElsewhere, (request, { path }, { sound }) => sound({ ...request, path })),
        ],
      },
    },
    {
      place: `${operation}:interaction-of-other-kind`,
      operation,
      isMet: ({ status }) => status === 404,
      wraps: {
        'not-made': ['takes the answer', refusedAt(operation, isInSameChat, (request) => resolved(request))],
      },
    },
  ]);
}

/** The sound server's refusal of an answer to an interaction. */
interface Refused {
  readonly refusal: HttpAnswer;
  readonly sound: Exchange;
}

/** Answers instead of the sound server when it does not find the interaction. @param instead knows the request whose turn raised it */
function refusedAt(
  operation: OperationId,
  isMeant: (request: HttpRequest, owner: HttpRequest) => boolean,
  instead: (request: HttpRequest, owner: HttpRequest, refused: Refused) => HttpAnswer | Promise<HttpAnswer>,
): Wrap {
  return withInteractions((raised) =>
    answerInstead(operation, async (request, sound) => {
      const refusal = await sound(request);
      const owner = ownerOf(request, raised);
      return refusal.status === 404 && owner && isMeant(request, owner)
        ? instead(request, owner, { refusal, sound })
        : refusal;
    }),
  );
}

function isForeign(request: HttpRequest, owner: HttpRequest): boolean {
  return !haveSameToken(request, owner);
}

function isInSameChat(request: HttpRequest, owner: HttpRequest): boolean {
  return request.path.chat_id === owner.path.chat_id;
}

function isElsewhere(request: HttpRequest, owner: HttpRequest): boolean {
  return haveSameToken(request, owner) && !isInSameChat(request, owner);
}

function asOwner(request: HttpRequest, owner: HttpRequest): HttpRequest {
  return { ...request, path: owner.path, ...withTokenOf(owner, request) };
}

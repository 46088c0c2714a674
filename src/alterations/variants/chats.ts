import type { Exchange, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { askBeside, SENDS } from '../decorators/in-exchange.ts';
import { answerInstead, bodyOf, rewriteRequests, withBody } from '../decorators/rewrite.ts';
import { type Body, failure, isInvalid, isSuccess, retell, success } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

const LONGEST_NAME = 200;
const MODEL_TAKERS = ['createChat', ...SENDS] as const;

/** Making, changing and deleting chats. */
export const chatVariants: readonly Variant[] = [
  inExchange(
    'A-27=needs-object',
    'Creating a chat takes an object, and a name in it that is no null.',
    answerInstead('createChat', (request) =>
      request.body === undefined || bodyOf(request)?.name === null
        ? failure(request, 422, 'body_required')
        : undefined,
    ),
  ),
  inExchange(
    'A-28=both',
    'The limit of a chat name holds for a change too.',
    answerInstead('updateChat', (request) =>
      bodyOf(request)?.name?.length > LONGEST_NAME ? failure(request, 422, 'name_too_long') : undefined,
    ),
  ),
  inExchange(
    'A-28=trimmed',
    'The name of a chat is kept without the spaces around it.',
    rewriteRequests(['createChat', 'updateChat'], (request) =>
      withBody(request, (body) =>
        typeof body.name === 'string' ? { ...body, name: body.name.trim() } : body,
      ),
    ),
  ),
  inExchange(
    'A-29=not-found',
    'A model that cannot be used is not found.',
    retell(MODEL_TAKERS, isUnknownModel, { status: 404, code: 'api_v1_not_found' }),
  ),
  inExchange(
    'A-29=validation',
    'A model that cannot be used is a validation error.',
    retell(MODEL_TAKERS, isUnknownModel, { status: 422, code: 'api_v1_validation_error' }),
  ),
  inExchange(
    'A-29=not-allowed',
    'A model that cannot be used is one that is not allowed.',
    retell(MODEL_TAKERS, isUnknownModel, { status: 403, code: 'api_token_resource_not_allowed' }),
  ),
  inExchange(
    'A-30=chat-mode',
    "A turn that names no mode has its chat's.",
    answerInstead(SENDS, async (request, sound) => {
      if (bodyOf(request)?.permission_mode !== undefined) return sound(request);
      const { body } = (await askBeside(sound, request, 'getChat')) as { body: Body };
      // Of a chat that is not there yet too, so that a repeat has the same body.
      const mode = body?.data?.permission_mode ?? 'manual';
      return sound({
        ...request,
        ...withBody(request, (turn) => ({ ...turn, permission_mode: mode })),
      });
    }),
  ),
  inExchange(
    'A-32=deleted-refused',
    'A turn for a chat that was deleted is answered 410, with a code of its own.',
    knowingDeleted(SENDS, (request, sound) =>
      sound.status === 404 ? failure(request, 410, 'chat_deleted') : sound,
    ),
  ),
  inExchange(
    'A-34=second-ok',
    'Deleting a chat again is a success.',
    knowingDeleted(['deleteChat'], (request, sound) =>
      sound.status === 404 ? success(request, { id: request.path.chat_id, deleted: true }) : sound,
    ),
  ),
  inExchange(
    'A-34=running-busy',
    'A chat in which a turn runs cannot be deleted.',
    answerInstead('deleteChat', async (request, sound) => {
      const { body } = (await askBeside(sound, request, 'listMessages')) as { body: Body };
      const running = body?.data?.find?.(({ status }: Body) => status === 'pending');
      return running ? failure(request, 409, 'api_v1_chat_busy', { message_id: running.id }) : sound(request);
    }),
  ),
  inExchange(
    'A-36=refuse',
    'A change that changes nothing is refused.',
    answerInstead(['updateChat', 'updateSkill'], (request) =>
      Object.keys(bodyOf(request) ?? {}).length === 0
        ? failure(request, 422, 'nothing_to_change')
        : undefined,
    ),
  ),
  inExchange(
    'A-71=gone-with-chat',
    'The outcomes of a chat are forgotten when it is deleted.',
    knowingDeleted(SENDS, (request) => failure(request, 404, 'api_v1_not_found')),
  ),
];

function isUnknownModel(body: Body, request: HttpRequest): boolean {
  return isInvalid(body) && bodyOf(request)?.model_id > 0 && /model_id/.test(body.message);
}

/**
 * Answers otherwise about chats that their own credential has deleted.
 *
 * @param answer gets what the sound server says
 */
function knowingDeleted(
  operations: readonly ('deleteChat' | (typeof SENDS)[number])[],
  answer: (request: HttpRequest, sound: JsonAnswer) => JsonAnswer,
): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const deleted = new Set<string>();
    const noting = answerInstead('deleteChat', async (request, sound) => {
      const answer = await sound(request);
      if (isSuccess(answer)) deleted.add(nameOf(request));
      return answer;
    })(exchange);
    return answerInstead(operations, async (request) => {
      const isDeleted = deleted.has(nameOf(request));
      const sound = await noting(request);
      return isDeleted ? answer(request, sound as JsonAnswer) : sound;
    })(noting);
  };
}

function nameOf({ path, header }: HttpRequest): string {
  return `${header('authorization')} ${path.chat_id?.toLowerCase()}`;
}

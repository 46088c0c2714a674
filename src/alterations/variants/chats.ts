import type { HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { answerInstead, refusing } from '../decorators/answer-instead.ts';
import { failure, isInvalid, isSuccess, succeed } from '../decorators/answers.ts';
import { type Operations, SENDS } from '../decorators/operations.ts';
import { askBeside, type Body, bodyOf, withBody } from '../decorators/requests.ts';
import { changeFailures } from '../decorators/rewrite-answers.ts';
import { rewriteBodies } from '../decorators/rewrite-requests.ts';

const LONGEST_NAME = 200;
/** The operations whose body may be empty. */
const BODILESS: readonly string[] = ['createChat', 'updateChat', 'cancelTurn', 'updateSkill'];
const MODEL_TAKERS = ['createChat', ...SENDS] as const;

/** Creating, changing and deleting chats. */
export const chatVariants: readonly Variant[] = [
  variant(
    'A-27=needs-object',
    'Creating a chat without a body, or with null as its name, is refused.',
    answerInstead('createChat', (request) =>
      request.body === undefined || bodyOf(request)?.name === null
        ? failure(request, 422, 'body_required')
        : undefined,
    ),
  ),
  variant(
    'A-27=bodyless',
    'A missing body counts as an empty object, wherever no member of the body is required.',
    (next) => (request) =>
      BODILESS.includes(request.operation.operationId) && request.body === undefined
        ? next({ ...request, body: Buffer.from('{}') })
        : next(request),
  ),
  variant(
    'A-28=both',
    'The limit of a chat name also applies to a change.',
    refusing(
      'updateChat',
      ({ name }) => name?.length > LONGEST_NAME,
      (request) => failure(request, 422, 'name_too_long'),
    ),
  ),
  variant(
    'A-28=trimmed',
    'The name of a chat is stored without the spaces around it.',
    rewriteBodies(['createChat', 'updateChat'], (body) =>
      typeof body.name === 'string' ? { ...body, name: body.name.trim() } : body,
    ),
  ),
  variant(
    'A-29=not-found',
    'A model that cannot be used is refused as not found.',
    changeFailures(MODEL_TAKERS, isForUnknownModel, { status: 404, code: 'api_v1_not_found' }),
  ),
  variant(
    'A-29=validation',
    'A model that cannot be used is refused with the validation error.',
    changeFailures(MODEL_TAKERS, isForUnknownModel, { status: 422, code: 'api_v1_validation_error' }),
  ),
  variant(
    'A-29=not-allowed',
    'A model that cannot be used is refused as not allowed.',
    changeFailures(MODEL_TAKERS, isForUnknownModel, {
      status: 403,
      code: 'api_token_resource_not_allowed',
    }),
  ),
  variant(
    'A-30=chat-mode',
    'A turn that names no mode takes the mode of its chat.',
    answerInstead(SENDS, async (request, sound) => {
      if (bodyOf(request)?.permission_mode !== undefined) return sound(request);
      const { body } = (await askBeside(sound, request, 'getChat')) as { body: Body };
      // A chat that does not exist yet has a mode too, so that a repeated send has the same body.
      const mode = body?.data?.permission_mode ?? 'manual';
      return sound({
        ...request,
        ...withBody(request, (turn) => ({ ...turn, permission_mode: mode })),
      });
    }),
  ),
  variant(
    'A-32=deleted-refused',
    'A turn in a deleted chat answers 410 with a code of its own.',
    withDeletedChats(SENDS, (request, sound) =>
      sound.status === 404 ? failure(request, 410, 'chat_deleted') : sound,
    ),
  ),
  variant(
    'A-34=second-ok',
    'Deleting a chat for the second time succeeds.',
    withDeletedChats('deleteChat', (request, sound) =>
      sound.status === 404 ? succeed(request, { id: request.path.chat_id, deleted: true }) : sound,
    ),
  ),
  variant(
    'A-34=running-busy',
    'A chat with a running turn cannot be deleted.',
    answerInstead('deleteChat', async (request, sound) => {
      const { body } = (await askBeside(sound, request, 'listMessages')) as { body: Body };
      const running = body?.data?.find?.(({ status }: Body) => status === 'pending');
      return running ? failure(request, 409, 'api_v1_chat_busy', { message_id: running.id }) : sound(request);
    }),
  ),
  variant(
    'A-36=refuse',
    'A change that changes nothing is refused.',
    answerInstead(['updateChat', 'updateSkill'], (request) =>
      Object.keys(bodyOf(request) ?? {}).length === 0
        ? failure(request, 422, 'nothing_to_change')
        : undefined,
    ),
  ),
  variant(
    'A-71=gone-with-chat',
    'The outcomes of a chat are forgotten when the chat is deleted.',
    withDeletedChats(SENDS, (request) => failure(request, 404, 'api_v1_not_found')),
  ),
];

function isForUnknownModel(body: Body, request: HttpRequest): boolean {
  return isInvalid(body) && bodyOf(request)?.model_id > 0 && /model_id/.test(body.message);
}

/** Changes the answers about chats that their own credential has deleted. @param answer gets the sound server's answer */
function withDeletedChats(
  operations: Operations,
  answer: (request: HttpRequest, sound: JsonAnswer) => JsonAnswer,
): Wrap {
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

/** A chat together with the credential that uses it. */
function nameOf({ path, header }: HttpRequest): string {
  return `${header('authorization')} ${path.chat_id?.toLowerCase()}`;
}

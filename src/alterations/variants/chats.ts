import { randomUUID } from 'node:crypto';
import { SENDS } from '../../../generated/operation-groups.js';
import type { Exchange, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { renderScript } from '../../rig/script/render-script.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { answerInstead, refusing } from '../decorators/answer-instead.ts';
import { fail, failure, isInvalid, isSuccess, succeed } from '../decorators/answers.ts';
import { LONGEST_CHAT_NAME } from '../decorators/facts.ts';
import { keyOf } from '../decorators/keys.ts';
import type { Operations } from '../decorators/operations.ts';
import { askBeside, type Body, bodyOf, runningIn, withBody } from '../decorators/requests.ts';
import { changeFailures } from '../decorators/rewrite-answers.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { rewriteBodies } from '../decorators/rewrite-requests.ts';
import { sendAnother } from '../decorators/send-another.ts';

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
      ({ name }) => name?.length > LONGEST_CHAT_NAME,
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
    'A-29=at-run-time',
    'A model that cannot be used is accepted, and its turns fail.',
    withUnknownModels,
  ),
  variant(
    'A-30=chat-mode',
    'A turn that names no mode takes the mode of its chat.',
    answerInstead(SENDS, async (request, sound) => {
      if (bodyOf(request)?.permission_mode !== undefined) return sound(request);
      const { body } = (await askBeside(sound, request, 'getChat')) as { body: Body };
      // A chat that does not exist yet also has a mode, so that a repeated send has the same body.
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
    'A-32=deleted-created-anew',
    'A turn in a deleted chat creates an empty chat with the same id.',
    givingIdsAgain,
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
      const running = await runningIn(sound, request);
      return running ? fail(request, 'chat-busy', { data: { message_id: running } }) : sound(request);
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
    withoutOutcomesOfDeleted,
  ),
];

function isForUnknownModel(body: Body, request: HttpRequest): boolean {
  return isInvalid(body) && bodyOf(request)?.model_id > 0 && /model_id/.test(body.message);
}

/** Changes the answers about chats that their own credential has deleted. @param answer receives the sound server's answer */
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

/** Answers 404 for a key that was used in a chat before the chat was deleted. */
function withoutOutcomesOfDeleted(exchange: Exchange): Exchange {
  const used = new Map<string, Set<string>>();
  const gone = new Set<string>();
  const keyNameOf = (request: HttpRequest) => `${nameOf(request)} ${keyOf(request)}`;
  const noting = answerInstead('deleteChat', async (request, sound) => {
    const answer = await sound(request);
    if (isSuccess(answer)) for (const key of used.get(nameOf(request)) ?? []) gone.add(key);
    return answer;
  })(exchange);
  return answerInstead(SENDS, (request) => {
    const key = keyNameOf(request);
    if (gone.has(key)) return failure(request, 404, 'api_v1_not_found');
    used.set(nameOf(request), (used.get(nameOf(request)) ?? new Set()).add(key));
    return undefined;
  })(noting);
}

/** Turns with an unknown model fail, and a chat that names such a model keeps it. */
function withUnknownModels(exchange: Exchange): Exchange {
  const models = new Map<string, number>();
  const fails = renderScript([{ fail: 'outage' }]);
  const creating = answerInstead('createChat', async (request, sound) => {
    const answer = await sound(request);
    if ('open' in answer || !isForUnknownModel(answer.body, request)) return answer;
    const created = await sound({ ...request, ...withBody(request, ({ model_id: _, ...body }) => body) });
    const { data }: Body = (created as JsonAnswer).body;
    if (data?.id !== undefined) models.set(data.id, bodyOf(request).model_id);
    return created;
  })(exchange);
  const sending = sendAnother(async (request, sound) => {
    const body = bodyOf(request);
    if (body?.model_id === undefined && models.has(request.path.chat_id ?? ''))
      return { ...body, content: fails };
    if (body?.model_id === undefined) return undefined;
    const { body: catalog } = (await askBeside(sound, request, 'getCatalog')) as { body: Body };
    const isKnown = catalog?.data?.models?.some(({ id }: Body) => id === body.model_id) ?? true;
    const { model_id, ...turn } = body;
    return isKnown || !(model_id > 0) ? undefined : { ...turn, content: fails };
  })(creating);
  return rewriteEverywhere((value) =>
    models.has(value?.id) && 'model_id' in value ? { ...value, model_id: models.get(value.id) } : value,
  )(sending);
}

/** Gives the id of each deleted chat to a new chat, which has a different id inside the server. */
function givingIdsAgain(exchange: Exchange): Exchange {
  const inner = new Map<string, string>();
  const outer = new Map<string, string>();
  const renaming = rewriteEverywhere((value) => outer.get(value) ?? value)(exchange);
  return async (request) => {
    const { chat_id: chatId } = request.path;
    if (chatId === undefined) return renaming(request);
    const name = nameOf(request);
    const path = { ...request.path, chat_id: inner.get(name) ?? chatId };
    const answer = await renaming({ ...request, path });
    if (request.operation.operationId === 'deleteChat' && isSuccess(answer)) {
      const id = randomUUID();
      inner.set(name, id);
      outer.set(id, chatId);
    }
    return answer;
  };
}

/** Identifies a chat together with the credential that uses it. */
function nameOf({ path, header }: HttpRequest): string {
  return `${header('authorization')} ${path.chat_id?.toLowerCase()}`;
}

import { SENDS } from '../../../../generated/operation-groups.js';
import type { StreamEvent } from '../../../../generated/types.d.ts';
import type { HttpRequest } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { codeOf, fail } from '../../decorators/answers.ts';
import { keyOf } from '../../decorators/keys.ts';
import type { Operations } from '../../decorators/operations.ts';
import { rewriteFailures } from '../../decorators/rewrite-answers.ts';
import { noteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { plus } from '../../decorators/values.ts';
import { failed } from '../kinds/answered.ts';

const BUSY = 'api_v1_chat_busy';

/** Conflicts with another turn of the chat, or with an earlier use of the key. */
export const errorConflictBreakages: readonly Breakage[] = [
  breakage(
    'errors.idempotency-conflict.answer/replays',
    'Another body that is sent without streaming under a used key gets the outcome of the first body.',
    repeating(() => true, 'sendMessage'),
  ),
  breakage(
    'errors.idempotency-conflict.answer/other-case',
    'Another body under a used key gets the outcome of the first body if the two differ in letter case only.',
    repeating((first, body) => String(first).toLowerCase() === String(body).toLowerCase()),
  ),
  breakage(
    'errors.chat-busy.message-id/after-cancellation',
    'A chat is busy for good with a turn that was cancelled.',
    stayingBusy(({ type }) => type === 'message.cancelled'),
  ),
  breakage(
    'errors.chat-busy.message-id/after-timeout',
    'A chat is busy for good with a turn that timed out.',
    stayingBusy((event) => event.type === 'message.error' && event.data.code === 'turn_timeout'),
  ),
  breakage(
    'errors.chat-busy.message-id/after-cut',
    'A chat is busy for good with a blocking turn that was cut.',
    (exchange) => {
      const cut = new Map<string | undefined, string | undefined>();
      return answerInstead(SENDS, async (request, sound) => {
        const { chat_id } = request.path;
        if (cut.has(chat_id) && cut.get(chat_id) !== keyOf(request))
          return fail(request, 'chat-busy', { data: { message_id: 1 } });
        const answer = await sound(request);
        if (codeOf(answer) === 'interaction_in_auto_mode') cut.set(chat_id, keyOf(request));
        return answer;
      })(exchange);
    },
  ),
  failed('errors.chat-busy.message-id/another', SENDS, BUSY, { 'data.message_id': plus(1) }),
  failed('errors.chat-busy.message-id/absent', SENDS, BUSY, { data: {} }),
  breakage(
    'failures.data.extra-facts',
    'The failure of a busy chat names the running turn in meta, and has no data.',
    rewriteFailures('sendMessage', BUSY, ({ data, ...body }) => ({
      ...body,
      meta: { ...body.meta, ...data },
    })),
  ),
];

/** Gives each send that counts as a repetition the body of the first send with its key. */
function repeating(
  isSame: (first: HttpRequest['body'], body: HttpRequest['body']) => boolean,
  operations: Operations = SENDS,
): Wrap {
  return (exchange) => {
    const bodies = new Map<string, HttpRequest['body']>();
    return rewriteRequests(operations, (request) => {
      const key = keyOf(request);
      if (key === undefined) return {};
      if (!bodies.has(key)) bodies.set(key, request.body);
      const first = bodies.get(key);
      return isSame(first, request.body) ? { body: first } : {};
    })(exchange);
  };
}

/** Accepts no more turns in a chat after one has ended there in a certain way. A send with a used key is a replay. */
function stayingBusy(isMeant: (event: StreamEvent) => boolean): Wrap {
  return (sound) => {
    const ended = new Map<string | undefined, number>();
    const keys = new Set<string | undefined>();
    const noting = noteEvents(({ path }) => {
      let id = 0;
      return (event) => {
        if (event.type === 'message.start') id = event.data.message_id;
        if (isMeant(event)) ended.set(path.chat_id, id);
      };
    })(sound);
    return answerInstead(SENDS, (request) => {
      const messageId = ended.get(request.path.chat_id);
      const isReplay = keys.has(keyOf(request));
      keys.add(keyOf(request));
      return messageId === undefined || isReplay
        ? undefined
        : fail(request, 'chat-busy', { data: { message_id: messageId } });
    })(noting);
  };
}

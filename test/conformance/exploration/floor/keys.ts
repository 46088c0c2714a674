import { SENDS } from '../../../../generated/operation-groups.js';
import { answerInstead } from '../../../../src/alterations/decorators/answer-instead.ts';
import { codeOf, fail, isSuccess } from '../../../../src/alterations/decorators/answers.ts';
import { keyOf, withFreshKey, withKey } from '../../../../src/alterations/decorators/keys.ts';
import { rewriteData } from '../../../../src/alterations/decorators/rewrite-answers.ts';
import { rewriteRequests } from '../../../../src/alterations/decorators/rewrite-requests.ts';
import type { HttpRequest } from '../../../../src/reference/http/exchange.ts';
import { defect, type FloorDefect } from './defect.ts';
import { both, haveSameBody, noteEnds, noteFailures, tokenOf, useOf } from './notes.ts';

const SAME_RESULT =
  'Retrying with the same key and body returns the same result without re-running the turn.';

export const KEY_DEFECTS: readonly FloorDefect[] = [
  defect(
    'errors.idempotency-conflict.answer/missed-after-a-replay',
    '409 api_v1_idempotency_conflict: Same key used with a different body',
    'Once a key was replayed, another body under it gets the stored outcome.',
    (exchange) => {
      const uses = new Map<string, { readonly first: HttpRequest; count: number }>();
      return answerInstead(SENDS, async (request, sound) => {
        const use = uses.get(useOf(request)) ?? { first: request, count: 0 };
        if (use.count > 1) return sound({ ...request, body: use.first.body });
        const answer = await sound(request);
        if (isSuccess(answer)) uses.set(useOf(request), { ...use, count: use.count + 1 });
        return answer;
      })(exchange);
    },
  ),
  defect(
    'idempotency.replay.same-result/conflict-takes-the-key-over',
    SAME_RESULT,
    'After a conflict, its key refuses the first body too.',
    (exchange) => {
      const taken = new Set<string>();
      return answerInstead(SENDS, async (request, sound) => {
        if (taken.has(useOf(request))) return fail(request, 'idempotency-conflict');
        const answer = await sound(request);
        if (codeOf(answer) === 'api_v1_idempotency_conflict') taken.add(useOf(request));
        return answer;
      })(exchange);
    },
  ),
  defect(
    'idempotency.replay.cancelled/runs-again',
    'Replaying the same Idempotency-Key returns status `cancelled`',
    'The key of a cancelled turn runs a new turn.',
    (exchange) => {
      const free = new Set<string>();
      const noting = noteEnds((request, { status }) => {
        if (status === 'cancelled') free.add(useOf(request));
      });
      return freeingKeys(free)(noting(exchange));
    },
  ),
  defect(
    'errors.turn-failed.same-as-replay/runs-again-after-another-turn',
    'Retrying with the same key is a replay and returns the same error.',
    'The key of a failed turn runs a new turn once another turn of the chat has succeeded.',
    (exchange) => {
      const failed = new Map<string, string | undefined>();
      const free = new Set<string>();
      const noting = both(
        noteFailures((request) => failed.set(useOf(request), request.path.chat_id)),
        noteEnds(({ path }) => {
          for (const [use, chat] of failed) if (chat === path.chat_id) free.add(use);
        }),
      );
      return freeingKeys(free)(noting(exchange));
    },
  ),
  defect(
    'idempotency.replay.same-result/second-chat-answers-in-the-first',
    SAME_RESULT,
    'Each chat has its own keys, but a replay answers with the turn of the chat that used the key last.',
    (exchange) => {
      const chats = new Map<string, Set<string>>();
      return answerInstead(SENDS, async (request, sound) => {
        const { chat_id = '' } = request.path;
        const key = keyOf(request);
        const users = chats.get(JSON.stringify([tokenOf(request), key])) ?? new Set();
        const target = users.has(chat_id) ? ([...users].at(-1) ?? chat_id) : chat_id;
        const answer = await sound({
          ...request,
          ...withKey(request, key && `${key} ${target}`),
          path: { ...request.path, chat_id: target },
        });
        if (isSuccess(answer)) chats.set(JSON.stringify([tokenOf(request), key]), users.add(chat_id));
        return answer;
      })(exchange);
    },
  ),
  defect(
    'idempotency.replay.same-result/latest-turn-of-the-chat',
    SAME_RESULT,
    'A replay of a blocking send answers with the latest turn that was sent so in the chat.',
    (exchange) => {
      const sent = new Map<string, HttpRequest>();
      const latest = new Map<string | undefined, HttpRequest>();
      return answerInstead('sendMessage', async (request, sound) => {
        const first = sent.get(useOf(request));
        const last = latest.get(request.path.chat_id);
        if (first && last && haveSameBody(first, request))
          return sound({ ...last, requestId: request.requestId });
        const answer = await sound(request);
        if (!isSuccess(answer)) return answer;
        sent.set(useOf(request), request);
        latest.set(request.path.chat_id, request);
        return answer;
      })(exchange);
    },
  ),
  defect(
    'idempotency.replay.same-result/usage-of-later-turns',
    SAME_RESULT,
    'A replay counts the tokens of the later turns of the chat too.',
    (exchange) => {
      const totals = new Map<string | undefined, Map<number, number>>();
      return rewriteData('sendMessage', (turn, { request }) => {
        if (!turn.usage) return turn;
        const ofChat = totals.get(request.path.chat_id) ?? new Map<number, number>();
        totals.set(request.path.chat_id, ofChat);
        if (!ofChat.has(turn.id)) ofChat.set(turn.id, turn.usage.total_tokens);
        const total_tokens = [...ofChat].reduce((sum, [id, own]) => (id < turn.id ? sum : sum + own), 0);
        return { ...turn, usage: { ...turn.usage, total_tokens } };
      })(exchange);
    },
  ),
];

/** Lets some idempotency keys run a new turn on every send. */
function freeingKeys(free: ReadonlySet<string>) {
  return rewriteRequests(SENDS, (request) => (free.has(useOf(request)) ? withFreshKey(request) : {}));
}

import { createHash } from 'node:crypto';
import errors from '../../../generated/errors.json' with { type: 'json' };
import { SENDS } from '../../../generated/operation-groups.js';
import type { StreamEvent } from '../../../generated/types.d.ts';
import type { HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { isObject } from '../../rig/script/json.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { codeOf, fail, failure, isSuccess } from '../decorators/answers.ts';
import { keyOf, withKey } from '../decorators/keys.ts';
import { streamOf } from '../decorators/refuse-in-stream.ts';
import { type Body, runningIn } from '../decorators/requests.ts';
import { isOf, noteEvents, TERMINALS } from '../decorators/rewrite-events.ts';
import { rewriteBodies, rewriteRequests } from '../decorators/rewrite-requests.ts';

/** The scope of keys, the comparison of bodies, and the replay of outcomes. */
export const idempotencyVariants: readonly Variant[] = [
  variant(
    'A-58=identical',
    'The replay of a failed turn is identical to its first answer, including the request id.',
    (exchange) => {
      const first = new Map<string, HttpAnswer>();
      return answerInstead('sendMessage', async (request, sound) => {
        const answer = await sound(request);
        if ('open' in answer || answer.status < 500) return answer;
        const before = first.get(ownedKeyOf(request));
        if (before && codeOf(before) === codeOf(answer)) return before;
        first.set(ownedKeyOf(request), answer);
        return answer;
      })(exchange);
    },
  ),
  variant(
    'A-62=per-chat',
    'Each chat has its own keys.',
    separatingKeys(({ path }) => path.chat_id),
  ),
  variant(
    'A-62=per-endpoint',
    'Each send endpoint has its own keys.',
    separatingKeys(({ operation }) => operation.operationId),
  ),
  variant('A-63=conflict', 'A key that was used on the other send endpoint is a conflict.', (exchange) => {
    const used = new Map<string, string>();
    return answerInstead(SENDS, (request) => {
      const name = ownedKeyOf(request);
      const { operationId } = request.operation;
      const before = used.get(name) ?? operationId;
      if (keyOf(request) !== undefined) used.set(name, before);
      return before === operationId ? undefined : fail(request, 'idempotency-conflict');
    })(exchange);
  }),
  variant('A-64=bytes', 'Two bodies are the same only if their bytes are equal.', (exchange) => {
    const sent = new Map<string, string>();
    return answerInstead(SENDS, async (request, sound) => {
      const name = ownedKeyOf(request);
      const before = sent.get(name);
      const text = String(request.body);
      if (before !== undefined && before !== text) return fail(request, 'idempotency-conflict');
      const answer = await sound(request);
      if (isSuccess(answer)) sent.set(name, text);
      return answer;
    })(exchange);
  }),
  variant(
    'A-64=normalised',
    'Two bodies are the same if they mean the same, in any order, with or without defaults.',
    rewriteBodies(SENDS, normalised),
  ),
  variant('A-65=in-progress', 'The key of a running turn is in progress, whatever the body.', (exchange) => {
    const first = new Map<string, HttpRequest>();
    return answerInstead(SENDS, async (request, sound) => {
      const answering = sound(request);
      const name = ownedKeyOf(request);
      if (keyOf(request) !== undefined && !first.has(name)) first.set(name, request);
      const answer = await answering;
      const original = first.get(name);
      if (!original || codeOf(answer) !== 'api_v1_idempotency_conflict') return answer;
      const repeated = await sound({ ...original, requestId: request.requestId });
      return codeOf(repeated) === 'api_v1_turn_in_progress' ? repeated : answer;
    })(exchange);
  }),
  variant('A-67=stored', 'The key of a refused turn replays the refusal.', (exchange) => {
    const refused = new Map<string, JsonAnswer>();
    return answerInstead(SENDS, async (request, sound) => {
      // A refusal of one endpoint says nothing about a turn of the other one, where keys are not shared.
      const name = `${request.operation.operationId} ${ownedKeyOf(request)}`;
      const before = refused.get(name);
      if (before) return before;
      const answer = await sound(request);
      if (keyOf(request) !== undefined && isStorable(answer)) refused.set(name, answer);
      return answer;
    })(exchange);
  }),
  variant(
    'A-69=unknown-for-ever',
    'A turn whose outcome is unknown replays that failure for ever, while the history shows what became of it.',
    replayingForEver('outcome_unknown'),
  ),
  variant(
    'A-70=limited',
    'A key has at most 64 characters, all of them letters, digits and hyphens.',
    answerInstead(SENDS, (request) =>
      /^[\w-]{1,64}$/.test(keyOf(request) ?? '-') ? undefined : failure(request, 400, 'malformed_key'),
    ),
  ),
  variant('A-73=busy', 'A replay fails while another turn runs in the chat.', (exchange) => {
    /** The turns that have ended, by key. */
    const over = new Map<string, number>();
    const noting = noteEvents((request) => {
      let id = 0;
      return (event) => {
        if (event.type === 'message.start') id = event.data.message_id;
        if (isOf(TERMINALS, event) && !isRefusal(event)) over.set(ownedKeyOf(request), id);
      };
    })(exchange);
    return answerInstead(SENDS, async (request, sound) => {
      const name = ownedKeyOf(request);
      const own = over.get(name);
      const running = own === undefined ? undefined : await runningIn(sound, request);
      // A turn whose outcome is not yet known is also listed as running.
      if (running !== undefined && running !== own)
        return fail(request, 'chat-busy', { data: { message_id: running } });
      const answer = await sound(request);
      if (!('open' in answer) && isSuccess(answer)) over.set(name, (answer.body as Body).data.id);
      return answer;
    })(noting);
  }),
  variant(
    'A-69=same-error',
    'A turn whose save was not confirmed replays that failure for ever.',
    replayingForEver('persistence_failed'),
  ),
  variant(
    'A-72=persists',
    'A turn that another execution closed replays that failure for ever.',
    replayingForEver('idempotency_outcome_unknown'),
  ),
];

/** The `code` of each message.error that ends a turn (section 6). */
const CODES_OF_TURNS = new Set(
  errors.filter(({ channel }) => channel === 'event').map(({ message_code }) => message_code),
);

/** Whether an event only reports that the turn was refused. */
function isRefusal(event: StreamEvent): boolean {
  return event.type === 'message.error' && !CODES_OF_TURNS.has(event.data.code);
}

/** A key together with the credential that uses it. */
function ownedKeyOf(request: HttpRequest): string {
  return `${request.header('authorization')} ${keyOf(request)}`;
}

/** Separates the keys of different places, so that the same key can be used in each place. */
function separatingKeys(placeOf: (request: HttpRequest) => string | undefined): Wrap {
  return rewriteRequests(SENDS, (request) => {
    const key = keyOf(request);
    if (!key?.trim()) return {};
    const name = createHash('sha256')
      .update(`${placeOf(request)?.toLowerCase()} ${key}`)
      .digest('hex');
    return withKey(request, name);
  });
}

function normalised(body: Body): Body {
  const { attachments } = body;
  return {
    permission_mode: 'manual',
    ...body,
    // A value of another type stays unchanged.
    ...(isObject(attachments) && {
      attachments: Object.fromEntries(
        Object.entries(attachments).map(([name, ids]) => [
          name,
          Array.isArray(ids) ? [...new Set(ids)].sort((a, b) => a - b) : ids,
        ]),
      ),
    }),
  };
}

/** Whether a key can store an answer as its outcome: a refusal that is permanent. */
function isStorable(answer: HttpAnswer): answer is JsonAnswer {
  if ('open' in answer || isSuccess(answer) || answer.status >= 500) return false;
  return answer.status !== 401 && !TEMPORARY.has(codeOf(answer));
}

/** The last one is the variant of A-53: the turn ran, so its key already has an outcome. */
const TEMPORARY = new Set<unknown>([
  'api_v1_turn_in_progress',
  'api_v1_idempotency_conflict',
  'turn_cancelled',
]);

/** When a key is sent again, repeats its first failure with the given turn code. */
function replayingForEver(code: string): Wrap {
  return (exchange) => {
    const outcomes = new Map<string, HttpAnswer>();
    const noting = noteEvents((request) => {
      let start: StreamEvent | undefined;
      return (event) => {
        if (event.type === 'message.start') start = event;
        if (event.type === 'message.error' && event.data.code === code && start)
          outcomes.set(endpointAndKeyOf(request), streamOf([start, event]));
      };
    })(exchange);
    return answerInstead(SENDS, async (request, sound) => {
      const before = outcomes.get(endpointAndKeyOf(request));
      if (before) return before;
      const answer = await sound(request);
      if (!('open' in answer) && turnCodeOf(answer) === code) outcomes.set(endpointAndKeyOf(request), answer);
      return answer;
    })(noting);
  };
}

function endpointAndKeyOf(request: HttpRequest): string {
  return `${request.operation.operationId} ${ownedKeyOf(request)}`;
}

/** The code of a failed turn. Some rows have it in `data`. */
function turnCodeOf({ body }: JsonAnswer): string {
  const { data, message_code }: Body = body ?? {};
  return data?.code ?? message_code;
}

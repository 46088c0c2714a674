import { createHash } from 'node:crypto';
import type { StreamEvent } from '../../../generated/types.d.ts';
import { refusal } from '../../reference/failures/api-failure.ts';
import { renderFailure } from '../../reference/failures/render.ts';
import type {
  Exchange,
  HttpAnswer,
  HttpRequest,
  JsonAnswer,
  StreamAnswer,
} from '../../reference/http/exchange.ts';
import { SENDS } from '../decorators/in-exchange.ts';
import { codeOf } from '../decorators/refuse.ts';
import {
  answerInstead,
  rewriteEvents,
  rewriteRequests,
  withBody,
  withHeader,
} from '../decorators/rewrite.ts';
import { type Body, isSuccess } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

/** What a key stands for, what tells its bodies apart, and how its outcome is told again. */
export const idempotencyVariants: readonly Variant[] = [
  inExchange(
    'A-58=identical',
    'A failed turn is told again to the last byte, the id of the first request included.',
    (exchange) => {
      const told = new Map<string, HttpAnswer>();
      return answerInstead('sendMessage', async (request, sound) => {
        const answer = await sound(request);
        const name = keyOf(request);
        const before = told.get(name);
        if ('open' in answer || answer.status < 500) return answer;
        if (before && codeOf(before) === codeOf(answer)) return before;
        told.set(name, answer);
        return answer;
      })(exchange);
    },
  ),
  inExchange(
    'A-62=per-chat',
    'Each chat has keys of its own.',
    keysPer(({ path }) => path.chat_id),
  ),
  inExchange(
    'A-62=per-endpoint',
    'Each send endpoint has keys of its own.',
    keysPer(({ operation }) => operation.operationId),
  ),
  inExchange(
    'A-63=conflict',
    'A key that was used on the other send endpoint is in conflict.',
    (exchange) => {
      const used = new Map<string, string>();
      return answerInstead(SENDS, (request) => {
        const name = keyOf(request);
        const { operationId } = request.operation;
        const before = used.get(name) ?? operationId;
        if (hasKey(request)) used.set(name, before);
        return before === operationId ? undefined : conflict(request);
      })(exchange);
    },
  ),
  inExchange('A-64=bytes', 'Two bodies are the same if their bytes are.', (exchange) => {
    const sent = new Map<string, string>();
    return answerInstead(SENDS, async (request, sound) => {
      const name = keyOf(request);
      const before = sent.get(name);
      const text = String(request.body);
      if (before !== undefined && before !== text) return conflict(request);
      const answer = await sound(request);
      if (isSuccess(answer)) sent.set(name, text);
      return answer;
    })(exchange);
  }),
  inExchange(
    'A-64=normalised',
    'Two bodies are the same if they mean the same: in any order, with defaults or without.',
    rewriteRequests(SENDS, (request) => withBody(request, normalised)),
  ),
  inExchange('A-65=in-progress', 'A running key is in progress, whatever the body.', (exchange) => {
    const first = new Map<string, HttpRequest>();
    return answerInstead(SENDS, async (request, sound) => {
      const answering = sound(request);
      const name = keyOf(request);
      if (hasKey(request) && !first.has(name)) first.set(name, request);
      const answer = await answering;
      const original = first.get(name);
      if (!original || codeOf(answer) !== 'api_v1_idempotency_conflict') return answer;
      const repeated = await sound({ ...original, requestId: request.requestId });
      return codeOf(repeated) === 'api_v1_turn_in_progress' ? repeated : answer;
    })(exchange);
  }),
  inExchange('A-67=stored', 'A refused turn keeps its key: the same refusal comes again.', (exchange) => {
    const refused = new Map<string, JsonAnswer>();
    return answerInstead(SENDS, async (request, sound) => {
      const name = keyOf(request);
      const before = refused.get(name);
      if (before) return before;
      const answer = await sound(request);
      if (hasKey(request) && isStorable(answer)) refused.set(name, answer);
      return answer;
    })(exchange);
  }),
  inExchange(
    'A-69=same-error',
    'A turn whose save was not confirmed is told so for ever.',
    tellingForEver(['persistence_failed']),
  ),
  inExchange(
    'A-72=persists',
    'A turn that another execution closed is told so for ever.',
    tellingForEver(['idempotency_outcome_unknown']),
  ),
];

function hasKey(request: HttpRequest): boolean {
  return request.header('idempotency-key') !== undefined;
}

/** A key and whose it is. */
function keyOf(request: HttpRequest): string {
  return `${request.header('authorization')} ${request.header('idempotency-key')}`;
}

function conflict({ requestId }: HttpRequest): JsonAnswer {
  const told = refusal('idempotency-conflict');
  return { status: told.status, body: renderFailure(told, requestId) };
}

/** Keys of one place are others than those of the next. */
function keysPer(place: (request: HttpRequest) => string | undefined): (exchange: Exchange) => Exchange {
  return rewriteRequests(SENDS, (request) => {
    const key = request.header('idempotency-key');
    if (!key?.trim()) return {};
    const name = createHash('sha256')
      .update(`${place(request)?.toLowerCase()} ${key}`)
      .digest('hex');
    return withHeader(request, 'idempotency-key', name);
  });
}

function normalised(body: Body): Body {
  const { attachments } = body;
  return {
    ...sorted({ permission_mode: 'manual', ...body }),
    ...(attachments && {
      attachments: Object.fromEntries(
        Object.entries(sorted(attachments)).map(([name, ids]) => [
          name,
          Array.isArray(ids) ? [...new Set(ids)].sort((a, b) => a - b) : ids,
        ]),
      ),
    }),
  };
}

function sorted(value: Body): Body {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Refusals that a key can keep: what is only so for a while is no outcome. */
function isStorable(answer: HttpAnswer): answer is JsonAnswer {
  if ('open' in answer || isSuccess(answer) || answer.status >= 500) return false;
  return answer.status !== 401 && !PASSING.has(codeOf(answer));
}

const PASSING = new Set<unknown>(['api_v1_turn_in_progress', 'api_v1_idempotency_conflict']);

/** What was told first of a turn with one of these codes is told of it always. */
function tellingForEver(codes: readonly string[]): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const told = new Map<string, HttpAnswer>();
    const noting = rewriteEvents((request) => {
      let start: StreamEvent | undefined;
      return (event) => {
        if (event.type === 'message.start') start = event;
        const isMeant = event.type === 'message.error' && codes.includes(event.data.code);
        if (isMeant && start) told.set(placeOf(request), streamOf([start, event]));
        return [event];
      };
    })(exchange);
    return answerInstead(SENDS, async (request, sound) => {
      const before = told.get(placeOf(request));
      if (before) return before;
      const answer = await sound(request);
      if (!('open' in answer) && codes.includes(turnCodeOf(answer))) told.set(placeOf(request), answer);
      return answer;
    })(noting);
  };
}

function placeOf(request: HttpRequest): string {
  return `${request.operation.operationId} ${keyOf(request)}`;
}

/** The code of a failed turn, wherever its row has it. */
function turnCodeOf({ body }: JsonAnswer): string {
  const { data, message_code }: Body = body ?? {};
  return data?.code ?? message_code;
}

function streamOf(events: readonly StreamEvent[]): StreamAnswer {
  return {
    status: 200,
    open(sink) {
      for (const event of events) sink.send(event);
      sink.end();
    },
  };
}

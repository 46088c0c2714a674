import { SENDS } from '../../../generated/operation-groups.js';
import type { Exchange } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { answerAfter, answerInstead } from '../decorators/answer-instead.ts';
import { codeOf, fail } from '../decorators/answers.ts';
import { createRecall, keyOf, withFreshKey, withKey } from '../decorators/keys.ts';
import { withClock } from '../decorators/ports.ts';
import { bodyOf } from '../decorators/requests.ts';
import { changeFailures, rewriteData } from '../decorators/rewrite-answers.ts';
import { replaceEvents, rewriteEvents } from '../decorators/rewrite-events.ts';
import { noteRequests, rewriteRequests } from '../decorators/rewrite-requests.ts';
import { failed } from './kinds/answered.ts';

const IN_PROGRESS = 'api_v1_turn_in_progress';

/** Gives each send a new key instead of the client's. */
const replacingKeys = rewriteRequests(SENDS, withFreshKey);

export const idempotencyBreakages: readonly Breakage[] = [
  breakage(
    'idempotency.key.never-generated',
    'A send without a key gets a generated one and runs.',
    rewriteRequests(SENDS, (request) => (keyOf(request) === undefined ? withFreshKey(request) : {})),
  ),
  breakage(
    'turns.send.exists/first-of-keys',
    'Keys count as the same if their first 32 characters are the same.',
    rewriteRequests(SENDS, (request) => withKey(request, keyOf(request)?.slice(0, 32))),
  ),
  breakage(
    'turns.stream.exists/last-of-keys',
    'Keys count as the same if their last 32 characters are the same.',
    rewriteRequests(SENDS, (request) => withKey(request, keyOf(request)?.slice(-32))),
  ),
  breakage(
    'idempotency.key.never-generated/runs',
    'A send without a key is refused, but its turn runs.',
    answerInstead('sendMessage', async (request, sound) => {
      const answer = await sound(request);
      if (keyOf(request) === undefined) await sound({ ...request, ...withFreshKey(request) });
      return answer;
    }),
  ),
  failed('idempotency.key.running-or-stored/busy', SENDS, IN_PROGRESS, {
    message_code: 'api_v1_chat_busy',
    data: { message_id: 1 },
  }),
  breakage(
    'idempotency.key.running-or-stored/used-up',
    'A key whose turn has ended is refused as already used.',
    refusingUsed,
  ),
  breakage(
    'idempotency.key.running-refused/waits',
    'A repeated send of a running turn waits for the outcome.',
    withClock((clock) =>
      answerInstead(SENDS, async (request, sound) => {
        for (;;) {
          const answer = await sound(request);
          if (codeOf(answer) !== IN_PROGRESS) return answer;
          await new Promise<void>((resolve) => clock.after(1_000, resolve));
        }
      }),
    ),
  ),
  breakage(
    'idempotency.key.running-refused/disconnected',
    'Once its client has left, a repeated send of a running turn fails because the chat is busy.',
    withLeavers((left) =>
      answerAfter('streamMessage', (request, answer) =>
        codeOf(answer) === IN_PROGRESS && left.has(keyOf(request))
          ? fail(request, 'chat-busy', { data: { message_id: 1 } })
          : undefined,
      ),
    ),
  ),
  breakage(
    'idempotency.replay.not-rerun/skill-deleted',
    'The replay of a turn is refused when a skill that it attached was deleted.',
    refusingDeleted('sendMessage'),
  ),
  breakage(
    'idempotency.replay.stream-redelivers/skill-deleted',
    'The replay of a streamed turn is refused when a skill that it attached was deleted.',
    refusingDeleted('streamMessage'),
  ),
  breakage(
    'idempotency.replay.same-result/timed-out',
    'The replay of a blocking send that timed out is the failure of a provider.',
    (exchange) => {
      const isAgain = createRecall<string | undefined>();
      return changeFailures(
        'sendMessage',
        ({ message_code: code }, request) => code === 'turn_timeout' && isAgain(keyOf(request)),
        {
          status: 502,
          code: 'upstream_error',
        },
      )(exchange);
    },
  ),
  breakage(
    'idempotency.key.all-characters',
    'Only the first 36 characters of a key count.',
    rewriteRequests(SENDS, (request) => withKey(request, keyOf(request)?.slice(0, 36))),
  ),
  breakage(
    'idempotency.key.all-characters/case',
    'The case of letters in a key does not count, as in a column of a database that ignores case.',
    rewriteRequests(SENDS, (request) => withKey(request, keyOf(request)?.toLowerCase())),
  ),
  breakage(
    'idempotency.replay.same-result',
    'The content of a replay differs from the first answer.',
    (exchange) => {
      const isRepeated = createRecall<string | undefined>();
      return rewriteData('sendMessage', (turn, { request }) =>
        isRepeated(keyOf(request)) ? { ...turn, content: `${turn.content} Again.` } : turn,
      )(exchange);
    },
  ),
  breakage('idempotency.replay.not-rerun', 'A repeated send runs the turn again.', replacingKeys),
  breakage('idempotency.replay.stream-redelivers', 'A repeated send runs the turn again.', replacingKeys),
  breakage(
    'idempotency.replay.stream-redelivers/another-outcome',
    'A repeated streaming send delivers the turn without its content.',
    (exchange) => {
      const isReplay = createRecall<number>();
      return replaceEvents('message.completed', (event) => [
        isReplay(event.data.id) ? { ...event, data: { ...event.data, content: '' } } : event,
      ])(exchange);
    },
  ),
  breakage(
    'idempotency.replay.after-disconnect',
    'When a client leaves its stream, the key becomes free again.',
    withLeavers((left) =>
      rewriteRequests(SENDS, (request) => (left.has(keyOf(request)) ? withFreshKey(request) : {})),
    ),
  ),
  breakage(
    'idempotency.replay.after-disconnect/in-progress',
    'When a client leaves its stream, the key stays in progress for ever.',
    withLeavers((left) =>
      answerInstead(SENDS, (request) =>
        left.has(keyOf(request)) ? fail(request, 'turn-in-progress') : undefined,
      ),
    ),
  ),
  breakage(
    'idempotency.replay.cancelled',
    'The replay of a cancelled turn shows it as completed.',
    (exchange) => {
      const isReplay = createRecall<number>();
      return replaceEvents('message.cancelled', (event) => [
        isReplay(event.data.id)
          ? { type: 'message.completed', data: { ...event.data, status: 'completed' } }
          : event,
      ])(exchange);
    },
  ),
  breakage(
    'idempotency.replay.across-sends',
    'Each send endpoint has its own keys.',
    rewriteRequests('streamMessage', (request) => {
      const key = keyOf(request);
      return withKey(request, key && `stream-${key}`);
    }),
  ),
];

/** Refuses turns that attach a deleted skill, even if they have already run. */
function refusingDeleted(operation: OperationId): Wrap {
  return (exchange) => {
    const deleted = new Set<number>();
    const noting = noteRequests('deleteSkill', ({ path }) => deleted.add(Number(path.skill_id)));
    return answerInstead(operation, (request) =>
      bodyOf(request)?.attachments?.skill_ids?.some((id: number) => deleted.has(id))
        ? fail(request, 'attachment-not-allowed')
        : undefined,
    )(noting(exchange));
  };
}

/** Allows only one stream per key. */
function refusingUsed(exchange: Exchange): Exchange {
  const isUsed = createRecall<string | undefined>();
  return async (request) => {
    const answer = await exchange(request);
    if (!('open' in answer) || !isUsed(keyOf(request))) return answer;
    const body = {
      status: 'error',
      message_code: 'api_v1_key_used',
      meta: { request_id: request.requestId },
    };
    return { status: 409, body };
  };
}

/** Makes a decorator that knows the keys of streams whose clients disconnected early. */
function withLeavers(make: (left: ReadonlySet<string | undefined>) => Wrap): Wrap {
  return (exchange) => {
    const left = new Set<string | undefined>();
    const noting = rewriteEvents((request) => (event, sink) => {
      if (event.type === 'message.start') sink.onGone(() => left.add(keyOf(request)));
      return [event];
    });
    return make(left)(noting(exchange));
  };
}

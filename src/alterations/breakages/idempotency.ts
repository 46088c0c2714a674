import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../reference/http/exchange.ts';
import {
  answerInstead,
  rewriteAnswers,
  rewriteEvents,
  rewriteRequests,
  withHeader,
} from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';

const SENDS = ['sendMessage', 'streamMessage'] as const;

/** A send under a key that was made up for it. */
const withFreshKey = rewriteRequests(SENDS, (request) =>
  withHeader(request, 'idempotency-key', randomUUID()),
);

/** What this area's requirements forbid, each done. */
export const idempotencyBreakages: readonly Breakage[] = [
  {
    id: 'idempotency.key.never-generated',
    requirement: 'idempotency.key.never-generated',
    port: 'exchange',
    behaviour: 'A send without a key is given one and runs.',
    exchange: rewriteRequests(SENDS, (request) =>
      withHeader(request, 'idempotency-key', request.header('idempotency-key') ?? randomUUID()),
    ),
  },
  {
    id: 'idempotency.key.never-generated/runs',
    requirement: 'idempotency.key.never-generated',
    port: 'exchange',
    behaviour: 'A send without a key is refused, and runs all the same.',
    exchange: answerInstead('sendMessage', async (request, sound) => {
      const answer = await sound(request);
      if (request.header('idempotency-key') === undefined)
        await sound({ ...request, ...withHeader(request, 'idempotency-key', randomUUID()) });
      return answer;
    }),
  },
  {
    id: 'idempotency.key.running-or-stored/busy',
    requirement: 'idempotency.key.running-or-stored',
    port: 'exchange',
    behaviour: 'A repeated send of a running turn is told that the chat is busy.',
    exchange: rewriteAnswers(SENDS, (body) =>
      isInProgress(body) ? { ...body, message_code: 'api_v1_chat_busy', data: { message_id: 1 } } : body,
    ),
  },
  {
    id: 'idempotency.key.running-or-stored/used-up',
    requirement: 'idempotency.key.running-or-stored',
    port: 'exchange',
    behaviour: 'A key under which a turn has ended is refused as used.',
    exchange: refusingUsed,
  },
  {
    id: 'idempotency.key.running-refused/waits',
    requirement: 'idempotency.key.running-refused',
    port: 'exchange',
    behaviour: 'A repeated send of a running turn waits for its outcome.',
    exchange: answerInstead(SENDS, async (request, sound) => {
      for (;;) {
        const answer = await sound(request);
        if ('open' in answer || !isInProgress(answer.body)) return answer;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }),
  },
  {
    id: 'idempotency.replay.same-result',
    requirement: 'idempotency.replay.same-result',
    port: 'exchange',
    behaviour: 'A replay differs from the first answer in its content.',
    exchange(exchange) {
      const isAgain = recallOf<string>();
      return rewriteAnswers('sendMessage', (body, { request }) =>
        isAgain(request.header('idempotency-key') ?? '') && body.data
          ? { ...body, data: { ...body.data, content: `${body.data.content} Again.` } }
          : body,
      )(exchange);
    },
  },
  {
    id: 'idempotency.replay.not-rerun',
    requirement: 'idempotency.replay.not-rerun',
    port: 'exchange',
    behaviour: 'A repeated blocking send runs the turn again.',
    exchange: withFreshKey,
  },
  {
    id: 'idempotency.replay.stream-redelivers',
    requirement: 'idempotency.replay.stream-redelivers',
    port: 'exchange',
    behaviour: 'A repeated streaming send runs the turn again.',
    exchange: withFreshKey,
  },
  {
    id: 'idempotency.replay.stream-redelivers/another-outcome',
    requirement: 'idempotency.replay.stream-redelivers',
    port: 'exchange',
    behaviour: 'A repeated streaming send delivers the turn without its content.',
    exchange(exchange) {
      const isAgain = recallOf<number>();
      return rewriteEvents(() => (event) => [
        event.type === 'message.completed' && isAgain(event.data.id)
          ? { ...event, data: { ...event.data, content: '' } }
          : event,
      ])(exchange);
    },
  },
  {
    id: 'idempotency.replay.after-disconnect',
    requirement: 'idempotency.replay.after-disconnect',
    port: 'exchange',
    behaviour: 'The key of a stream whose client went away is free again.',
    exchange: forgettingLost,
  },
  {
    id: 'idempotency.replay.cancelled',
    requirement: 'idempotency.replay.cancelled',
    port: 'exchange',
    behaviour: 'The replay of a cancelled turn is told as completed.',
    exchange(exchange) {
      const isAgain = recallOf<number>();
      return rewriteEvents(() => (event) => [
        event.type === 'message.cancelled' && isAgain(event.data.id)
          ? { type: 'message.completed', data: { ...event.data, status: 'completed' } }
          : event,
      ])(exchange);
    },
  },
  {
    id: 'idempotency.replay.across-sends',
    requirement: 'idempotency.replay.across-sends',
    port: 'exchange',
    behaviour: 'Each send endpoint has keys of its own.',
    exchange: rewriteRequests('streamMessage', (request) => {
      const key = request.header('idempotency-key');
      return withHeader(request, 'idempotency-key', key && `stream-${key}`);
    }),
  },
];

function isInProgress(body: unknown): boolean {
  return (body as { message_code?: unknown }).message_code === 'api_v1_turn_in_progress';
}

/** Tells whether something was asked about before. */
function recallOf<Thing>(): (thing: Thing) => boolean {
  const seen = new Set<Thing>();
  return (thing) => {
    const isAgain = seen.has(thing);
    seen.add(thing);
    return isAgain;
  };
}

/** Lets each key have one stream, from its start to its end. */
function refusingUsed(exchange: Exchange): Exchange {
  const used = new Set<string | undefined>();
  return async (request) => {
    const key = request.header('idempotency-key');
    const answer = await exchange(request);
    if (!('open' in answer)) return answer;
    if (used.has(key)) {
      const body = {
        status: 'error',
        message_code: 'api_v1_key_used',
        meta: { request_id: request.requestId },
      };
      return { status: 409, body };
    }
    used.add(key);
    return answer;
  };
}

/** Runs a repeated send anew when the client of its stream went away before the end. */
function forgettingLost(exchange: Exchange): Exchange {
  const lost = new Set<string | undefined>();
  const noting = rewriteEvents((request) => {
    const key = request.header('idempotency-key');
    return (event, sink) => {
      if (event.type === 'message.start') sink.onGone(() => lost.add(key));
      return [event];
    };
  })(exchange);
  return rewriteRequests(SENDS, (request) =>
    lost.has(request.header('idempotency-key')) ? withHeader(request, 'idempotency-key', randomUUID()) : {},
  )(noting);
}

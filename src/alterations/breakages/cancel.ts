import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import { answerAfter, cancelled, insteadOf, rewriteDelivery, succeedAt } from '../decorators/acting.ts';
import { actionIdOf, knowing, type Wrap, withTokenOf } from '../decorators/asked.ts';
import { recode, refuse } from '../decorators/refuse.ts';
import {
  answerInstead,
  bodyOf,
  rewriteAnswers,
  rewriteEvents,
  rewriteRequests,
  withHeader,
} from '../decorators/rewrite.ts';
import type { Breakage } from './breakage.ts';
import { toldWrongly } from './errors/told-wrongly.ts';

/** Says that a cancellation was delivered, and delivers none. */
function pretending(isMeant: (request: HttpRequest) => boolean): Wrap {
  return answerInstead('cancelTurn', (request) => (isMeant(request) ? cancelled(request) : undefined));
}

/** Makes the chat that was to be cancelled. */
function creatingChat(request: HttpRequest): HttpRequest {
  const turn = { content: 'Hello.', permission_mode: 'auto' };
  const send = insteadOf(request, 'sendMessage', turn);
  return { ...send, ...withHeader(send, 'idempotency-key', randomUUID()) };
}

/** Tells the end of a turn that was cancelled in another way. */
const endingOtherwise = rewriteEvents(() => (event) => [
  event.type === 'message.cancelled'
    ? { type: 'message.completed', data: { ...event.data, status: 'completed' } }
    : event,
]);

/** What the requirements of a cancellation forbid, each done. */
export const cancelBreakages: readonly Breakage[] = [
  ...toldWrongly('cancel-not-delivered'),
  {
    id: 'cancel.turn.exists',
    requirement: 'cancel.turn.exists',
    port: 'exchange',
    behaviour: 'The cancellation is not served.',
    exchange: answerInstead('cancelTurn', (request) => refuse(request, 'unknown-route')),
  },
  {
    id: 'cancel.turn.live-turn',
    requirement: 'cancel.turn.live-turn',
    port: 'exchange',
    behaviour: 'A cancellation without action_id cancels nothing, and says that it did.',
    exchange: pretending((request) => bodyOf(request)?.action_id === undefined),
  },
  ...['cancel.turn.ends-cancelled', 'cancel.turn.ok-means-delivered'].map(
    (requirement): Breakage => ({
      id: requirement,
      requirement,
      port: 'exchange',
      behaviour: 'A cancelled turn ends as completed.',
      exchange: endingOtherwise,
    }),
  ),
  {
    id: 'cancel.turn.finished-is-ok/conflict',
    requirement: 'cancel.turn.finished-is-ok',
    port: 'exchange',
    behaviour: 'A cancellation after the end of the turn is refused.',
    exchange: rewriteAnswers(
      'cancelTurn',
      (body) => (body.data?.cancelled === false ? { ...body, message_code: 'api_v1_not_running' } : body),
      (status, body) => (body.message_code === 'api_v1_not_running' ? 409 : status),
    ),
  },
  {
    id: 'cancel.turn.finished-is-ok/once',
    requirement: 'cancel.turn.finished-is-ok',
    port: 'exchange',
    behaviour: 'A chat can be cancelled once.',
    exchange: cancellingOnce(),
  },
  {
    id: 'cancel.turn.blocking-answer',
    requirement: 'cancel.turn.blocking-answer',
    port: 'exchange',
    behaviour: 'A blocking send whose turn is cancelled fails.',
    exchange: answerAfter('sendMessage', (request, sound) =>
      'body' in sound && (sound.body as { data?: { status?: unknown } }).data?.status === 'cancelled'
        ? refuse(request)
        : undefined,
    ),
  },
  {
    id: 'cancel.action-id.optional',
    requirement: 'cancel.action-id.optional',
    port: 'exchange',
    behaviour: 'A cancellation needs an action_id.',
    exchange: answerInstead('cancelTurn', (request) =>
      bodyOf(request)?.action_id === undefined ? refuse(request) : undefined,
    ),
  },
  {
    id: 'cancel.action-id.own-only/accepted',
    requirement: 'cancel.action-id.own-only',
    port: 'exchange',
    behaviour: 'Whoever knows an action_id cancels its turn.',
    exchange: knowing((asked) =>
      rewriteRequests('cancelTurn', (request) => {
        const owner = asked.get(actionIdOf(request))?.request;
        return owner ? { path: owner.path, ...withTokenOf(owner, request) } : {};
      }),
    ),
  },
  {
    id: 'cancel.action-id.own-only/cancels',
    requirement: 'cancel.action-id.own-only',
    port: 'exchange',
    behaviour: 'Whoever knows an action_id cancels its turn, and hears that there is none.',
    exchange: knowing((asked) =>
      answerAfter('cancelTurn', (request, sound, exchange) => {
        const owner = asked.get(actionIdOf(request))?.request;
        if (owner && sound.status === 404) exchange(insteadOf(owner, 'cancelTurn', {}));
        return undefined;
      }),
    ),
  },
  {
    id: 'cancel.action-id.cancels-its-turn/nothing',
    requirement: 'cancel.action-id.cancels-its-turn',
    port: 'exchange',
    behaviour: 'A cancellation with an action_id cancels nothing, and says that it did.',
    exchange: pretending((request) => bodyOf(request)?.action_id !== undefined),
  },
  {
    id: 'cancel.action-id.cancels-its-turn/refused',
    requirement: 'cancel.action-id.cancels-its-turn',
    port: 'exchange',
    behaviour: 'A cancellation with an action_id is refused.',
    exchange: answerInstead('cancelTurn', (request) =>
      bodyOf(request)?.action_id === undefined ? undefined : refuse(request),
    ),
  },
  {
    id: 'cancel.answer.true-when-running',
    requirement: 'cancel.answer.true-when-running',
    port: 'exchange',
    behaviour: 'A cancellation says that it cancelled nothing.',
    exchange: rewriteAnswers('cancelTurn', (body) =>
      body.data ? { ...body, data: { ...body.data, cancelled: false } } : body,
    ),
  },
  {
    id: 'cancel.chat.never-created',
    requirement: 'cancel.chat.never-created',
    port: 'exchange',
    behaviour: 'A cancellation makes the chat that it does not find.',
    exchange: answerInstead('cancelTurn', async (request, sound) => {
      const answer = await sound(request);
      if (answer.status === 404) await sound(creatingChat(request));
      return answer;
    }),
  },
  {
    id: 'cancel.chat.missing/accepted',
    requirement: 'cancel.chat.missing',
    port: 'exchange',
    behaviour: 'A cancellation succeeds where there is no chat.',
    exchange: succeedAt('cancelTurn', 'not-found', cancelled),
  },
  ...['cancel.chat.missing', 'cancel.chat.foreign'].map(
    (requirement): Breakage => ({
      id: `${requirement}/code`,
      requirement,
      port: 'exchange',
      behaviour: 'A chat that is not found has a code of its own.',
      exchange: recode('cancelTurn', 'api_v1_not_found', 'api_v1_chat_not_found'),
    }),
  ),
  {
    id: 'cancel.chat.foreign/accepted',
    requirement: 'cancel.chat.foreign',
    port: 'exchange',
    behaviour: "Another credential's turn can be cancelled.",
    exchange: actingAsSender(),
  },
  {
    id: 'cancel.undelivered.unavailable',
    requirement: 'cancel.undelivered.unavailable',
    port: 'exchange',
    behaviour: 'A cancellation that could not be delivered is told as delivered.',
    exchange: succeedAt('cancelTurn', 'cancel-not-delivered', cancelled),
  },
  ...['cancel.undelivered.turn-goes-on', 'errors.cancel-not-delivered.answer'].map(
    (requirement): Breakage => ({
      id: `${requirement}/cancels`,
      requirement,
      port: 'delivery',
      behaviour: 'A cancellation that is told as not delivered cancels the turn.',
      ports: rewriteDelivery((delivery) => ({
        cancel(turn) {
          try {
            return delivery.cancel(turn);
          } catch (error) {
            turn.cut('cancelled');
            throw error;
          }
        },
      })),
    }),
  ),
];

function cancellingOnce(): Wrap {
  return (exchange) => {
    const done = new Set<string | undefined>();
    return answerInstead('cancelTurn', (request) => {
      const { chat_id } = request.path;
      if (done.has(chat_id)) return refuse(request);
      done.add(chat_id);
      return undefined;
    })(exchange);
  };
}

/** Whoever cancels in a chat is taken for the one who has sent to it. */
function actingAsSender(): Wrap {
  return (exchange) => {
    const senders = new Map<string | undefined, HttpRequest>();
    const noting = rewriteRequests(['sendMessage', 'streamMessage'], (request) => {
      senders.set(request.path.chat_id, request);
      return {};
    })(exchange);
    return rewriteRequests('cancelTurn', (request) => {
      const sender = senders.get(request.path.chat_id);
      return sender ? withTokenOf(sender, request) : {};
    })(noting);
  };
}

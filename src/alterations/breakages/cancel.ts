import { ANSWERS, SENDS } from '../../../generated/operation-groups.js';
import type { Exchange, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { answerAfter, answerInstead } from '../decorators/answer-instead.ts';
import { cancelled, fail, notPending, refuse } from '../decorators/answers.ts';
import { idsOf, isByOwner, ownerOf, withInteractions } from '../decorators/interactions.ts';
import { withFreshKey } from '../decorators/keys.ts';
import { inDelivery } from '../decorators/ports.ts';
import {
  actionIdOf,
  askBeside,
  type Body,
  bodyOf,
  insteadOf,
  withBody,
  withTokenOf,
} from '../decorators/requests.ts';
import { rewriteAnswers, rewriteItems } from '../decorators/rewrite-answers.ts';
import { rewriteEvents } from '../decorators/rewrite-events.ts';
import { noteRequests, rewriteRequests } from '../decorators/rewrite-requests.ts';
import { present } from '../decorators/values.ts';
import { failed, succeeded, unserved } from './kinds/answered.ts';
import { refused } from './kinds/heard.ts';
import { renamed, shown } from './kinds/shown.ts';

export const cancelBreakages: readonly Breakage[] = [
  unserved('cancel.turn.exists', 'cancelTurn'),
  breakage(
    'cancel.turn.live-turn',
    'A cancellation without action_id cancels nothing, and succeeds.',
    pretending((request) => !namesAction(request)),
  ),
  breakage(
    'cancel.action-id.of-ended-turn',
    'A cancellation that names an interaction of the chat cancels whatever turn runs there.',
    withInteractions((raised) =>
      rewriteRequests('cancelTurn', (request) =>
        isByOwner(request, raised) ? withBody(request, ({ action_id: _, ...rest }) => rest) : {},
      ),
    ),
  ),
  breakage(
    'cancel.turn.live-turn/later',
    'A cancellation in a chat without a running turn cancels the next turn that is streamed there.',
    (exchange) => {
      const late = new Set<string | undefined>();
      const noting = answerAfter('cancelTurn', ({ path }, answer) => {
        const { body } = answer as { body?: Body };
        if (body?.data?.cancelled === false) late.add(path.chat_id);
        return undefined;
      })(exchange);
      return rewriteEvents((request) => (event) => {
        if (event.type === 'message.start' && late.delete(request.path.chat_id))
          void askBeside(exchange, request, 'cancelTurn');
        return [event];
      })(noting);
    },
  ),
  ...(['cancel.turn.ends-cancelled', 'cancel.turn.ok-means-delivered'] as const).map((id) =>
    renamed(id, 'message.cancelled', 'message.completed', { values: { status: 'completed' } }),
  ),
  breakage(
    'cancel.turn.ok-means-delivered/again',
    'A cancellation that is repeated because the first was not delivered succeeds, and the turn goes on.',
    inDelivery(({ cancel }) => {
      const undelivered = new Set<unknown>();
      return {
        cancel(turn) {
          if (undelivered.has(turn)) return;
          try {
            return cancel(turn);
          } catch (error) {
            undelivered.add(turn);
            throw error;
          }
        },
      };
    }),
  ),
  breakage(
    'cancel.turn.finished-is-ok/conflict',
    'A cancellation after the end of the turn is refused.',
    rewriteAnswers(
      'cancelTurn',
      (body) => (body.data?.cancelled === false ? { ...body, message_code: 'api_v1_not_running' } : body),
      (status, body) => (body.message_code === 'api_v1_not_running' ? 409 : status),
    ),
  ),
  breakage('cancel.turn.finished-is-ok/once', 'Each chat accepts only one cancellation.', cancellingOnce),
  breakage(
    'cancel.turn.blocking-answer',
    'A blocking send fails when its turn is cancelled.',
    answerAfter('sendMessage', (request, sound) =>
      'body' in sound && (sound.body as { data?: { status?: unknown } }).data?.status === 'cancelled'
        ? refuse(request)
        : undefined,
    ),
  ),
  refused('cancel.action-id.optional', 'cancelTurn', { action_id: undefined }),
  breakage(
    'cancel.action-id.own-only/accepted',
    'Any credential cancels a turn whose action_id it knows.',
    withInteractions((raised) =>
      rewriteRequests('cancelTurn', (request) => {
        const owner = ownerOf(request, raised);
        return owner ? { path: owner.path, ...withTokenOf(owner, request) } : {};
      }),
    ),
  ),
  breakage(
    'cancel.action-id.own-only/cancels',
    'Any credential cancels a turn whose action_id it knows, although the answer says that there is no such action.',
    withInteractions((raised) =>
      answerAfter('cancelTurn', (request, sound, exchange) => {
        const owner = ownerOf(request, raised);
        if (owner && sound.status === 404) exchange(insteadOf(owner, 'cancelTurn', {}));
        return undefined;
      }),
    ),
  ),
  ...(
    [
      'interactions.state.approve-tool-resolves/refused-cancel',
      'interactions.state.respond-plan-resolves/refused-cancel',
      'interactions.state.respond-elicitation-resolves/refused-cancel',
      'interactions.state.cancel-auth-resolves/refused-cancel',
    ] as const
  ).map((id) =>
    breakage(
      id,
      'A cancellation that names an unknown interaction is refused, and cancels the live turn.',
      answerAfter('cancelTurn', (request, sound, exchange) => {
        if (namesAction(request) && sound.status === 404) exchange(insteadOf(request, 'cancelTurn', {}));
        return undefined;
      }),
    ),
  ),
  ...(
    [
      'interactions.state.approve-tool-resolves/resolved-cancel',
      'interactions.state.respond-elicitation-resolves/resolved-cancel',
    ] as const
  ).map((id) =>
    breakage(
      id,
      'A cancellation that names an earlier interaction of the live turn is refused, and cancels the turn.',
      withInteractions((raised) =>
        answerInstead('cancelTurn', async (request, sound) => {
          const named = actionIdOf(request);
          const ids = idsOf(ownerOf(request, raised), raised);
          const answer = await sound(request);
          return ids.length > 1 && named !== ids.at(-1) ? fail(request, 'action-not-found') : answer;
        }),
      ),
    ),
  ),
  breakage(
    'cancel.action-id.cancels-its-turn/nothing',
    "A cancellation that names an interaction of the sender's own turn cancels nothing, and succeeds.",
    withInteractions((raised) => pretending((request) => namesAction(request) && isByOwner(request, raised))),
  ),
  refused('cancel.action-id.cancels-its-turn/refused', 'cancelTurn', { action_id: present }),
  shown('cancel.answer.true-when-running', 'cancelTurn', { cancelled: false }),
  breakage(
    'cancel.chat.never-created',
    'A cancellation creates a chat that does not exist.',
    answerInstead('cancelTurn', async (request, sound) => {
      const answer = await sound(request);
      if (answer.status === 404) await sound(creatingChat(request));
      return answer;
    }),
  ),
  succeeded('cancel.chat.missing/accepted', 'cancelTurn', 'not-found', cancelled),
  ...(['cancel.chat.missing', 'cancel.chat.foreign'] as const).map((requirement) =>
    failed(`${requirement}/code`, 'cancelTurn', 'api_v1_not_found', {
      message_code: 'api_v1_chat_not_found',
    }),
  ),
  breakage(
    'cancel.chat.foreign/accepted',
    "A credential can cancel another credential's turn.",
    actingAsSender,
  ),
  succeeded('cancel.undelivered.unavailable', 'cancelTurn', 'cancel-not-delivered', cancelled),
  breakage(
    'cancel.undelivered.unavailable/named',
    'A cancellation that names an interaction and could not be delivered succeeds.',
    answerAfter('cancelTurn', (request, { status }) =>
      status === 502 && namesAction(request) ? cancelled(request) : undefined,
    ),
  ),
  breakage(
    'cancel.undelivered.turn-goes-on/closes',
    'A cancellation that was not delivered closes the interactions of the turn, which goes on.',
    closingUndelivered(
      ({ path }) => path.chat_id,
      (request) => fail(request, 'action-not-found'),
    ),
  ),
  breakage(
    'cancel.undelivered.turn-goes-on/closes-named',
    'A cancellation that names an interaction and was not delivered closes that interaction.',
    closingUndelivered((request) => bodyOf(request)?.action_id, notPending),
  ),
  breakage(
    'cancel.undelivered.turn-goes-on/listed',
    'A turn that goes on after a cancellation that was not delivered is listed as cancelled.',
    listingUndelivered,
  ),
  ...(['cancel.undelivered.turn-goes-on', 'errors.cancel-not-delivered.answer'] as const).map((requirement) =>
    breakage(
      `${requirement}/cancels`,
      'A cancellation that fails as not delivered cancels the turn all the same.',
      inDelivery(({ cancel }) => ({
        cancel(turn) {
          try {
            return cancel(turn);
          } catch (error) {
            turn.cut('cancelled');
            throw error;
          }
        },
      })),
    ),
  ),
];

function listingUndelivered(exchange: Exchange): Exchange {
  const chats = new Set<string | undefined>();
  const noting = answerAfter('cancelTurn', ({ path }, { status }) => {
    if (status === 502) chats.add(path.chat_id);
    return undefined;
  });
  return rewriteItems('listMessages', (turns) =>
    turns.map((turn) =>
      chats.has(turn.chat_id) && turn.status === 'completed' ? { ...turn, status: 'cancelled' } : turn,
    ),
  )(noting(exchange));
}

/**
 * Closes interactions after a cancellation that was not delivered.
 *
 * @param nameOf returns what the cancellation and the answers to these interactions have in common
 * @param failure the response to all later attempts
 */
function closingUndelivered(
  nameOf: (request: HttpRequest) => string | undefined,
  failure: (request: HttpRequest) => JsonAnswer,
): Wrap {
  return (exchange) => {
    const closed = new Set<string | undefined>();
    const noting = answerAfter('cancelTurn', (request, { status }) => {
      if (status === 502) closed.add(nameOf(request));
      return undefined;
    })(exchange);
    return answerInstead(ANSWERS, (request) => {
      const name = nameOf(request);
      return name !== undefined && closed.has(name) ? failure(request) : undefined;
    })(noting);
  };
}

function namesAction(request: HttpRequest): boolean {
  return bodyOf(request)?.action_id !== undefined;
}

/** Answers that a turn was cancelled, without cancelling it. */
function pretending(isMeant: (request: HttpRequest) => boolean): Wrap {
  return answerInstead('cancelTurn', (request) => (isMeant(request) ? cancelled(request) : undefined));
}

/** A send that creates the chat of a cancellation. */
function creatingChat(request: HttpRequest): HttpRequest {
  const send = insteadOf(request, 'sendMessage', { content: 'Hello.', permission_mode: 'auto' });
  return { ...send, ...withFreshKey(send) };
}

function cancellingOnce(exchange: Exchange): Exchange {
  const done = new Set<string | undefined>();
  return answerInstead('cancelTurn', (request) => {
    const { chat_id } = request.path;
    if (done.has(chat_id)) return refuse(request);
    done.add(chat_id);
    return undefined;
  })(exchange);
}

/** Cancels with the token of the first send to the chat. */
function actingAsSender(exchange: Exchange): Exchange {
  const senders = new Map<string | undefined, HttpRequest>();
  const noting = noteRequests(SENDS, (request) => {
    // Later sends may come from others, who are refused.
    if (!senders.has(request.path.chat_id)) senders.set(request.path.chat_id, request);
  });
  return rewriteRequests('cancelTurn', (request) => {
    const sender = senders.get(request.path.chat_id);
    return sender ? withTokenOf(sender, request) : {};
  })(noting(exchange));
}

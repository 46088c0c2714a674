import { ANSWERS } from '../../../../generated/operation-groups.js';
import type { ErrorRowId } from '../../../reference/failures/rows.ts';
import type { HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { PortChange, Wrap } from '../../alteration.ts';
import { answerAfter, answerInstead } from '../../decorators/answer-instead.ts';
import { codeOf, fail, isSuccess, resolved } from '../../decorators/answers.ts';
import { haveSameToken, type RaisedById, withInteractions } from '../../decorators/interactions.ts';
import { ANSWERED_BY } from '../../decorators/operations.ts';
import { withClock } from '../../decorators/ports.ts';
import { actionIdOf } from '../../decorators/requests.ts';
import { isOf, noteEvents, TERMINALS } from '../../decorators/rewrite-events.ts';
import { expiryChecksOf } from '../wrong-timing.ts';
import type { StateChange } from './state-change.ts';

type InteractionKind = keyof typeof ANSWERED_BY;
const KINDS = Object.keys(ANSWERED_BY) as InteractionKind[];
type InteractionState = 'pending' | 'resolved' | 'expired' | 'cancelled' | 'ended';

/** Wrong responses to answers, by the state of the interaction. */
const WRONG: readonly (readonly [state: InteractionState, answer: ErrorRowId | 'resolved'])[] = [
  ['pending', 'action-not-pending'],
  ['pending', 'action-not-found'],
  ['resolved', 'resolved'],
  ['resolved', 'action-not-found'],
  ['expired', 'resolved'],
  ['expired', 'action-not-pending'],
  ['cancelled', 'resolved'],
  ['ended', 'resolved'],
];

/** Wrong states of an interaction after its answer was not delivered. */
const UNDELIVERED = [
  ['pending', 'action_not_sent'],
  ['closed', 'action_no_answer'],
  ['closed', 'action_rejected'],
] as const;

/** An interaction that is pending or no longer pending. */
export function* interactions(): Generator<StateChange> {
  for (const kind of KINDS) {
    const operations = [ANSWERED_BY[kind]];
    for (const each of changesOf(kind)) yield { operations, ...each };
  }
}

function* changesOf(kind: InteractionKind): Generator<Omit<StateChange, 'operations'>> {
  const operation = ANSWERED_BY[kind];
  for (const [state, row] of WRONG)
    yield {
      id: `interaction-${state}:${kind}/answers-${row}`,
      behaviour: `The answer to a ${kind} that is ${state} is answered ${row}.`,
      change: inState(operation, state, row),
      waiting: state === 'expired' ? expiryChecksOf(kind) : [],
    };
  yield {
    id: `interaction-malformed:${kind}/resolves`,
    behaviour: `A malformed answer to a ${kind} is refused, and settles it.`,
    change: settlingMalformed(operation),
  };
  yield {
    id: `interaction-pending:${kind}/resolves-all`,
    behaviour: `The answer to one ${kind} resolves those of all chats.`,
    change: resolvingOthers(operation),
  };
  yield {
    id: `interaction-resolved:${kind}/second-counts`,
    behaviour: `Two answers to a ${kind} at once both succeed.`,
    change: atOnce(operation),
  };
  for (const [to, by] of UNDELIVERED)
    yield {
      id: `interaction-undelivered:${kind}/${by}-not-${to}`,
      behaviour: `After ${by}, a ${kind} is not ${to}.`,
      change: undelivered(operation, by, to),
    };
}

interface Seen {
  /** Answers that were accepted. */
  readonly resolved: ReadonlySet<string>;
  /** Chats that were cancelled. */
  readonly cancelled: ReadonlySet<string>;
  /** Interactions whose turn has ended, by how it ended. */
  readonly ended: ReadonlyMap<string, string>;
}

/** Makes a decorator that knows the outcomes of its server's interactions. */
function withSeen(make: (seen: Seen, raised: RaisedById) => Wrap): Wrap {
  return withInteractions((raised) => (exchange) => {
    const resolvedIds = new Set<string>();
    const cancelledChats = new Set<string>();
    const ended = new Map<string, string>();
    const noting = noteEvents((request) => (event) => {
      if (!isOf(TERMINALS, event)) return;
      for (const [id, each] of raised)
        if (each.request.path.chat_id === request.path.chat_id) ended.set(id, event.type);
    })(exchange);
    const notingAnswers = answerAfter(ANSWERS, (request, answer) => {
      if (isSuccess(answer)) resolvedIds.add(actionIdOf(request));
      return undefined;
    })(noting);
    const notingCancels = answerAfter('cancelTurn', (request, answer) => {
      if (isSuccess(answer)) cancelledChats.add(String(request.path.chat_id));
      return undefined;
    })(notingAnswers);
    return make({ resolved: resolvedIds, cancelled: cancelledChats, ended }, raised)(notingCancels);
  });
}

/** Reports the states of interactions in which answers arrive. @param note called with a state and an action */
export function noteInteractions(note: (state: string) => void): Wrap {
  return withSeen((seen, raised) =>
    answerAfter(ANSWERS, (request, answer) => {
      const kind = raised.get(actionIdOf(request))?.event.kind;
      const isUndelivered = UNDELIVERED.some(([, fault]) => fault === faultOf(request));
      const state = isMalformed(answer)
        ? 'malformed'
        : isUndelivered
          ? 'undelivered'
          : stateOf(seen, raised, request, answer);
      if (kind && state) note(`interaction-${state}:${kind}`);
      return undefined;
    }),
  );
}

function stateOf(
  seen: Seen,
  raised: RaisedById,
  request: HttpRequest,
  sound: HttpAnswer,
): InteractionState | undefined {
  const id = actionIdOf(request);
  const one = raised.get(id);
  if (!one || !haveSameToken(one.request, request)) return undefined;
  if (one.request.path.chat_id !== request.path.chat_id) return undefined;
  if (ANSWERED_BY[one.event.kind] !== request.operation.operationId) return undefined;
  if (isSuccess(sound)) return 'pending';
  if (sound.status === 400 || sound.status === 422 || sound.status >= 500) return undefined;
  if (seen.resolved.has(id)) return seen.ended.has(id) ? 'ended' : 'resolved';
  if (seen.cancelled.has(String(request.path.chat_id))) return 'cancelled';
  return codeOf(sound) === 'api_v1_action_not_found' ? 'expired' : undefined;
}

function inState(operation: OperationId, state: InteractionState, row: ErrorRowId | 'resolved'): Wrap {
  return withSeen((seen, raised) =>
    answerInstead(operation, async (request, sound) => {
      const answer = await sound(request);
      if (stateOf(seen, raised, request, answer) !== state) return answer;
      return row === 'resolved' ? resolved(request) : fail(request, row);
    }),
  );
}

function settlingMalformed(operation: OperationId): Wrap {
  return settling(operation, (id, answer, raised) => (isMalformed(answer) && raised.has(id) ? [id] : []));
}

/** Whether an answer says that the request is wrong, whatever the state of the interaction. */
function isMalformed({ status }: HttpAnswer): boolean {
  return status >= 400 && status < 500 && status !== 404 && status !== 409;
}

function faultOf(request: HttpRequest): string | undefined {
  return request.header('x-reference-fault');
}

function resolvingOthers(operation: OperationId): Wrap {
  return settling(operation, (id, answer, raised) => {
    const own = raised.get(id);
    if (!isSuccess(answer)) return [];
    return [...raised].flatMap(([other, { event, request }]) =>
      other !== id && event.kind === own?.event.kind && haveSameToken(request, own.request) ? [other] : [],
    );
  });
}

/** Settles more interactions than the sound server does. @param settles returns the ids to settle after an answer */
function settling(
  operation: OperationId,
  settles: (id: string, answer: HttpAnswer, raised: RaisedById) => readonly string[],
): Wrap {
  return withInteractions((raised) => (exchange) => {
    const settled = new Set<string>();
    return answerInstead(operation, async (request, sound) => {
      const id = actionIdOf(request);
      if (settled.has(id)) return fail(request, 'action-not-pending');
      const answer = await sound(request);
      for (const other of settles(id, answer, raised)) settled.add(other);
      return answer;
    })(exchange);
  });
}

function atOnce(operation: OperationId): PortChange {
  return withClock((clock) => (exchange) => {
    const last = new Map<string, number>();
    return answerInstead(operation, async (request, sound) => {
      const id = actionIdOf(request);
      const answer = await sound(request);
      const now = clock.now();
      if (isSuccess(answer)) last.set(id, now);
      const isTwin = codeOf(answer) === 'api_v1_action_not_pending' && now - (last.get(id) ?? 0) < 20;
      return isTwin ? resolved(request) : answer;
    })(exchange);
  });
}

function undelivered(operation: OperationId, by: string, to: 'pending' | 'closed'): Wrap {
  return withInteractions((raised) => (exchange) => {
    const met = new Set<string>();
    return answerInstead(operation, async (request, sound) => {
      const id = actionIdOf(request);
      const isFaulty = faultOf(request) === by;
      if (!isFaulty && met.has(id))
        return to === 'pending' ? fail(request, 'action-not-pending') : resolved(request);
      const answer = await sound(request);
      if (isFaulty && raised.has(id)) met.add(id);
      return answer;
    })(exchange);
  });
}

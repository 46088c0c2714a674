import { randomUUID } from 'node:crypto';
import type { ErrorRowId } from '../../reference/failures/rows.ts';
import type { HttpAnswer, HttpRequest } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import type { PortChange, Wrap } from '../alteration.ts';
import { answerAfter, answerInstead } from '../decorators/answer-instead.ts';
import { cancelled, codeOf, fail, isSuccess, resolved } from '../decorators/answers.ts';
import { type Raised, type RaisedById, withInteractions } from '../decorators/interactions.ts';
import { withFreshKey } from '../decorators/keys.ts';
import { ANSWERED_BY, ANSWERS, SENDS } from '../decorators/operations.ts';
import { rewriteStore } from '../decorators/ports.ts';
import { actionIdOf, type Body, bodyOf, insteadOf } from '../decorators/requests.ts';
import { isOf, noteEvents, TERMINALS } from '../decorators/rewrite-events.ts';
import { expiryChecksOf } from './clocks.ts';
import type { Family, FamilyAlteration } from './family.ts';
import { checksThat, type Traffic } from './traffic.ts';
import { createTurns, type TurnState, type Turns } from './turn-states.ts';

/** In one state, an action has the effect or the answer of another state. */
export const states: Family = {
  name: 'states',
  *generate(traffic) {
    yield* busyChats(traffic);
    yield* endedTurns(traffic);
    yield* keys(traffic);
    yield* interactions(traffic);
    yield* cancellations(traffic);
  },
};

function alteration(
  traffic: Traffic,
  operations: readonly OperationId[],
  id: string,
  behaviour: string,
  change: Wrap | PortChange,
  waiting: readonly string[] = [],
): FamilyAlteration {
  return {
    id: `states/${id}`,
    behaviour,
    ...(typeof change === 'function' ? { port: 'exchange', exchange: change } : change),
    checks: [
      ...waiting,
      ...likeliestFirst(
        id,
        checksThat(traffic, ({ operation }) => operations.includes(operation)),
      ),
    ],
  };
}

/** Checks of the same subject come first. Almost every check sends turns, and most of them say nothing about a state. */
const SUBJECTS: readonly (readonly [id: RegExp, checks: RegExp])[] = [
  [/^busy/, /^(states\.(busy|chat)|errors\.chat-busy|failures)/],
  [/^ended/, /^states\.ended/],
  [/^key/, /^(idempotency|errors\.(idempotency|turn-in))/],
  [/^interaction/, /^(interactions|errors\.(action|decision|interactions)|stream\.action)/],
  [/^cancel/, /^(cancel|states\.ended|interactions\.[\w-]+\.cancel)/],
];

function likeliestFirst(id: string, checks: readonly string[]): readonly string[] {
  const subject = SUBJECTS.find(([pattern]) => pattern.test(id))?.[1];
  const isLikely = (check: string) => subject?.test(check) ?? false;
  return [...checks.filter(isLikely), ...checks.filter((check) => !isLikely(check))];
}

/** A decorator that knows the turns of its server. */
function withTurns(make: (turns: Turns) => Wrap): PortChange {
  // Ports and exchange are decorated apart, for one server each time.
  let turns = createTurns();
  return {
    port: 'exchange',
    ports: rewriteStore('turns', (sound) => {
      turns = createTurns();
      const noted = turns;
      return {
        begin(turn, newChat) {
          const id = sound.begin(turn, newChat);
          if (turn.credentialId === null) noted.beginInApplication(turn.chatId, id);
          return id;
        },
        close(id, ...outcome) {
          noted.endInApplication(id);
          return sound.close(id, ...outcome);
        },
      };
    }),
    exchange: (exchange) => make(turns)(turns.noting(exchange)),
  };
}

// A chat whose turn runs.

/** How the running turn came about, and what it waits for. */
const CAUSES: readonly (TurnState['cause'] | 'pending')[] = [
  'sendMessage',
  'streamMessage',
  'application',
  'tool_approval',
  'plan_approval',
  'elicitation',
  'auth_required',
  'disconnected',
];

function* busyChats(traffic: Traffic): Generator<FamilyAlteration> {
  for (const cause of CAUSES)
    for (const operation of SENDS) {
      const isMeant = (turns: Turns, request: HttpRequest) => turns.causeOf(request.path.chat_id) === cause;
      const place = `busy-by-${cause}:${operation}`;
      yield alteration(
        traffic,
        [operation],
        `${place}/not-busy`,
        `While a turn of ${cause} runs, ${operation} runs another one.`,
        withTurns((turns) =>
          answerInstead(operation, async (request, sound) => {
            const was = isMeant(turns, request);
            const answer = await sound(request);
            return was && codeOf(answer) === 'api_v1_chat_busy'
              ? sound({
                  ...request,
                  path: { ...request.path, chat_id: randomUUID() },
                  ...withFreshKey(request),
                })
              : answer;
          }),
        ),
      );
      for (const row of ['turn-in-progress', 'idempotency-conflict', 'not-found'] as const)
        yield alteration(
          traffic,
          [operation],
          `${place}/answers-${row}`,
          `While a turn of ${cause} runs, ${operation} is refused with ${row}.`,
          withTurns((turns) =>
            answerInstead(operation, async (request, sound) => {
              const was = isMeant(turns, request);
              const answer = await sound(request);
              return was && codeOf(answer) === 'api_v1_chat_busy' ? fail(request, row) : answer;
            }),
          ),
        );
      for (const [name, other] of Object.entries(OTHER_IDS))
        yield alteration(
          traffic,
          [operation],
          `${place}/message-id-${name}`,
          `While a turn of ${cause} runs, ${operation} names another turn.`,
          withTurns((turns) =>
            answerInstead(operation, async (request, sound) => {
              const was = isMeant(turns, request);
              const answer = await sound(request);
              if (!was || 'open' in answer || codeOf(answer) !== 'api_v1_chat_busy') return answer;
              const body: Body = answer.body;
              const data = { ...body.data, message_id: other(body.data.message_id) };
              return { ...answer, body: { ...body, data } };
            }),
          ),
        );
    }
  for (const operation of ['getChat', 'listMessages', 'updateChat'] as const)
    yield alteration(
      traffic,
      [operation],
      `busy:${operation}/refused`,
      `${operation} is refused while a turn runs.`,
      withTurns((turns) =>
        answerInstead(operation, (request) => {
          const cause = turns.causeOf(request.path.chat_id);
          return cause === undefined ? undefined : fail(request, 'chat-busy');
        }),
      ),
    );
  for (const operation of SENDS)
    yield alteration(
      traffic,
      [operation],
      `busy-other-chat:${operation}/refused`,
      `${operation} is refused while a turn of the same credential runs in another chat.`,
      withTurns((turns) =>
        answerInstead(operation, (request) =>
          turns.hasOther(request) ? fail(request, 'chat-busy', { data: { message_id: 1 } }) : undefined,
        ),
      ),
    );
}

const OTHER_IDS: Readonly<Record<string, (id: number) => unknown>> = {
  before: (id) => id - 1,
  after: (id) => id + 1,
  absent: () => undefined,
};

// A chat whose turn has ended.

const ENDS = ['completed', 'cancelled', 'error', 'interaction_in_auto_mode', 'turn_timeout'] as const;

/** Only a blocking send is cut at an interaction. */
function isPossible(end: string, cause: string): boolean {
  return end !== 'interaction_in_auto_mode' || cause === 'sendMessage';
}

function* endedTurns(traffic: Traffic): Generator<FamilyAlteration> {
  for (const end of ENDS)
    for (const cause of SENDS.filter((each) => isPossible(end, each)))
      for (const operation of SENDS)
        yield alteration(
          traffic,
          [operation],
          `ended-by-${end}-of-${cause}:${operation}/still-busy`,
          `After a turn of ${cause} has ended as ${end}, ${operation} finds the chat busy.`,
          withTurns((turns) =>
            answerInstead(operation, (request) => {
              const last = turns.endedIn(request.path.chat_id);
              const isStill = last?.end === end && last.sentBy === cause && !turns.hasKey(request);
              return isStill ? fail(request, 'chat-busy', { data: { message_id: last.id ?? 1 } }) : undefined;
            }),
          ),
        );
}

// Keys.

const REPEATED: Readonly<
  Record<string, readonly [behaviour: string, wrap: (operation: OperationId, isMeant: IsMeant) => PortChange]>
> = {
  'runs-again': [
    'runs the turn again',
    (operation, isMeant) =>
      withTurns((turns) =>
        answerInstead(operation, (request, sound) =>
          isMeant(turns, request) ? sound({ ...request, ...withFreshKey(request) }) : undefined,
        ),
      ),
  ],
  'in-progress': ['says that the turn runs', answering('turn-in-progress')],
  conflict: ['says that the body is another', answering('idempotency-conflict')],
  busy: ['says that the chat is busy', answering('chat-busy')],
  'not-found': ['finds nothing', answering('not-found')],
};
type IsMeant = (turns: Turns, request: HttpRequest) => boolean;

function answering(row: ErrorRowId) {
  return (operation: OperationId, isMeant: IsMeant): PortChange =>
    withTurns((turns) =>
      answerInstead(operation, (request) => (isMeant(turns, request) ? fail(request, row) : undefined)),
    );
}

function* keys(traffic: Traffic): Generator<FamilyAlteration> {
  for (const state of ['running', ...ENDS] as const)
    for (const operation of SENDS.filter((each) => isPossible(state, each)))
      for (const body of ['same', 'other'] as const)
        for (const [name, [behaviour, make]] of Object.entries(REPEATED)) {
          if (isSound(state, body, name)) continue;
          const isMeant: IsMeant = (turns, request) => {
            const known = turns.ofKey(request);
            const now = known?.end ?? (known ? 'running' : undefined);
            return (
              now === state &&
              known?.sentBy === operation &&
              (known.body === String(request.body)) === (body === 'same')
            );
          };
          yield alteration(
            traffic,
            [operation],
            `key-${state}:${operation}:${body}-body/${name}`,
            `Repeated with the ${body} body after ${state}, ${operation} ${behaviour}.`,
            make(operation, isMeant),
          );
        }
}

function isSound(state: string, body: string, answer: string): boolean {
  if (body === 'other') return answer === 'conflict' || (state === 'running' && answer === 'in-progress');
  return state === 'running' && answer === 'in-progress';
}

// Interactions.

const KINDS = Object.keys(ANSWERED_BY) as (keyof typeof ANSWERED_BY)[];
type InteractionState = 'pending' | 'resolved' | 'expired' | 'cancelled' | 'ended';

/** What an answer to an interaction in each state is answered in the wrong. */
const WRONG: Readonly<Record<InteractionState, readonly (ErrorRowId | 'resolved')[]>> = {
  pending: ['action-not-pending', 'action-not-found'],
  resolved: ['resolved', 'action-not-found'],
  expired: ['resolved', 'action-not-pending'],
  cancelled: ['resolved'],
  ended: ['resolved'],
};

function* interactions(traffic: Traffic): Generator<FamilyAlteration> {
  for (const kind of KINDS) {
    const operation = ANSWERED_BY[kind];
    for (const [state, answers] of Object.entries(WRONG))
      for (const row of answers)
        yield alteration(
          traffic,
          [operation],
          `interaction-${state}:${kind}/answers-${row}`,
          `The answer to a ${kind} that is ${state} is answered ${row}.`,
          inState(operation, state as InteractionState, row),
          state === 'expired' ? expiryChecksOf(kind) : [],
        );
    yield alteration(
      traffic,
      [operation],
      `interaction-malformed:${kind}/resolves`,
      `A malformed answer to a ${kind} is refused, and settles it.`,
      settlingMalformed(operation),
    );
    yield alteration(
      traffic,
      [operation],
      `interaction-pending:${kind}/resolves-all`,
      `The answer to one ${kind} resolves those of all chats.`,
      resolvingOthers(operation),
    );
    yield alteration(
      traffic,
      [operation],
      `interaction-resolved:${kind}/second-counts`,
      `Two answers to a ${kind} at once both succeed.`,
      atOnce(operation),
    );
    for (const [to, by] of [
      ['pending', 'action_not_sent'],
      ['closed', 'action_no_answer'],
      ['closed', 'action_rejected'],
    ] as const)
      yield alteration(
        traffic,
        [operation],
        `interaction-undelivered:${kind}/${by}-not-${to}`,
        `After ${by}, a ${kind} is not ${to}.`,
        undelivered(kind, by, to),
      );
  }
}

interface Seen {
  /** Answers that were accepted. */
  readonly resolved: ReadonlySet<string>;
  /** Chats that were cancelled. */
  readonly cancelled: ReadonlySet<string>;
  /** Interactions whose turn has ended, by the end. */
  readonly ended: ReadonlyMap<string, string>;
}

/** A decorator that knows what became of the interactions of its server. */
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

function stateOf(
  seen: Seen,
  raised: RaisedById,
  request: HttpRequest,
  sound: HttpAnswer,
): InteractionState | undefined {
  const id = actionIdOf(request);
  const one: Raised | undefined = raised.get(id);
  if (!one || one.request.header('authorization') !== request.header('authorization')) return undefined;
  if (one.request.path.chat_id !== request.path.chat_id) return undefined;
  if (ANSWERED_BY[one.event.kind] !== request.operation.operationId) return undefined;
  if (isSuccess(sound)) return 'pending';
  if (sound.status === 400 || sound.status === 422 || sound.status >= 500) return undefined;
  if (seen.cancelled.has(String(request.path.chat_id))) return 'cancelled';
  if (seen.resolved.has(id)) return seen.ended.has(id) ? 'ended' : 'resolved';
  return codeOf(sound) === 'api_v1_action_not_found' ? 'expired' : undefined;
}

function inState(operation: OperationId, state: InteractionState, row: ErrorRowId | 'resolved'): Wrap {
  return withSeen((seen, raised) =>
    answerInstead(operation, async (request, sound) => {
      const wasResolved = seen.resolved.has(actionIdOf(request));
      if (state === 'pending' && raised.has(actionIdOf(request)) && !wasResolved) {
        const probe = await sound(request);
        return stateOf(seen, raised, request, probe) === 'pending' && row !== 'resolved'
          ? fail(request, row)
          : probe;
      }
      const answer = await sound(request);
      if (stateOf(seen, raised, request, answer) !== state || (isSuccess(answer) && state !== 'pending'))
        return answer;
      return row === 'resolved' ? resolved(request) : fail(request, row);
    }),
  );
}

function settlingMalformed(operation: OperationId): Wrap {
  return withInteractions((raised) => (exchange) => {
    const settled = new Set<string>();
    return answerInstead(operation, async (request, sound) => {
      const id = actionIdOf(request);
      if (settled.has(id)) return fail(request, 'action-not-pending');
      const answer = await sound(request);
      if (
        answer.status >= 400 &&
        answer.status < 500 &&
        answer.status !== 404 &&
        raised.has(id) &&
        answer.status !== 409
      )
        settled.add(id);
      return answer;
    })(exchange);
  });
}

function resolvingOthers(operation: OperationId): Wrap {
  return withInteractions((raised) => (exchange) => {
    const settled = new Set<string>();
    return answerInstead(operation, async (request, sound) => {
      const id = actionIdOf(request);
      if (settled.has(id)) return fail(request, 'action-not-pending');
      const answer = await sound(request);
      const kind = raised.get(id)?.event.kind;
      if (isSuccess(answer))
        for (const [other, { event, request: by }] of raised)
          if (
            other !== id &&
            event.kind === kind &&
            by.header('authorization') === request.header('authorization')
          )
            settled.add(other);
      return answer;
    })(exchange);
  });
}

function atOnce(operation: OperationId): Wrap {
  return (exchange) => {
    const last = new Map<string, number>();
    return answerInstead(operation, async (request, sound) => {
      const id = actionIdOf(request);
      const answer = await sound(request);
      const now = performance.now();
      if (isSuccess(answer)) last.set(id, now);
      const isTwin = codeOf(answer) === 'api_v1_action_not_pending' && now - (last.get(id) ?? 0) < 20;
      return isTwin ? resolved(request) : answer;
    })(exchange);
  };
}

/** What an interaction is after its answer was not delivered, in the wrong. */
function undelivered(kind: string, by: string, to: 'pending' | 'closed'): Wrap {
  const operation = ANSWERED_BY[kind as keyof typeof ANSWERED_BY];
  return withInteractions((raised) => (exchange) => {
    const met = new Set<string>();
    return answerInstead(operation, async (request, sound) => {
      const id = actionIdOf(request);
      const isFaulty = request.header('x-reference-fault') === by;
      if (!isFaulty && met.has(id))
        return to === 'pending' ? fail(request, 'action-not-pending') : resolved(request);
      const answer = await sound(request);
      if (isFaulty && raised.has(id)) met.add(id);
      return answer;
    })(exchange);
  });
}

// Cancellations.

function* cancellations(traffic: Traffic): Generator<FamilyAlteration> {
  const operations = ['cancelTurn'] as const;
  for (const end of ENDS)
    for (const cause of SENDS.filter((each) => isPossible(end, each)))
      for (const row of ['not-found', 'action-not-found', 'action-not-pending'] as const)
        yield alteration(
          traffic,
          operations,
          `cancel-${end}-of-${cause}/answers-${row}`,
          `The cancellation of a turn of ${cause} that ended as ${end} is answered ${row}.`,
          withTurns((turns) =>
            answerInstead('cancelTurn', (request) => {
              const last = turns.endedIn(request.path.chat_id);
              return last?.end === end && last.sentBy === cause ? fail(request, row) : undefined;
            }),
          ),
        );
  for (const cause of CAUSES) {
    yield alteration(
      traffic,
      operations,
      `cancel-running-${cause}/without-effect`,
      `The cancellation of a turn of ${cause} has no effect.`,
      withTurns((turns) =>
        answerInstead('cancelTurn', (request) =>
          turns.causeOf(request.path.chat_id) === cause ? cancelled(request) : undefined,
        ),
      ),
    );
    yield alteration(
      traffic,
      operations,
      `cancel-running-${cause}/refused`,
      `The cancellation of a turn of ${cause} is refused.`,
      withTurns((turns) =>
        answerInstead('cancelTurn', (request) =>
          turns.causeOf(request.path.chat_id) === cause ? fail(request, 'not-found') : undefined,
        ),
      ),
    );
  }
  yield alteration(
    traffic,
    operations,
    'cancel-running/all-chats',
    'A cancellation ends the turns of all chats of the credential.',
    withTurns((turns) =>
      answerInstead('cancelTurn', async (request, sound) => {
        const answer = await sound(request);
        if (isSuccess(answer))
          for (const chat of turns.othersOf(request))
            await sound({ ...insteadOf(request, 'cancelTurn', {}), path: { chat_id: chat } });
        return answer;
      }),
    ),
  );
  yield alteration(
    traffic,
    operations,
    'cancel-by-id/other-interaction',
    'A cancellation that names an interaction of another credential is delivered.',
    withInteractions((raised) =>
      answerInstead('cancelTurn', async (request, sound) => {
        const owner = raised.get(String(bodyOf(request)?.action_id))?.request;
        if (!owner || owner.header('authorization') === request.header('authorization'))
          return sound(request);
        await sound(insteadOf(owner, 'cancelTurn', {}));
        return cancelled(request);
      }),
    ),
  );
}

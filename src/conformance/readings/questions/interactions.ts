import { isObject, type JsonObject, objectsIn } from '../../judge/json.ts';
import { ANSWERS, operationAnswering } from '../../judge/operations.ts';
import { LIFETIME } from '../../judge/timing.ts';
import { code, isRefused, isSuccess, OTHER, type Question, status, type Test } from '../question.ts';
import type { InteractionFacts, RunFacts, TurnFacts } from '../run-facts.ts';
import type { Seen, SeenEvent } from '../seen.ts';

/** How much earlier than stated an interaction may expire, in milliseconds of the service's time. */
const EARLY = 10_000;

const DECLINES: readonly unknown[] = ['decline', 'cancel'];

/** Interactions, their answers, and cancelling. */
export const interactionQuestions: readonly Question[] = [
  {
    point: 'A-99',
    on: ANSWERS,
    when: (seen, run) => isPending(seen, run) && operationAnswering(own(seen, run)?.kind) !== seen.operation,
    readings: {
      'not-found': status(404),
      conflict: status(409),
      validation: status(422),
      [OTHER]: isRefused,
    },
  },
  {
    point: 'A-100',
    on: ['approveTool'],
    when: (seen, run) => isPending(seen, run) && isUnfitting(seen.sent, own(seen, run)),
    readings: { refuse: isRefused, 'skip-missing': isSuccess },
  },
  {
    point: 'A-101',
    on: ['respondElicitation'],
    when: (seen, run) =>
      isPending(seen, run) && DECLINES.includes(seen.sent.action) && isObject(seen.sent.content),
    readings: { 'decline-content-refused': isRefused },
  },
  {
    point: 'A-102',
    on: ANSWERS,
    when: (seen, run) => {
      const { answered } = own(seen, run) ?? {};
      return answered !== undefined && run.span(answered.at, seen.sentAt) > LIFETIME;
    },
    readings: {
      'stays-resolved': code('api_v1_action_not_pending'),
      forgotten: code('api_v1_action_not_found'),
    },
  },
  {
    point: 'A-104',
    on: ['streamMessage'],
    when: (seen, run) => expiredIn(seen, run) !== undefined,
    readings: {
      continues: endsWith('message.completed'),
      fails: endsWith('message.error'),
      cancelled: endsWith('message.cancelled'),
    },
  },
  {
    point: 'A-106',
    on: ANSWERS,
    when: (seen, run) => seen.status === 404 && run.isForeign(seen),
    readings: {
      'chat-not-found': code('api_v1_not_found'),
      'action-not-found': code('api_v1_action_not_found'),
    },
  },
  {
    point: 'A-107',
    on: ['cancelTurn'],
    when: (seen, run) => seen.isSuccess && isPending(seen, run),
    readings: {
      'cancels-turn': (seen, run) => turnOf(seen, run)?.end === 'message.cancelled',
      'cancels-interaction': (seen, run) => turnOf(seen, run)?.end === 'message.completed',
    },
  },
  {
    point: 'A-108',
    on: ['cancelTurn'],
    when: (seen, run) =>
      run.isOwn(seen) &&
      seen.sent.action_id === undefined &&
      (run.chat(seen.id)?.turns ?? []).every(({ to }) => to !== undefined && to <= seen.sentAt) &&
      run.chat(seen.id)?.isShared === false,
    readings: {
      'always-true': ({ data }) => data.cancelled === true,
      'false-when-idle': ({ data }) => data.cancelled === false,
    },
  },
  {
    point: 'A-110',
    on: ANSWERS,
    when: (seen, run) =>
      own(seen, run)?.chatId === seen.id &&
      own(seen, run)?.answered === undefined &&
      turnOf(seen, run)?.end === 'message.cancelled' &&
      isTurnOver(seen, run),
    readings: { 'not-found': status(404), 'not-pending': status(409) },
  },
  {
    point: 'A-111',
    on: ANSWERS,
    when: (seen, run) =>
      seen.isSuccess && isRefusal(seen.sent) && (run.chat(seen.id)?.cancels.length ?? 0) === 0,
    readings: {
      'goes-on': (seen, run) => turnOf(seen, run)?.end === 'message.completed',
      ends: (seen, run) => ['message.cancelled', 'message.error'].includes(String(turnOf(seen, run)?.end)),
    },
  },
  {
    point: 'A-112',
    on: ANSWERS,
    when: (seen, run) => {
      const lost = own(seen, run)?.lost;
      return lost?.isRejected === true && lost.at <= seen.sentAt;
    },
    readings: { 'not-pending': code('api_v1_action_not_pending'), 'not-found': status(404) },
  },
  {
    point: 'A-113',
    on: ['streamMessage'],
    readings: {
      'resolution-only': asks('auth_required', (payload) => Object.keys(payload).join() === 'resolution'),
      'further-members': asks('auth_required', (payload) => 'resolution' in payload),
    },
  },
  {
    point: 'A-114',
    on: ['streamMessage'],
    readings: {
      'numbered-steps': asks('plan_approval', ({ plan }) => hasStepOf(plan, 'number')),
      'labelled-steps': asks('plan_approval', ({ plan }) => hasStepOf(plan, 'string')),
    },
  },
  {
    point: 'A-114',
    on: ['streamMessage'],
    readings: { 'null-notes': asks('plan_approval', ({ plan }) => isObject(plan) && plan.notes === null) },
  },
  {
    point: 'A-115',
    on: ANSWERS,
    when: (seen, run) => {
      const interaction = own(seen, run);
      return interaction !== undefined && interaction.chatId !== seen.id && run.isOwn(seen);
    },
    readings: {
      'action-not-found': code('api_v1_action_not_found'),
      'chat-not-found': code('api_v1_not_found'),
    },
  },
  {
    point: 'A-116',
    on: ANSWERS,
    when: (seen, run) => seen.status === 404 && !run.chat(seen.id)?.made,
    readings: {
      'action-not-found': code('api_v1_action_not_found'),
      'chat-not-found': code('api_v1_not_found'),
    },
  },
];

/** The interaction that a request names, if it is of the same client. */
function own({ sent, actor, sentAt }: Seen, run: RunFacts): InteractionFacts | undefined {
  const interaction = run.interactions.get(sent.action_id);
  return interaction?.actor === actor && interaction.at <= sentAt ? interaction : undefined;
}

/** The turn that raised the interaction which a request names. */
function turnOf(seen: Seen, run: RunFacts): TurnFacts | undefined {
  const interaction = own(seen, run);
  return (
    interaction && run.chat(interaction.chatId)?.turns.find(({ number }) => number === interaction.number)
  );
}

function isTurnOver(seen: Seen, run: RunFacts): boolean {
  return (turnOf(seen, run)?.to ?? Number.POSITIVE_INFINITY) <= seen.sentAt;
}

/** Whether a request names an interaction of its chat that certainly waits for its answer. */
function isPending(seen: Seen, run: RunFacts): boolean {
  const interaction = own(seen, run);
  const { chatId, at, answered, lost } = interaction ?? {};
  if (interaction === undefined || chatId !== seen.id || lost !== undefined) return false;
  const isAnswered =
    answered !== undefined && answered.number !== seen.exchange.number && answered.sentAt < seen.at;
  return !isAnswered && !isTurnOver(seen, run) && run.span(at as number, seen.sentAt) < LIFETIME - EARLY;
}

/** Whether decisions are well-formed, and lack a tool that was asked about or name another one. */
function isUnfitting({ decisions }: JsonObject, interaction: InteractionFacts | undefined): boolean {
  if (!Array.isArray(decisions) || interaction?.kind !== 'tool_approval') return false;
  const given = objectsIn(decisions);
  const isWellFormed =
    given.length === decisions.length &&
    given.every(({ tool_use_id: id, approved }) => typeof id === 'string' && typeof approved === 'boolean');
  const decided = new Set(given.map(({ tool_use_id }) => tool_use_id));
  const asked = new Set(interaction.tools);
  return (
    isWellFormed &&
    given.length > 0 &&
    (decided.size !== asked.size || given.some(({ tool_use_id: id }) => !asked.has(id)))
  );
}

function isRefusal({ decisions, action }: JsonObject): boolean {
  return (
    objectsIn(decisions).some(({ approved }) => approved === false) ||
    action === 'reject' ||
    DECLINES.includes(action)
  );
}

/** The event after which a stream was silent, but for pings, until its interaction had expired. */
function expiredIn({ events, id }: Seen, run: RunFacts): SeenEvent | undefined {
  const chat = run.chat(id);
  if (!chat || chat.cancels.length > 0) return undefined;
  const told = events.filter(({ type }) => type !== 'ping');
  return told.find(({ type, data, at }, index) => {
    const next = told[index + 1];
    const isAnswered = run.interactions.get(data.action_id)?.answered !== undefined;
    return (
      type === 'message.action_required' && !isAnswered && next && run.span(at, next.at) > LIFETIME - EARLY
    );
  });
}

function endsWith(type: string): Test {
  return ({ end }) => end?.type === type;
}

/** Whether a stream asks for something of a kind with such a payload. */
function asks(kind: string, test: (payload: JsonObject) => boolean): Test {
  return ({ events }) =>
    events.some(({ data }) => data.kind === kind && isObject(data.payload) && test(data.payload));
}

function hasStepOf(plan: unknown, type: string): boolean {
  return isObject(plan) && objectsIn(plan.steps).some(({ step }) => typeof step === type);
}

import type { RequirementId, ScenarioName } from '../../../../generated/ids.d.ts';
import type { SendOptions, Turn } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../../judge/json.ts';
import type { ANSWERED_BY } from '../../judge/operations.ts';
import { SURELY_PENDING } from '../../judge/timing.ts';
import { R } from './check.ts';
import { actionIdOf, type CheckContext, lastReceivedAt, type Raised } from './context.ts';
import { fillForm } from './fill-form.ts';
import { CannotGoOn } from './interruption.ts';

export type InteractionKind = keyof typeof ANSWERED_BY;

/** The answer to an interaction: the action in the path, and the body. */
export interface Reply {
  readonly action: string;
  readonly body: JsonObject;
}

/** The choices in a reply. */
export interface Choice {
  /** Whether to approve tools. Default: true. */
  readonly approved?: boolean;
  /** The text for form fields that accept any text. */
  readonly word?: string;
}

/** The action and the body that answer each kind of interaction. */
const REPLIES: Readonly<Record<InteractionKind, (event: LiveEvent, choice: Choice) => Reply>> = {
  tool_approval: (event, { approved = true }) => ({
    action: 'approve-tool',
    body: {
      action_id: event.data.action_id,
      decisions: toolsOf(event).map(({ tool_use_id }) => ({ tool_use_id, approved })),
    },
  }),
  plan_approval: ({ data }) => ({
    action: 'respond-plan',
    body: { action_id: data.action_id, action: 'approve' },
  }),
  elicitation: ({ data }, { word = 'Quayside' }) => ({
    action: 'respond-elicitation',
    body: {
      action_id: data.action_id,
      action: 'accept',
      content: fillForm(isObject(data.payload) ? data.payload.requested_schema : undefined, word),
    },
  }),
  auth_required: ({ data }) => ({ action: 'cancel-auth', body: { action_id: data.action_id } }),
};

/** An answer that refuses an interaction's request. */
export interface Refusal {
  /** Last part of the ids of checks. */
  readonly name: string;
  /** The requirements that are violated when the service does not take this answer. */
  readonly requirements: readonly [RequirementId, ...RequirementId[]];
  /** The requirement that says that the turn continues. The contract does not say it for a rejected plan. */
  readonly continues?: RequirementId;
  /** Whether a service may end the turn with it. */
  readonly mayEnd?: boolean;
  /** The members that replace members of the reply's body. */
  change(asked: LiveEvent): JsonObject;
}

const WITHOUT_CONTENT = [
  R['interactions.respond-elicitation.action'],
  R['interactions.respond-elicitation.others-need-none'],
] as const;

/** The refusals of each kind of interaction. */
export const REFUSALS: Readonly<Record<InteractionKind, readonly Refusal[]>> = {
  tool_approval: [
    {
      name: 'refused',
      requirements: [R['interactions.approve-tool.approved']],
      continues: R['interactions.approve-tool.refused-skips'],
      mayEnd: true,
      change: (asked) => REPLIES.tool_approval(asked, { approved: false }).body,
    },
  ],
  plan_approval: [
    {
      name: 'rejected',
      requirements: [R['interactions.respond-plan.action']],
      change: () => ({ action: 'reject' }),
    },
  ],
  elicitation: [
    {
      name: 'declined',
      requirements: WITHOUT_CONTENT,
      continues: R['interactions.respond-elicitation.decline-refuses'],
      mayEnd: true,
      change: () => ({ action: 'decline', content: undefined }),
    },
    {
      name: 'aborted',
      requirements: WITHOUT_CONTENT,
      continues: R['interactions.respond-elicitation.cancel-aborts'],
      change: () => ({ action: 'cancel', content: undefined }),
    },
  ],
  auth_required: [],
};

/** The reply of a given kind to an interaction of which only the id is known. */
export function replyOf(kind: InteractionKind, actionId: string): Reply {
  const tools = [{ tool_use_id: 'call_1' }];
  return REPLIES[kind]({ type: '', data: { action_id: actionId, payload: { tools } } }, {});
}

/** One reply of each kind to the interaction with this id. */
export function repliesTo(actionId: string): readonly Reply[] {
  return (Object.keys(REPLIES) as InteractionKind[]).map((kind) => replyOf(kind, actionId));
}

/**
 * The reply that lets a turn continue: it approves every request and fills in every form.
 *
 * @returns undefined for a kind that the contract does not define
 */
export function replyTo(event: LiveEvent, choice: Choice = {}): Reply | undefined {
  const { kind } = event.data;
  return typeof kind === 'string' && Object.hasOwn(REPLIES, kind)
    ? REPLIES[kind as InteractionKind](event, choice)
    : undefined;
}

/** The tools of an interaction that need approval. */
export function toolsOf({ data }: LiveEvent): readonly JsonObject[] {
  return objectsIn(isObject(data.payload) ? data.payload.tools : undefined);
}

/** A pending interaction, with the reply to it. */
export interface Asked extends Raised {
  readonly reply: Reply;
  /** When the interaction was raised, in milliseconds since the run started. */
  readonly askedAt: number;
}

/**
 * Streams a turn, or that of a scenario, until it raises an interaction.
 *
 * @throws CannotGoOn when it raises none, or another kind
 */
export async function raise(
  t: CheckContext,
  turn: ScenarioName | Turn,
  kind: InteractionKind,
  choice: Choice = {},
  options: SendOptions = {},
): Promise<Asked> {
  const raised = await t.raise(typeof turn === 'string' ? t.scenario(turn) : turn, options);
  return askedFor(t, raised, kind, choice);
}

/**
 * Reads a turn's stream up to its next interaction.
 *
 * @returns undefined when no interaction follows soon: a service may remember an answer for the rest of the turn
 * @throws CannotGoOn when the interaction is of another kind
 */
export async function nextAsked(
  t: CheckContext,
  stream: LiveStream,
  kind: InteractionKind,
  choice: Choice = {},
): Promise<Asked | undefined> {
  const asked = await t.inTime(stream.until('message.action_required'));
  return asked && askedFor(t, { stream, asked, actionId: actionIdOf(asked) }, kind, choice);
}

/**
 * Whether an interaction may come before one of this kind. A connector's tool raises the others, and in manual mode a service may ask for
 * approval before it runs the tool.
 */
export function mayPrecede({ data }: LiveEvent, kind: InteractionKind): boolean {
  return data.kind === 'tool_approval' && (kind === 'elicitation' || kind === 'auth_required');
}

/**
 * The reply to an interaction of this kind, or to the one that follows the approval of the tool that raises it.
 *
 * @throws CannotGoOn when the interaction is of another kind
 */
export async function askedFor(
  t: CheckContext,
  raised: Raised,
  kind: InteractionKind,
  choice: Choice = {},
): Promise<Asked> {
  const { stream, asked } = raised;
  const asksFor = asked.data.kind;
  if (mayPrecede(asked, kind)) {
    t.requireSuccess(await respond(t, stream, asked));
    const next = await nextAsked(t, stream, kind, choice);
    if (next) return next;
  }
  const reply = replyTo(asked, choice);
  if (asksFor !== kind || !reply)
    throw new CannotGoOn(`the turn asked for ${String(asksFor)}, not for ${kind}`);
  return { ...raised, reply, askedAt: lastReceivedAt(stream) };
}

/**
 * Answers an interaction.
 *
 * @param change members that replace members of the reply's body
 * @param fault headers that trigger a fault
 * @throws CannotGoOn after an outage that the check did not trigger
 * @throws NothingToSee when the interaction may have expired before the answer
 */
export async function answer(
  t: CheckContext,
  { stream, reply, askedAt }: Asked,
  change: JsonObject = {},
  fault?: Readonly<Record<string, string>>,
): Promise<Answer> {
  const sent = await t.main.act(stream.chatId, reply.action, { ...reply.body, ...change }, fault);
  t.require(fault !== undefined || sent.status !== 503, 'the answer to the interaction met an outage');
  // With scaled timers, a busy machine may take longer than that to answer.
  if (sent.status === 404) t.requireWithin(askedAt, SURELY_PENDING, lastReceivedAt(sent));
  return sent;
}

/** Sends an answer that the fault action_not_sent keeps inside the service. @throws CannotGoOn when the answer does leave the service */
export async function loseAnswer(t: CheckContext, asked: Asked): Promise<void> {
  const { headers, body } = t.fault('action_not_sent');
  const sent = await answer(t, asked, body, headers);
  t.require(sent.status === 503, 'the fault does not keep the decision from leaving the service');
}

/**
 * Answers any interaction of a turn, whatever its kind.
 *
 * @param change members that replace members of the reply's body
 * @throws CannotGoOn for a kind that the contract does not define
 */
export async function respond(
  t: CheckContext,
  { chatId }: LiveStream,
  asked: LiveEvent,
  change: JsonObject = {},
): Promise<Answer> {
  const reply = replyTo(asked);
  t.require(reply !== undefined, `the contract has no answer to ${String(asked.data.kind)}`);
  return t.main.act(chatId, reply?.action ?? '', { ...reply?.body, ...change });
}

/**
 * Ends a check that needs a turn to ask for several calls at once. A service may ask for one call after another.
 *
 * @throws NothingToSee when the turn asks again after the first answer, or asks for more calls
 * @throws CannotGoOn when it never asks for the rest
 */
export async function requireCalls(t: CheckContext, asked: Asked, count: number): Promise<void> {
  const calls = toolsOf(asked.asked).length;
  if (calls === count) return;
  t.skipIf(calls > count, 'the turn asks for more calls than its script makes');
  t.requireSuccess(await answer(t, asked));
  const ends = ['message.completed', 'message.cancelled', 'message.error'] as const;
  const next = await t.inTime(asked.stream.until('message.action_required', ...ends));
  t.skipIf(next?.type === 'message.action_required', 'the turn asks for one call after another');
  throw new CannotGoOn(`the turn asked for ${calls} of ${count} calls`);
}

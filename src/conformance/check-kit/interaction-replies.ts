import type { Answer } from '../drive/answer.ts';
import type { LiveEvent } from '../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../judge/json.ts';
import { type CheckContext, type Raised, saidAt } from './context.ts';
import { fillForm } from './fill-form.ts';
import { CannotGoOn } from './violation.ts';

export type Kind = 'tool_approval' | 'plan_approval' | 'elicitation' | 'auth_required';

/** An answer to an interaction: the action and its body. */
export interface Reply {
  readonly action: string;
  readonly body: JsonObject;
}

/** What a reply says, where there is a choice. */
export interface Choice {
  /** Whether tools are approved; they are. */
  readonly approved?: boolean;
  /** What is written into a form where any text will do. */
  readonly word?: string;
}

/** The action that answers each kind, and a body that goes with it. */
const REPLIES: Readonly<Record<Kind, (event: LiveEvent, choice: Choice) => Reply>> = {
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

/** The four answers, each to an interaction of this id. */
export function repliesTo(actionId: string): readonly Reply[] {
  const tools = [{ tool_use_id: 'call_1' }];
  return (Object.keys(REPLIES) as Kind[]).map((kind) =>
    REPLIES[kind]({ type: '', data: { action_id: actionId, payload: { tools } } }, {}),
  );
}

/** The answer that lets a turn go on: everything is approved, and every form is filled in. */
export function replyTo(event: LiveEvent, choice: Choice = {}): Reply | undefined {
  const { kind } = event.data;
  return typeof kind === 'string' && Object.hasOwn(REPLIES, kind)
    ? REPLIES[kind as Kind](event, choice)
    : undefined;
}

/** The tools that wait for an approval. */
export function toolsOf({ data }: LiveEvent): readonly JsonObject[] {
  return objectsIn(isObject(data.payload) ? data.payload.tools : undefined);
}

/** An interaction of a kind, and what answers it. */
export interface Asked extends Raised {
  readonly reply: Reply;
  /** Milliseconds since the run began. */
  readonly askedAt: number;
}

/** Lets a turn ask. @throws CannotGoOn when it asks for nothing, or for something else */
export async function raise(
  t: CheckContext,
  scenario: string,
  kind: Kind,
  choice: Choice = {},
): Promise<Asked> {
  const raised = await t.raise(t.scenario(scenario));
  const reply = replyTo(raised.asked, choice);
  const asksFor = raised.asked.data.kind;
  if (asksFor !== kind || !reply)
    throw new CannotGoOn(`the turn asked for ${String(asksFor)}, not for ${kind}`);
  return { ...raised, reply, askedAt: saidAt(raised.stream) };
}

/** Milliseconds of the service's time in which no interaction expires. Timers that are scaled outrun a busy machine. */
const SURELY_PENDING = 60_000;

/**
 * Answers an interaction.
 *
 * @param change members of the body that are different
 * @param fault headers that make the answer meet a fault
 * @throws CannotGoOn after an outage that nobody asked for, or when it came so late that the interaction may have expired
 */
export async function answer(
  t: CheckContext,
  { stream, reply, askedAt }: Asked,
  change: JsonObject = {},
  fault?: Readonly<Record<string, string>>,
): Promise<Answer> {
  const sent = await t.main.act(stream.chatId, reply.action, { ...reply.body, ...change }, fault);
  t.assume(fault !== undefined || sent.status !== 503, 'the answer met an outage');
  const isLate = sent.status === 404 && t.elapsed(askedAt, sent) > SURELY_PENDING;
  t.assume(!isLate, 'the interaction may have expired before the answer came');
  return sent;
}

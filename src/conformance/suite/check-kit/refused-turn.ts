import type { CauseId, ErrorRowId, RequirementId } from '../../../../generated/ids.d.ts';
import type { Actor, Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { isBusy, sendWhenFree } from './busy-chat.ts';
import { R } from './check.ts';
import type { Channel, CheckContext } from './context.ts';
import { addMembers, withUnrelatedMembers } from './unrelated-members.ts';

/** Why the service refuses a turn. */
export interface RefusedTurn {
  readonly cause: CauseId;
  /** All that the contract says about it. */
  readonly requirements: readonly RequirementId[];
  /** The row of spec/errors.yaml, if the contract states one for this cause. */
  readonly row?: ErrorRowId;
}

/** The refusals that section 7 lists again for the streaming send: the answer comes before a stream opens. */
const BEFORE_STREAM: Partial<Readonly<Record<RequirementId, RequirementId>>> = {
  'errors.chat-busy.answer': R['stream.refusal.chat-busy'],
  'errors.idempotency-conflict.answer': R['stream.refusal.idempotency-conflict'],
  'errors.attachment-not-allowed.answer': R['stream.refusal.resource-not-allowed'],
  'errors.agent-not-available.answer': R['stream.refusal.agent-not-available'],
  'errors.too-many-agents.answer': R['stream.refusal.too-many-agents'],
  'errors.invalid-agents.answer': R['stream.refusal.validation-error'],
  'errors.agents-disabled.answer': R['stream.refusal.agents-disabled'],
  'errors.agents-unavailable.answer': R['stream.refusal.agents-unavailable'],
};

/** All that the contract says about a refusal over a channel. */
export function refusedOver(channel: Channel, ...requirements: readonly RequirementId[]): RequirementId[] {
  const again = requirements.flatMap((id) => BEFORE_STREAM[id] ?? []);
  return channel === 'streaming' ? [...requirements, ...again] : [...requirements];
}

/**
 * Expects the refusal of a turn for a reason that section 7 does not list for the streaming send. That list may be complete, so the failure
 * may come on the stream instead.
 *
 * @returns the answer, or undefined when the refusal came on a stream
 */
export async function expectRefusal(
  t: CheckContext,
  sent: Answer | LiveStream,
  ...requirements: readonly RequirementId[]
): Promise<Answer | undefined> {
  const claim = t.expect(...requirements);
  if (sent instanceof Answer) {
    claim.isRefused(sent);
    return sent;
  }
  const end = (await t.inTime(sent.rest()))?.type;
  claim.isTrue(sent, end === 'message.error', 'a refusal', end);
  return undefined;
}

/** Expects that a refused send left no turn in the chat. The contract does not say whether the chat exists. */
export async function expectNoTurn(
  t: CheckContext,
  requirements: readonly RequirementId[],
  chatId: string,
  actor: Actor = t.main,
): Promise<void> {
  const history = await actor.history(chatId);
  t.expect(...requirements).isTrue(history, history.items.length === 0, 'no turn', history.items.length);
}

/** Expects that a refused send left its chat free: only a running turn makes a chat busy (section 3.3). */
export async function expectFree(
  t: CheckContext,
  requirements: readonly RequirementId[],
  chatId: string,
  actor: Actor = t.main,
): Promise<void> {
  const next = await sendWhenFree(t, 'blocking', chatId, { actor });
  t.expect(...requirements).isTrue(next, !isBusy(next), 'a chat that is free', 'a busy one');
}

/** Expects that a turn is refused and leaves nothing behind, and is refused in other chats and beside unrelated members too. */
export async function expectRefused(
  t: CheckContext,
  channel: Channel,
  turn: Turn,
  { requirements, row }: Omit<RefusedTurn, 'cause'>,
): Promise<void> {
  const claim = t.expect(...requirements);
  const isRefused = async (body: Turn, chatId: string): Promise<boolean> => {
    const sent = await t.attempt(channel, body, { chatId });
    if (row === undefined) return (await expectRefusal(t, sent, ...requirements)) !== undefined;
    claim.failsWith(sent, row);
    return true;
  };
  const chatId = t.freshId();
  if (await isRefused(turn, chatId)) {
    await expectNoTurn(t, requirements, chatId);
    await expectFree(t, requirements, chatId);
  }
  const dressings = await withUnrelatedMembers(t);
  for (const dressing of dressings) await isRefused(addMembers(turn, dressing), dressing.chatId);
  // The first one is a chat that existed before.
  for (const dressing of dressings.slice(0, 1)) await expectFree(t, requirements, dressing.chatId);
}

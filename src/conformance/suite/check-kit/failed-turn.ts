import type { RequirementId } from '../../../../generated/ids.d.ts';
import { isInteger } from '../../../exact-json/exact-number.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { isSameUuid } from './chats.ts';
import type { CheckContext } from './context.ts';

/**
 * Expects that the `data` of a failed turn names the turn and its chat. A failed turn may be missing from the listing; if it is
 * listed, the listing shows its id.
 */
export async function expectIds(
  t: CheckContext,
  requirement: RequirementId,
  answer: Answer,
  actor: Actor,
  chatId: string,
  earlier: readonly unknown[] = [],
): Promise<void> {
  const { chat_id: chat, message_id: message } = answer.data;
  const claim = t.expect(requirement);
  claim.isTrue(answer, isSameUuid(chat, chatId), chatId, chat, '/data/chat_id');
  claim.isTrue(answer, isInteger(message), 'an integer', message, '/data/message_id');
  claim.isTrue(answer, !earlier.includes(message), 'an id of its own', message, '/data/message_id');
  const listed = (await actor.history(chatId)).items.find(({ id }) => !earlier.includes(id));
  if (listed) claim.equals(answer, message, listed.id, '/data/message_id');
}

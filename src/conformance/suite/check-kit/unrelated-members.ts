import type { Actor, Turn } from '../../drive/actor.ts';
import type { JsonObject } from '../../judge/json.ts';
import { anyModel } from './catalog.ts';
import type { CheckContext } from './context.ts';

/** What a turn carries besides the members that a check is about, and the chat that it is sent to. */
export interface UnrelatedMembers {
  readonly chatId: string;
  readonly members: JsonObject;
}

/** Members that no rule of another member looks at. */
const MEMBERS = {
  permission_mode: 'auto',
  metadata: { order: 4410, notes: ['urgent', null] },
  attachments: {},
} as const satisfies JsonObject;

/**
 * Further situations in which a service must refuse a turn for the same reason: in a chat that is there already, and in a new one, with
 * members that have nothing to do with the reason. No turn of another check is in these chats.
 */
export async function withUnrelatedMembers(
  t: CheckContext,
  actor: Actor = t.main,
): Promise<readonly UnrelatedMembers[]> {
  // The mode is the one that turns have by default, since the mode of the chat may count. A credential that is limited to some
  // resources may not be allowed to create chats.
  const members = { name: 'Conformance', permission_mode: 'manual', model_id: await anyModel(t) };
  const made = await actor.post('/chats', members);
  const chatId = typeof made.data.id === 'string' ? made.data.id : t.freshId();
  return [
    { chatId, members: MEMBERS },
    { chatId: t.freshId(), members: MEMBERS },
    { chatId, members: {} },
  ];
}

/** A turn in a situation. Its own members count more than those of the situation. */
export function addMembers(turn: Turn, { members }: UnrelatedMembers): Turn {
  return { ...members, ...turn };
}

import type { Actor, Turn } from '../../drive/actor.ts';
import type { JsonObject } from '../../judge/json.ts';
import { anyModel, attachmentsOf } from './catalog.ts';
import type { CheckContext } from './context.ts';
import { skillsBeside } from './skills.ts';

/** The other members of a turn, besides those that a check tests, and the turn's chat. */
export interface UnrelatedMembers {
  readonly chatId: string;
  readonly members: JsonObject;
}

/** Members that no rule about other members depends on. */
const MEMBERS = {
  permission_mode: 'auto',
  metadata: { order: 4410, notes: ['urgent', null] },
  attachments: {},
} as const satisfies JsonObject;

/**
 * Further situations in which a service must refuse a turn for the same reason: in an existing chat and in a new one, with members that are
 * unrelated to the reason. No other check sends turns to these chats.
 */
export async function withUnrelatedMembers(
  t: CheckContext,
  actor: Actor = t.main,
): Promise<readonly UnrelatedMembers[]> {
  // The chat has the default mode of turns, since a chat's mode may count for its turns. A credential with limited resources may not
  // be allowed to create chats.
  const members = { name: 'Conformance', permission_mode: 'manual', model_id: await anyModel(t) };
  const made = await actor.post('/chats', members);
  const chatId = typeof made.data.id === 'string' ? made.data.id : t.freshId();
  return [
    { chatId, members: MEMBERS },
    { chatId: t.freshId(), members: MEMBERS },
    { chatId, members: {} },
  ];
}

/**
 * Every optional member of a turn but its mode, with what `main` can use. A rule that holds without them holds beside all of them; a service
 * may have forgotten it beside any one.
 */
export async function everyMember(t: CheckContext) {
  const listed = await attachmentsOf(t, t.main);
  return {
    model_id: await anyModel(t),
    metadata: MEMBERS.metadata,
    attachments: {
      ...listed,
      file_ids: t.declared('file').slice(0, 1),
      skill_ids: await skillsBeside(t, 1),
    },
    principal_agent_id: (listed.agent_ids as readonly unknown[] | undefined)?.[0],
  };
}

/** Adds the members of a situation to a turn. The turn's own members take precedence. */
export function addMembers(turn: Turn, { members }: UnrelatedMembers): Turn {
  return { ...members, ...turn };
}

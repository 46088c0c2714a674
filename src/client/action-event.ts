import type { Methods } from '../../generated/methods.js';
import type { ActionRequired } from '../../generated/types.js';
import type { CallOptions } from './options.ts';
import type { ActionEvent } from './turn-event.ts';

/** Adds the methods that answer this kind of interaction, bound to its `action_id`. An unknown kind gets none. */
export function toActionEvent(
  interactions: Methods<CallOptions>['interactions'],
  data: ActionRequired,
  chatId: string,
): ActionEvent {
  return {
    type: 'message.action_required',
    kind: data.kind,
    data,
    ...answersTo(interactions, data, chatId),
  } as ActionEvent;
}

function answersTo(interactions: Methods<CallOptions>['interactions'], data: ActionRequired, chatId: string) {
  const { action_id } = data;
  switch (data.kind) {
    case 'tool_approval': {
      const all = data.payload.tools.map(({ tool_use_id }) => tool_use_id);
      const decide = async (approved: readonly string[]) => {
        const unknownId = approved.find((id) => !all.includes(id));
        if (unknownId !== undefined) {
          throw new TypeError(`${unknownId} is not a tool_use_id of the payload`);
        }
        const decisions = all.map((id) => ({ tool_use_id: id, approved: approved.includes(id) }));
        return interactions.approveTool(chatId, { action_id, decisions });
      };
      return {
        approve: (...ids: string[]) => decide(ids.length > 0 ? ids : all),
        decline: () => decide([]),
      };
    }
    case 'plan_approval': {
      const respond = (action: 'approve' | 'reject') =>
        interactions.respondPlan(chatId, { action_id, action });
      return { approve: () => respond('approve'), reject: () => respond('reject') };
    }
    case 'elicitation': {
      const end = (action: 'decline' | 'cancel') =>
        interactions.respondElicitation(chatId, { action_id, action });
      return {
        accept: (content: Record<string, unknown>) =>
          interactions.respondElicitation(chatId, { action_id, action: 'accept', content }),
        decline: () => end('decline'),
        cancel: () => end('cancel'),
      };
    }
    case 'auth_required':
      return { cancel: () => interactions.cancelAuth(chatId, { action_id }) };
    default:
      return undefined;
  }
}

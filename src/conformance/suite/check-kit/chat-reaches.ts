import type { CredentialName, ErrorRowId, RequirementId } from '../../../../generated/ids.d.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { R } from './check.ts';
import type { CheckContext } from './context.ts';

/** Credentials that do not own the chats of these checks. */
export const STRANGERS = ['second', 'other_user'] as const satisfies readonly CredentialName[];

export interface Reach {
  readonly operationId: string;
  readonly rows: readonly ErrorRowId[];
  /** What the contract says about this operation and someone else's chat, besides what it says about all operations. */
  readonly foreign?: RequirementId;
  /** A send to a missing chat creates it, so a send can only be refused for someone else's chat. */
  readonly isSend?: boolean;
  /** @param actionId id of an interaction in the chat, if there is one */
  request(t: CheckContext, actor: Actor, chatId: string, actionId?: string): Promise<Answer>;
  /** The same operation, applied to something else in the chat. */
  further?(actor: Actor, chatId: string): Promise<Answer>;
}

const NOT_FOUND = ['not-found'] as const;

/** A valid request for each operation on a chat. */
export const CHAT_REACHES: readonly Reach[] = [
  {
    operationId: 'getChat',
    rows: NOT_FOUND,
    foreign: R['chats.get.foreign'],
    request: (_, actor, id) => actor.get(`/chats/${id}`),
  },
  {
    operationId: 'updateChat',
    rows: NOT_FOUND,
    request: (_, actor, id) => actor.patch(`/chats/${id}`, { name: 'Taken over', is_favorite: true }),
  },
  { operationId: 'deleteChat', rows: NOT_FOUND, request: (_, actor, id) => actor.delete(`/chats/${id}`) },
  {
    operationId: 'listMessages',
    rows: NOT_FOUND,
    request: (_, actor, id) => actor.history(id),
    further: (actor, id) => actor.get(`/chats/${id}/messages?page=2&size=1`),
  },
  {
    operationId: 'sendMessage',
    rows: NOT_FOUND,
    isSend: true,
    // A plain send without special members, so that the chat still counts as its owner's.
    request: (t, actor, id) =>
      actor.post(`/chats/${id}/messages`, t.plain({ permission_mode: 'auto' }), {
        'idempotency-key': t.freshId(),
      }),
  },
  {
    operationId: 'streamMessage',
    rows: NOT_FOUND,
    isSend: true,
    request: (t, actor, id) =>
      actor.post(`/chats/${id}/messages/stream`, t.plain({ permission_mode: 'manual' }), {
        'idempotency-key': t.freshId(),
      }),
  },
  {
    operationId: 'cancelTurn',
    rows: NOT_FOUND,
    foreign: R['cancel.chat.foreign'],
    request: (_, actor, id) => actor.act(id, 'cancel', {}),
  },
  ...[
    ['approve-tool', { decisions: [{ tool_use_id: 'call_1', approved: false }] }],
    ['respond-plan', { action: 'reject' }],
    ['respond-elicitation', { action: 'decline' }],
    ['cancel-auth', {}],
  ].map(
    ([action, body]): Reach => ({
      operationId: String(action),
      rows: ['not-found', 'action-not-found'],
      request: (t, actor, id, actionId = t.freshId()) =>
        actor.act(id, String(action), { action_id: actionId, ...(body as object) }),
    }),
  ),
];

/** Whether the stream only reports a refusal. */
export function isFailedStream({ terminal }: Answer): boolean {
  return terminal === 'message.error';
}

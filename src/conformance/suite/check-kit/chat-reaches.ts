import type { CredentialName, ErrorRowId } from '../../../../generated/ids.d.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import type { CheckContext } from './context.ts';

/** Credentials that did not create the chats of these checks. */
export const STRANGERS = ['second', 'other_user'] as const satisfies readonly CredentialName[];

export interface Reach {
  readonly operationId: string;
  readonly rows: readonly ErrorRowId[];
  /** A send creates a chat that is missing, so that only a foreign one can be refused. */
  readonly isSend?: boolean;
  /** @param actionId an interaction of the chat, if it has one */
  request(t: CheckContext, actor: Actor, chatId: string, actionId?: string): Promise<Answer>;
  /** The same operation, asked for something else that the chat has. */
  further?(actor: Actor, chatId: string): Promise<Answer>;
}

const NOT_FOUND = ['not-found'] as const;

/** A valid request of each operation on a chat. */
export const CHAT_REACHES: readonly Reach[] = [
  { operationId: 'getChat', rows: NOT_FOUND, request: (_, actor, id) => actor.get(`/chats/${id}`) },
  {
    operationId: 'updateChat',
    rows: NOT_FOUND,
    request: (_, actor, id) => actor.patch(`/chats/${id}`, { is_favorite: true }),
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
    // A plain request, so that the chat remains registered as its owner's.
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
  { operationId: 'cancelTurn', rows: NOT_FOUND, request: (_, actor, id) => actor.act(id, 'cancel', {}) },
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

/** Whether a stream opened for the refusal alone. */
export function isFailedStream({ terminal }: Answer): boolean {
  return terminal === 'message.error';
}

import type { OperationId } from '../../reference/http/operation.ts';
import { type Breakage, breakage, type Wrap } from '../alteration.ts';
import { isSuccess } from '../decorators/answers.ts';
import { lenientAbout } from '../decorators/lenient-types.ts';
import type { Body } from '../decorators/requests.ts';
import { rewriteBodies } from '../decorators/rewrite-requests.ts';

/** The operations whose bodies have members that a service can convert to other types. */
const TYPED = {
  createChat: 'create-chat',
  updateChat: 'update-chat',
  sendMessage: 'send-message',
  streamMessage: 'stream-message',
  approveTool: 'approve-tool',
  createSkill: 'create-skill',
  updateSkill: 'update-skill',
} as const satisfies Partial<Record<OperationId, string>>;

/** Other operations with an id in their path. */
const ON_ONE = {
  getChat: 'get-chat',
  deleteChat: 'delete-chat',
  listMessages: 'list-messages',
  cancelAuth: 'cancel-auth',
  cancelTurn: 'cancel-turn',
  getSkill: 'get-skill',
  deleteSkill: 'delete-skill',
  toggleSkill: 'toggle-skill',
} as const satisfies Partial<Record<OperationId, string>>;

/** Values of another type than the contract specifies, which should be refused. */
export const requestBreakages: readonly Breakage[] = [
  ...Object.entries(TYPED).map(([operation, name]) =>
    breakage(
      `requests.${name}.types/converted`,
      `The operation ${operation} converts a member of another type, or ignores it.`,
      lenientAbout(operation as keyof typeof TYPED),
    ),
  ),
  ...Object.entries({ ...TYPED, ...ON_ONE })
    .filter(([operation]) => !['createChat', 'createSkill', 'streamMessage'].includes(operation))
    .map(([operation, name]) =>
      breakage(
        `requests.${name}.types/id-guessed`,
        `The operation ${operation} takes a text that is no id for the id with which it begins, or for that of the last chat or skill.`,
        guessingIds(operation as OperationId),
      ),
    ),
  breakage(
    'requests.cancel-turn.types/ignored',
    'A cancellation ignores an action_id that is no text.',
    rewriteBodies('cancelTurn', (body) => (typeof body.action_id === 'string' ? body : {})),
  ),
];

/** Matches an id at the beginning of a text. */
const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{2,})/i;
const CREATES = { createChat: 'chat_id', createSkill: 'skill_id' } as const;

/** Replaces a malformed id by the id that it begins with, or by the latest id that was created or used. */
function guessingIds(operation: OperationId): Wrap {
  return (sound) => {
    const last: Record<string, string> = {};
    return async (request) => {
      const { operationId } = request.operation;
      const isMeant = operationId === operation;
      const path = Object.fromEntries(
        Object.entries(request.path).map(([name, text]) => {
          const [id] = ID.exec(text) ?? [];
          if (id === text) last[name] = id;
          return [name, isMeant ? (id ?? last[name] ?? text) : text];
        }),
      );
      const answer = await sound({ ...request, path });
      const created = CREATES[operationId as keyof typeof CREATES];
      if (created && 'body' in answer && isSuccess(answer))
        last[created] = String((answer.body as Body).data.id);
      return answer;
    };
  };
}

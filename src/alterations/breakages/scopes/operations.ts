import type { Exchange, HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import { OPERATIONS, type OperationId } from '../../../reference/http/operation.ts';
import { recode } from '../../decorators/refuse.ts';
import { withHeader } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

/** The row of each operation's scope. */
const SCOPE_ROWS: Readonly<Record<OperationId, string>> = {
  listChats: 'chats.list.scope',
  createChat: 'chats.create.scope',
  getChat: 'chats.get.scope',
  updateChat: 'chats.update.scope',
  deleteChat: 'chats.delete.scope',
  listMessages: 'turns.listing.scope',
  sendMessage: 'turns.send.scope',
  streamMessage: 'turns.stream.scope',
  getCatalog: 'catalog.get.scope',
  approveTool: 'interactions.answer.scope',
  respondPlan: 'interactions.answer.scope',
  respondElicitation: 'interactions.answer.scope',
  cancelAuth: 'interactions.answer.scope',
  cancelTurn: 'cancel.turn.scope',
  listSkills: 'skills.list.scope',
  createSkill: 'skills.create.scope',
  getSkill: 'skills.get.scope',
  updateSkill: 'skills.update.scope',
  toggleSkill: 'skills.toggle.scope',
  deleteSkill: 'skills.delete.scope',
};

/** Operations that are done without their scope, and scopes that are told wrongly. */
export const scopeBreakages: readonly Breakage[] = [
  ...OPERATIONS.map(({ operationId }) => unscoped(operationId, SCOPE_ROWS[operationId])),
  unscoped('getCatalog', 'credentials.scopes.needed-everywhere'),
  {
    id: 'credentials.scopes.missing-scope-code',
    requirement: 'credentials.scopes.missing-scope-code',
    port: 'exchange',
    behaviour: 'An operation whose scope is missing is told otherwise than an attachment.',
    exchange: recode(
      OPERATIONS.map(({ operationId }) => operationId),
      'api_token_scope_not_allowed',
      'api_v1_forbidden',
    ),
  },
];

function unscoped(operationId: OperationId, requirement: string): Breakage {
  return {
    id: `${requirement}/${operationId}`,
    requirement,
    port: 'exchange',
    behaviour: `${operationId} is done without its scope, with the rights of whoever made what it is about.`,
    exchange: (sound) => skipScope(sound, operationId),
  };
}

/** A credential may be one that can own nothing, so that only with the owner's rights does it get anywhere. */
function skipScope(sound: Exchange, operationId: OperationId): Exchange {
  const owners = new Map<string, string | undefined>();
  const note = (request: HttpRequest, id: string | undefined) => {
    if (id !== undefined && !owners.has(id)) owners.set(id, request.header('authorization'));
  };
  return (request) => {
    const { operation, path } = request;
    const id = path.chat_id ?? path.skill_id;
    if (operation.operationId === operationId) {
      const owner = id === undefined ? undefined : owners.get(id);
      return sound({
        ...request,
        ...(owner !== undefined && withHeader(request, 'authorization', owner)),
        operation: { ...operation, requiredScopes: [] },
      });
    }
    const answer = sound(request);
    note(request, id);
    if (!(answer instanceof Promise)) note(request, idIn(answer));
    return answer;
  };
}

/** The id of what was made or shown. */
function idIn(answer: HttpAnswer): string | undefined {
  if ('open' in answer) return undefined;
  const { id } = (answer.body as { readonly data?: { readonly id?: unknown } | null }).data ?? {};
  return id === undefined ? undefined : String(id);
}

import type { OperationId, RequirementId, Scope } from '../../../../generated/ids.d.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { EVERY } from '../../decorators/operations.ts';
import { withHeader } from '../../decorators/requests.ts';
import { bindings } from '../bindings.ts';
import { failed } from '../kinds/answered.ts';

/** Scopes that operations do not need. */
const FURTHER: readonly (readonly [Scope, readonly OperationId[]])[] = [
  ['chat:read', ['createChat', 'updateChat', 'deleteChat', 'sendMessage', 'streamMessage', 'cancelTurn']],
  ['chat:write', ['listChats', 'getCatalog']],
  ['skills:read', ['createSkill', 'updateSkill', 'toggleSkill', 'deleteSkill']],
  ['skills:write', ['listSkills', 'getSkill']],
];

/** Operations that work without their scope or need a further one, and the failure for a missing scope. */
export const scopeBreakages: readonly Breakage[] = [
  ...bindings
    .filter(({ fact, member }) => fact === 'scope' && member === undefined)
    .map(({ operation, requirement }) => unscoped(operation, requirement)),
  unscoped('getCatalog', 'credentials.scopes.needed-everywhere'),
  ...FURTHER.flatMap(([scope, operations]) => operations.map((operation) => overscoped(operation, scope))),
  failed('credentials.scopes.missing-scope-code', EVERY, 'api_token_scope_not_allowed', {
    message_code: 'api_v1_forbidden',
  }),
];

function unscoped(operationId: OperationId, requirement: RequirementId): Breakage {
  return breakage(
    `${requirement}/${operationId as string}`,
    `${operationId} works without its scope, with the token of the resource's owner.`,
    (sound) => skipScope(sound, operationId),
  );
}

function overscoped(operationId: OperationId, scope: Scope): Breakage {
  return breakage(
    `credentials.scopes.needed-everywhere/${operationId as string}-further`,
    `${operationId} also needs ${scope}.`,
    (sound) => (request) => {
      const { operation } = request;
      if (operation.operationId !== operationId) return sound(request);
      const requiredScopes = [...operation.requiredScopes, scope];
      return sound({ ...request, operation: { ...operation, requiredScopes } });
    },
  );
}

/** Also uses the owner's token, because the credential may be one that cannot own the resource. */
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

/** The id of the resource in an answer. */
function idIn(answer: HttpAnswer): string | undefined {
  if ('open' in answer) return undefined;
  const { id } = (answer.body as { readonly data?: { readonly id?: unknown } | null }).data ?? {};
  return id === undefined ? undefined : String(id);
}

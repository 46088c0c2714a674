import { scopes } from '../../../../generated/scopes.js';
import { OPERATIONS, type OperationId } from '../../../reference/http/operation.ts';
import type { Wrap } from '../../alteration.ts';
import { answerAfter, answerInstead } from '../../decorators/answer-instead.ts';
import { codeOf } from '../../decorators/answers.ts';
import { operationOf } from '../../decorators/operations.ts';
import type { Body } from '../../decorators/requests.ts';
import { actingAnyway, CREDENTIALS, type IsMeant, lacks, type MissingGuard, servedAsMain } from './guard.ts';

export function scopeGuards(): readonly MissingGuard[] {
  return OPERATIONS.flatMap(({ operationId: operation, requiredScopes }) =>
    requiredScopes.map((scope): MissingGuard => {
      const isMeant: IsMeant = (request) => lacks(request.header('authorization'), scope);
      const needsNone = () => ({ operation: { ...operationOf(operation), requiredScopes: [] } });
      const withoutScopes = answerInstead(operation, (request, sound) =>
        isMeant(request) ? sound({ ...request, ...needsNone() }) : undefined,
      );
      return {
        place: `${operation}:scope`,
        operation,
        isMet: ({ token }) => lacks(token, scope),
        wraps: {
          'not-made': ['needs no scope', withoutScopes],
          'as-main': ['needs no scope, and no owner', servedAsMain(operation, isMeant)],
          'names-held': ['names the scopes that the token has', namingScopes(operation, isMeant, 'held')],
          'names-all': ['names every scope', namingScopes(operation, isMeant, 'all')],
          'acts-anyway': ['refuses after it has acted', actingAnyway(operation, isMeant, needsNone)],
        },
      };
    }),
  );
}

/** Names other scopes instead of the missing one. */
export function namingScopes(operation: OperationId, isMeant: IsMeant, which: 'held' | 'all' | 'none'): Wrap {
  return answerAfter(operation, (request, answer) => {
    if ('open' in answer || !isMeant(request) || codeOf(answer) !== 'api_token_scope_not_allowed')
      return undefined;
    const token = request.header('authorization') ?? '';
    const named = {
      held: CREDENTIALS.get(token)?.scopes ?? [],
      all: scopes,
      none: [],
    }[which];
    const body: Body = answer.body;
    return { ...answer, body: { ...body, data: { ...body.data, required_scopes: named } } };
  });
}

import type { Exchange } from '../../reference/http/exchange.ts';
import { rewriteAnswers } from '../decorators/rewrite.ts';
import { type Body, EVERY, retell } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

/** What a credential hears that is missing, unknown, or may not. */
export const credentialVariants: readonly Variant[] = [
  inExchange(
    'A-01=unstated-refusal',
    'A credential without the scope of an endpoint is told 403, with a code of its own and no scopes.',
    retell(
      EVERY,
      ({ message_code, data }, { operation }) =>
        message_code === 'api_token_scope_not_allowed' &&
        operation.requiredScopes.some((scope) => data.required_scopes.includes(scope)),
      { code: 'insufficient_scope', data: null },
    ),
  ),
  inExchange(
    'A-02=forbidden',
    'A request without a valid credential is answered 403, with a body that no envelope has.',
    unauthenticated(403, { error: 'forbidden' }),
  ),
  inExchange(
    'A-02=bare-401',
    'A request without a valid credential is answered 401 with a challenge, and no body at all.',
    (exchange) => async (request) => {
      const answer = await unauthenticated(401, undefined)(exchange)(request);
      return answer.status === 401
        ? { ...answer, headers: { 'www-authenticate': 'Bearer realm="gateway"' } }
        : answer;
    },
  ),
  inExchange(
    'A-18=first-missing',
    'Of several scopes that are missing, a refusal names the first.',
    retell(
      EVERY,
      ({ data }) => Array.isArray(data?.required_scopes),
      ({ data }) => ({ data: { ...data, required_scopes: data.required_scopes.slice(0, 1) } }),
    ),
  ),
];

function unauthenticated(status: number, body: Body): (exchange: Exchange) => Exchange {
  return rewriteAnswers(
    EVERY,
    (told, { status: was }) => (was === 401 ? body : told),
    (was) => (was === 401 ? status : was),
  );
}

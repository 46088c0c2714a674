import { type Variant, variant, type Wrap } from '../alteration.ts';
import { EVERY } from '../decorators/operations.ts';
import type { Body } from '../decorators/requests.ts';
import { changeFailures, rewriteAnswers } from '../decorators/rewrite-answers.ts';

/** Failures for a credential that is missing, unknown, or lacks a scope. */
export const credentialVariants: readonly Variant[] = [
  variant(
    'A-01=unstated-refusal',
    'A credential without the scope of an operation gets 403 with a code of its own and no scopes.',
    changeFailures(
      EVERY,
      ({ message_code, data }, { operation }) =>
        message_code === 'api_token_scope_not_allowed' &&
        operation.requiredScopes.some((scope) => data.required_scopes.includes(scope)),
      { code: 'insufficient_scope', data: null },
    ),
  ),
  variant(
    'A-02=forbidden',
    'A request without a valid credential gets 403 with a body that is no envelope.',
    unauthenticated(403, { error: 'forbidden' }),
  ),
  variant(
    'A-02=bare-401',
    'A request without a valid credential gets 401 with a challenge and no body.',
    (exchange) => async (request) => {
      const answer = await unauthenticated(401, undefined)(exchange)(request);
      return answer.status === 401
        ? { ...answer, headers: { 'www-authenticate': 'Bearer realm="gateway"' } }
        : answer;
    },
  ),
  variant(
    'A-18=first-missing',
    'When several scopes are missing, the failure names the first one.',
    changeFailures(
      EVERY,
      ({ data }) => Array.isArray(data?.required_scopes),
      ({ data }) => ({ data: { ...data, required_scopes: data.required_scopes.slice(0, 1) } }),
    ),
  ),
];

function unauthenticated(status: number, body: Body): Wrap {
  return rewriteAnswers(
    EVERY,
    (sound, answer) => (answer.status === 401 ? body : sound),
    (before) => (before === 401 ? status : before),
  );
}

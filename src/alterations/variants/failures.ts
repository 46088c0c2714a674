import type { OperationId } from '../../reference/http/operation.ts';
import { askBeside } from '../decorators/in-exchange.ts';
import { answerInstead, rewriteAnswers } from '../decorators/rewrite.ts';
import { type Body, EVERY, isInvalid, isSuccess, retell } from '../decorators/told.ts';
import { inExchange, type Variant } from './variant.ts';

/** Operations on something that has to be there, with the one that looks whether it is. */
const ABOUT: Readonly<Partial<Record<OperationId, OperationId>>> = {
  updateChat: 'getChat',
  listMessages: 'getChat',
  approveTool: 'getChat',
  respondPlan: 'getChat',
  respondElicitation: 'getChat',
  cancelAuth: 'getChat',
  cancelTurn: 'getChat',
  updateSkill: 'getSkill',
};

/** Bodies and codes of failures, as far as no row says what they are. */
export const failureVariants: readonly Variant[] = [
  inExchange(
    'A-04=access-first',
    'A request that is wrong and is about nothing of the credential is told that there is nothing.',
    answerInstead(Object.keys(ABOUT) as OperationId[], async (request, sound) => {
      const answer = await sound(request);
      if ('open' in answer || !isInvalid(answer.body)) return answer;
      const found = await askBeside(sound, request, ABOUT[request.operation.operationId] as OperationId);
      return found.status === 404 ? found : answer;
    }),
  ),
  inExchange(
    'A-06=per-row',
    'A blocking send whose outcome is unknown has the code in data, as an unconfirmed save has.',
    retell(
      'sendMessage',
      ({ message_code }) => message_code === 'outcome_unknown',
      ({ data }) => ({ code: 'api_v1_core_unavailable', data: { ...data, code: 'outcome_unknown' } }),
    ),
  ),
  inExchange(
    'A-08=status-and-code',
    'What is not found is named in the failure, in words and in data.',
    rewriteAnswers(EVERY, (body, { request: { path } }) => {
      if (body?.message_code !== 'api_v1_not_found') return body;
      const id = path.chat_id ?? Number(path.skill_id);
      return { ...body, message: `There is no ${id} here.`, data: { id } };
    }),
  ),
  inExchange(
    'A-09=not-found',
    'A path with an id that is none is answered 404.',
    retell(EVERY, isBadPath, { status: 404, code: 'api_v1_not_found' }),
  ),
  inExchange(
    'A-09=validation',
    'A path with an id that is none is answered 422 with the code of the validation error.',
    retell(EVERY, isBadPath, { status: 422, code: 'api_v1_validation_error' }),
  ),
  inExchange(
    'A-10=validation-422',
    'A body or a query that cannot be read is answered 422 with the code of the validation error.',
    retell(EVERY, isInvalid, { status: 422, code: 'api_v1_validation_error' }),
  ),
  inExchange(
    'A-10=mixed',
    'A body that is no JSON is answered 400, one that lacks something 422, and one with a wrong value 409.',
    retell(EVERY, isInvalid, ({ message }) => {
      if (/not JSON/.test(message)) return { code: 'malformed_json' };
      return /required/.test(message)
        ? { status: 422, code: 'missing_member', data: [{ location: 'body', reason: message }] }
        : { status: 409, code: 'wrong_value' };
    }),
  ),
  inExchange(
    'A-20=open',
    'Failures without a row have codes without a prefix.',
    retell(
      EVERY,
      ({ message_code }) => message_code in OTHER_CODES,
      ({ message_code }) => ({ code: OTHER_CODES[message_code] as string }),
    ),
  ),
  inExchange(
    'A-03=minimal',
    'A failure carries nothing but what is promised: no status, no message, no request id.',
    rewriteAnswers(EVERY, (body, { status }) => (status < 400 ? body : bare(body))),
  ),
  inExchange(
    'A-03=null-data',
    'A failure without facts has `data: null`, and its status reads `fail`.',
    rewriteAnswers(EVERY, (body, { status }) =>
      status < 400 ? body : { ...body, status: 'fail', data: body?.data ?? null },
    ),
  ),
  inExchange(
    'A-03=loose-data',
    'A failure without facts has a list of texts for data.',
    rewriteAnswers(EVERY, (body, { status }) =>
      status < 400 ? body : { ...body, data: body?.data ?? ['no more is known'] },
    ),
  ),
  inExchange(
    'A-15=absent-members',
    'The details of an outage have only what a row promises.',
    changeDetails(({ retry_action }) => ({ retry_action })),
  ),
  inExchange(
    'A-15=null-members',
    'The details of an outage name neither a dependency nor an operation.',
    changeDetails((details) => ({ ...details, dependency: null, operation: null })),
  ),
];

const OTHER_CODES: Readonly<Record<string, string>> = {
  api_v1_invalid_request: 'bad_request',
  api_v1_unauthenticated: 'who_are_you',
  api_v1_forbidden: 'not_yours',
};

function isBadPath(body: Body): boolean {
  return isInvalid(body) && /_id is a/.test(body.message);
}

function bare(body: Body): Body {
  if (body === undefined) return undefined;
  const { message_code, data, meta } = body;
  return {
    message_code,
    ...(data !== undefined && { data }),
    ...(meta?.error_details && { meta: { error_details: meta.error_details } }),
  };
}

function changeDetails(change: (details: Body) => Body) {
  return rewriteAnswers(EVERY, (body, answer) => {
    const details = body?.meta?.error_details;
    if (isSuccess(answer) || !details) return body;
    return { ...body, meta: { ...body.meta, error_details: change(details) } };
  });
}

import { SENDS } from '../../../generated/operation-groups.js';
import type { OperationId } from '../../reference/http/operation.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { answerInstead } from '../decorators/answer-instead.ts';
import { fail, isInvalid, isSuccess } from '../decorators/answers.ts';
import { EVERY } from '../decorators/operations.ts';
import { askBeside, type Body, runningIn } from '../decorators/requests.ts';
import { changeFailures, rewriteAnswers } from '../decorators/rewrite-answers.ts';

/** Operations with a body on an existing resource, each with the operation that reads the resource. */
const READ_BY: Readonly<Partial<Record<OperationId, OperationId>>> = {
  updateChat: 'getChat',
  listMessages: 'getChat',
  approveTool: 'getChat',
  respondPlan: 'getChat',
  respondElicitation: 'getChat',
  cancelAuth: 'getChat',
  cancelTurn: 'getChat',
  updateSkill: 'getSkill',
};

/** Bodies and codes of failures that no row of spec/errors.yaml specifies. */
export const failureVariants: readonly Variant[] = [
  variant(
    'A-04=access-first',
    'An invalid request about a resource that the credential cannot see fails as not found.',
    answerInstead(Object.keys(READ_BY) as OperationId[], async (request, sound) => {
      const answer = await sound(request);
      if ('open' in answer || !isInvalid(answer.body)) return answer;
      const found = await askBeside(sound, request, READ_BY[request.operation.operationId] as OperationId);
      return found.status === 404 ? found : answer;
    }),
  ),
  variant(
    'A-04=state-first',
    'An invalid turn in a chat with a running turn fails because the chat is busy.',
    answerInstead(SENDS, async (request, sound) => {
      const answer = await sound(request);
      if ('open' in answer || !isInvalid(answer.body)) return answer;
      const running = await runningIn(sound, request);
      return running ? fail(request, 'chat-busy', { data: { message_id: running } }) : answer;
    }),
  ),
  variant(
    'A-06=per-row',
    'A blocking send whose outcome is unknown has its code in data, as for an unconfirmed save.',
    changeFailures(
      'sendMessage',
      ({ message_code }) => message_code === 'outcome_unknown',
      ({ data }) => ({ code: 'api_v1_core_unavailable', data: { ...data, code: 'outcome_unknown' } }),
    ),
  ),
  variant(
    'A-08=status-and-code',
    'The failure for a missing resource names the resource in its message and its data.',
    rewriteAnswers(EVERY, (body, { request: { path } }) => {
      if (body?.message_code !== 'api_v1_not_found') return body;
      const id = path.chat_id ?? Number(path.skill_id);
      return { ...body, message: `There is no ${id} here.`, data: { id } };
    }),
  ),
  variant(
    'A-09=not-found',
    'A malformed id in a path answers 404.',
    changeFailures(EVERY, isForBadPath, { status: 404, code: 'api_v1_not_found' }),
  ),
  variant(
    'A-09=validation',
    'A malformed id in a path answers 422 with the code of the validation error.',
    changeFailures(EVERY, isForBadPath, { status: 422, code: 'api_v1_validation_error' }),
  ),
  variant(
    'A-10=validation-422',
    'An invalid body or query answers 422 with the code of the validation error.',
    changeFailures(EVERY, isInvalid, { status: 422, code: 'api_v1_validation_error' }),
  ),
  variant(
    'A-10=mixed',
    'A body that is not JSON answers 400, a body that lacks a member 422, and a wrong value 409.',
    changeFailures(EVERY, isInvalid, ({ message }) => {
      if (/not JSON/.test(message)) return { code: 'malformed_json' };
      return /required/.test(message)
        ? { status: 422, code: 'missing_member', data: [{ location: 'body', reason: message }] }
        : { status: 409, code: 'wrong_value' };
    }),
  ),
  variant(
    'A-16=elsewhere',
    'Where the service document does not say so, retry_action is not in the details but in data.',
    rewriteAnswers(EVERY, (body, { status }) => {
      const { retry_action, ...details } = body?.meta?.error_details ?? {};
      if (status !== 503 || retry_action === undefined || !WITHOUT_PLACE.has(body.message_code)) return body;
      return {
        ...body,
        data: { ...body.data, retry_action },
        meta: { ...body.meta, error_details: details },
      };
    }),
  ),
  variant(
    'A-20=closed',
    'Failures without a row have the codes of similar rows.',
    changeFailures(
      EVERY,
      ({ message_code }) => message_code in LISTED_CODES,
      ({ message_code }) => ({ code: LISTED_CODES[message_code] as string }),
    ),
  ),
  variant(
    'A-20=open',
    'Failures without a row have codes without a prefix.',
    changeFailures(
      EVERY,
      ({ message_code }) => message_code in OTHER_CODES,
      ({ message_code }) => ({ code: OTHER_CODES[message_code] as string }),
    ),
  ),
  variant(
    'A-03=minimal',
    'A failure has only the members that the contract promises: no status, no message, no request id.',
    changeBodies(bare),
  ),
  variant(
    'A-03=null-data',
    'A failure without data has `data: null`, and its status is `fail`.',
    changeBodies((body) => ({ ...body, status: 'fail', data: body?.data ?? null })),
  ),
  variant(
    'A-03=loose-data',
    'A failure without data has a list of strings as data.',
    changeBodies((body) => ({ ...body, data: body?.data ?? ['no more is known'] })),
  ),
  variant(
    'A-15=absent-members',
    'The details of an outage have only the members that a row promises.',
    changeDetails(({ retry_action }) => ({ retry_action })),
  ),
  variant(
    'A-15=null-members',
    'The dependency and the operation in the details of an outage are null.',
    changeDetails((details) => ({ ...details, dependency: null, operation: null })),
  ),
];

/** The rows whose condition mentions retry_action without its place. */
const WITHOUT_PLACE = new Set(['api_v1_agents_disabled', 'api_v1_action_result_unknown']);

const LISTED_CODES: Readonly<Record<string, string>> = {
  api_v1_invalid_request: 'api_v1_validation_error',
  api_v1_unauthenticated: 'api_token_resource_not_allowed',
  api_v1_forbidden: 'api_v1_resource_not_allowed',
};

const OTHER_CODES: Readonly<Record<string, string>> = {
  api_v1_invalid_request: 'bad_request',
  api_v1_unauthenticated: 'who_are_you',
  api_v1_forbidden: 'not_yours',
};

function isForBadPath(body: Body): boolean {
  return isInvalid(body) && /^(chat|skill)_id must be an? /.test(body.message);
}

/** Changes the bodies of all failures. */
function changeBodies(change: (body: Body) => Body): Wrap {
  return rewriteAnswers(EVERY, (body, { status }) => (status < 400 ? body : change(body)));
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

function changeDetails(change: (details: Body) => Body): Wrap {
  return rewriteAnswers(EVERY, (body, answer) => {
    const details = body?.meta?.error_details;
    if (isSuccess(answer) || !details) return body;
    return { ...body, meta: { ...body.meta, error_details: change(details) } };
  });
}

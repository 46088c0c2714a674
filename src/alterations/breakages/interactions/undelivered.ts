import { ANSWERS } from '../../../../generated/operation-groups.js';
import { errorRow } from '../../../reference/failures/rows.ts';
import { FAULT_HEADER } from '../../../reference/faults/fault-scope.ts';
import type { HttpRequest } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { answerAfter, answerInstead, succeedAt } from '../../decorators/answer-instead.ts';
import { codeOf, refuse, resolved } from '../../decorators/answers.ts';
import { closingOnce } from '../../decorators/interactions.ts';
import { actionIdOf } from '../../decorators/requests.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';
import { failed } from '../kinds/answered.ts';

const NOT_SENT = 'api_v1_service_unavailable';
const RESULT_UNKNOWN = 'api_v1_action_result_unknown';
const ADVICE = 'meta.error_details.retry_action';

/** Answers that do not reach their turn (section 7). */
export const undeliveredBreakages: readonly Breakage[] = [
  failed('interactions.undelivered.unavailable', ANSWERS, NOT_SENT, { message_code: RESULT_UNKNOWN }),
  breakage(
    'interactions.undelivered.pending-again',
    'An answer that never left the service closes its interaction.',
    closingOnce(
      ({ status }) => status === 503,
      (request) => refuse(request),
    ),
  ),
  ...(
    [
      ['interactions.approve-tool.refused-skips/kept', 'approveTool'],
      ['interactions.respond-elicitation.accept-answers/kept', 'respondElicitation'],
    ] as const
  ).map(([id, operation]) =>
    breakage(
      id,
      'An answer that never left the service is delivered in place of the next one.',
      (exchange) => {
        const kept = new Map<string, Pick<HttpRequest, 'body'>>();
        return answerInstead(operation, async (request, sound) => {
          const earlier = kept.get(actionIdOf(request));
          if (earlier) return sound({ ...request, ...earlier });
          const answer = await sound(request);
          if (codeOf(answer) === NOT_SENT) kept.set(actionIdOf(request), { body: request.body });
          return answer;
        })(exchange);
      },
    ),
  ),
  failed('errors.decision-not-sent.retry-action', ANSWERS, NOT_SENT, { [ADVICE]: 'none' }),
  failed('errors.decision-result-unknown.retry-action', ANSWERS, RESULT_UNKNOWN, { [ADVICE]: 'retry' }),
  failed('errors.decision-rejected.upstream-status', ANSWERS, errorRow('decision-rejected').message_code, {
    'data.upstream_status': undefined,
  }),
  breakage(
    'errors.decision-rejected.closed',
    'After a rejected decision, the interaction accepts another answer.',
    (exchange) => {
      const again = succeedAt(ANSWERS, 'action-not-pending', resolved)(exchange);
      return (request) => (request.header(FAULT_HEADER) ? exchange(request) : again(request));
    },
  ),
  breakage(
    'errors.decision-rejected.closed/invalid',
    'After a rejected decision, another answer to the interaction fails as invalid.',
    answerAfter(ANSWERS, (request, sound) =>
      codeOf(sound) === 'api_v1_action_not_pending' ? refuse(request) : undefined,
    ),
  ),
  breakage(
    'errors.interactions-unavailable.not-404',
    'An answer to an interaction that cannot be looked up fails as not found.',
    rewriteAnswers(
      ANSWERS,
      (body) =>
        body.message_code === 'api_v1_interaction_backend_unavailable'
          ? { ...body, message_code: 'api_v1_action_not_found' }
          : body,
      (status, body) => (body.message_code === 'api_v1_action_not_found' ? 404 : status),
    ),
  ),
];

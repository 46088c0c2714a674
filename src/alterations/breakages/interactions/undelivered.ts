import type { ErrorRowId } from '../../../reference/failures/rows.ts';
import { ANSWERS, closingAt, resolved, succeedAt } from '../../decorators/acting.ts';
import { recode, refuse } from '../../decorators/refuse.ts';
import { rewriteAnswers } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';
import { toldWrongly } from '../errors/told-wrongly.ts';

const ROWS: readonly ErrorRowId[] = [
  'decision-rejected',
  'decision-not-sent',
  'decision-result-unknown',
  'interactions-unavailable',
];

/** Another retry_action than the one promised. */
function advising(requirement: string, code: string, advice: string): Breakage {
  return {
    id: requirement,
    requirement,
    port: 'exchange',
    behaviour: `${code} advises ${advice}.`,
    exchange: rewriteAnswers(ANSWERS, (body) => {
      if (body.message_code !== code) return body;
      const details = { ...body.meta.error_details, retry_action: advice };
      return { ...body, meta: { ...body.meta, error_details: details } };
    }),
  };
}

/** Answers that do not arrive, and are told or treated otherwise than section 7 says. */
export const undeliveredBreakages: readonly Breakage[] = [
  ...ROWS.flatMap(toldWrongly),
  {
    id: 'interactions.undelivered.unavailable',
    requirement: 'interactions.undelivered.unavailable',
    port: 'exchange',
    behaviour: 'An answer that never left the service has the code of one whose result is unknown.',
    exchange: recode(ANSWERS, 'api_v1_service_unavailable', 'api_v1_action_result_unknown'),
  },
  {
    id: 'interactions.undelivered.pending-again',
    requirement: 'interactions.undelivered.pending-again',
    port: 'exchange',
    behaviour: 'An answer that never left the service closes its interaction.',
    exchange: closingAt(503, refuse),
  },
  advising('errors.decision-not-sent.retry-action', 'api_v1_service_unavailable', 'none'),
  advising('errors.decision-result-unknown.retry-action', 'api_v1_action_result_unknown', 'retry'),
  {
    id: 'errors.decision-rejected.upstream-status',
    requirement: 'errors.decision-rejected.upstream-status',
    port: 'exchange',
    behaviour: 'A rejected decision does not say with what status.',
    exchange: rewriteAnswers(ANSWERS, (body) => (body.data?.upstream_status ? { ...body, data: {} } : body)),
  },
  {
    id: 'errors.decision-rejected.closed',
    requirement: 'errors.decision-rejected.closed',
    port: 'exchange',
    behaviour: 'After a rejected decision the interaction takes another answer.',
    exchange: (exchange) => {
      const again = succeedAt(ANSWERS, 'action-not-pending', resolved)(exchange);
      return (request) => (request.header('x-reference-fault') ? exchange(request) : again(request));
    },
  },
  {
    id: 'errors.interactions-unavailable.not-404',
    requirement: 'errors.interactions-unavailable.not-404',
    port: 'exchange',
    behaviour: 'An interaction that cannot be looked up is told not to exist.',
    exchange: rewriteAnswers(
      ANSWERS,
      (body) =>
        body.message_code === 'api_v1_interaction_backend_unavailable'
          ? { ...body, message_code: 'api_v1_action_not_found' }
          : body,
      (status, body) => (body.message_code === 'api_v1_action_not_found' ? 404 : status),
    ),
  },
];

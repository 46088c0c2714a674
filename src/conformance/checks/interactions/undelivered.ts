import { check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { type Asked, answer, raise } from '../../check-kit/interaction-replies.ts';
import type { Answer } from '../../drive/answer.ts';
import { isObject } from '../../judge/json.ts';

/** An answer that meets a fault. */
async function answerUnder(t: CheckContext, fault: string): Promise<{ asked: Asked; sent: Answer }> {
  const asked = await raise(t, 'tool_approval', 'tool_approval');
  const { headers, body } = t.fault(fault);
  return { asked, sent: await answer(t, asked, body, headers) };
}

function retryActionOf({ meta }: Answer): unknown {
  return isObject(meta.error_details) ? meta.error_details.retry_action : undefined;
}

/** Outside of the one row that names its place, it may stand elsewhere. */
function retryActionAnywhere(sent: Answer): unknown {
  return retryActionOf(sent) ?? sent.data.retry_action ?? sent.meta.retry_action;
}

const RETRY_ACTION = '/meta/error_details/retry_action';

/** Answers that do not arrive, in each of the ways that section 7 tells apart. */
export const undeliveredChecks = [
  check({
    id: 'interactions.undelivered.not-sent',
    requirements: [
      'interactions.undelivered.unavailable',
      'interactions.undelivered.pending-again',
      'errors.decision-not-sent.answer',
      'errors.decision-not-sent.retry-action',
    ],
    needs: ['scenario:tool_approval', 'fault:action_not_sent'],
    async run(t) {
      const { asked, sent } = await answerUnder(t, 'action_not_sent');
      t.expect('interactions.undelivered.unavailable', 'errors.decision-not-sent.answer').failsWith(
        sent,
        'decision-not-sent',
      );
      t.expect('errors.decision-not-sent.retry-action').equals(
        sent,
        retryActionOf(sent),
        'retry',
        RETRY_ACTION,
      );
      t.expect('interactions.undelivered.pending-again').succeeds(await answer(t, asked));
    },
  }),

  check({
    id: 'errors.decision-result-unknown.answer',
    requirements: [
      'errors.decision-result-unknown.answer',
      'errors.decision-result-unknown.retry-action',
      'errors.action-not-pending.outcome-unknown',
    ],
    needs: ['scenario:tool_approval', 'fault:action_no_answer'],
    async run(t) {
      const { asked, sent } = await answerUnder(t, 'action_no_answer');
      t.expect('errors.decision-result-unknown.answer').failsWith(sent, 'decision-result-unknown');
      t.expect('errors.decision-result-unknown.retry-action').equals(
        sent,
        retryActionAnywhere(sent),
        'check_status',
        RETRY_ACTION,
      );
      // That it is not found any more is a reading too.
      t.expect('errors.action-not-pending.outcome-unknown').failsWith(
        await answer(t, asked),
        'action-not-pending',
        'action-not-found',
      );
    },
  }),

  check({
    id: 'errors.decision-rejected.answer',
    requirements: [
      'errors.decision-rejected.answer',
      'errors.decision-rejected.upstream-status',
      'errors.decision-rejected.closed',
    ],
    needs: ['scenario:tool_approval', 'fault:action_rejected'],
    async run(t) {
      const { asked, sent } = await answerUnder(t, 'action_rejected');
      t.expect('errors.decision-rejected.answer').failsWith(sent, 'decision-rejected');
      t.expect('errors.decision-rejected.upstream-status').holds(
        sent,
        sent.data.upstream_status !== undefined,
        'a member upstream_status',
        sent.data,
        '/data',
      );
      t.expect('errors.decision-rejected.closed').isNoSuccess(await answer(t, asked));
    },
  }),

  check({
    id: 'errors.interactions-unavailable.answer',
    requirements: ['errors.interactions-unavailable.answer', 'errors.interactions-unavailable.not-404'],
    needs: ['scenario:tool_approval', 'fault:interaction_backend'],
    async run(t) {
      const { sent } = await answerUnder(t, 'interaction_backend');
      t.expect('errors.interactions-unavailable.not-404').holds(
        sent,
        sent.status !== 404,
        'an outage and no 404',
        sent.status,
      );
      t.expect('errors.interactions-unavailable.answer').failsWith(sent, 'interactions-unavailable');
    },
  }),
];

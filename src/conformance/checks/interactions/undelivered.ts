import type { FaultName, Need } from '../../../../generated/ids.d.ts';
import { type Check, check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import {
  type Asked,
  answer,
  RAISING_PLACES,
  type RaisingPlace,
  raise,
} from '../../check-kit/interaction-replies.ts';
import type { Answer } from '../../drive/answer.ts';
import { isObject } from '../../judge/json.ts';

/** Raises an interaction and answers it under a fault. */
async function answerUnder(
  t: CheckContext,
  { scenario, kind }: RaisingPlace,
  fault: FaultName,
): Promise<{ asked: Asked; sent: Answer }> {
  const asked = await raise(t, scenario, kind);
  const { headers, body } = t.fault(fault);
  return { asked, sent: await answer(t, asked, body, headers) };
}

function retryActionOf({ meta }: Answer): unknown {
  return isObject(meta.error_details) ? meta.error_details.retry_action : undefined;
}

/**
 * The contract states the place of retry_action for one failure only; in others a service may place it elsewhere
 * (A-16).
 */
function retryActionAnywhere(sent: Answer): unknown {
  return retryActionOf(sent) ?? sent.data.retry_action ?? sent.meta.retry_action;
}

const RETRY_ACTION = '/meta/error_details/retry_action';

/** Answers that are not delivered, in each of the ways that section 7 distinguishes, wherever an interaction is raised. */
export const undeliveredChecks: readonly Check[] = RAISING_PLACES.flatMap((place) => [
  check({
    id: `interactions.undelivered.not-sent${suffixOf(place)}`,
    requirements: [
      // An answer that never left the service gets 503 api_v1_service_unavailable.
      'interactions.undelivered.unavailable',
      // An interaction whose answer never left the service is pending again, and the same answer then
      // succeeds.
      'interactions.undelivered.pending-again',
      // A decision that never left the service gets 503 api_v1_service_unavailable.
      'errors.decision-not-sent.answer',
      // The `meta.error_details.retry_action` of api_v1_service_unavailable on an action is `retry`.
      'errors.decision-not-sent.retry-action',
    ],
    needs: needsOf(place, 'fault:action_not_sent'),
    async run(t) {
      const { asked, sent } = await answerUnder(t, place, 'action_not_sent');
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
      // It is pending again however often that happens. A fault that happens only once lets the second answer through.
      const { headers, body } = t.fault('action_not_sent');
      const second = await answer(t, asked, body, headers);
      t.expect('interactions.undelivered.pending-again').succeeds(
        second.isSuccess ? second : await answer(t, asked),
      );
    },
  }),

  check({
    id: `errors.decision-result-unknown.answer${suffixOf(place)}`,
    requirements: [
      // A decision that left the service and got no answer there gets 503 api_v1_action_result_unknown.
      'errors.decision-result-unknown.answer',
      // The `meta.error_details.retry_action` of a 503 api_v1_action_result_unknown is `check_status`.
      'errors.decision-result-unknown.retry-action',
      // Another answer to an interaction whose outcome is unknown gets 409 api_v1_action_not_pending.
      'errors.action-not-pending.outcome-unknown',
    ],
    needs: needsOf(place, 'fault:action_no_answer'),
    async run(t) {
      const { asked, sent } = await answerUnder(t, place, 'action_no_answer');
      t.expect('errors.decision-result-unknown.answer').failsWith(sent, 'decision-result-unknown');
      t.expect('errors.decision-result-unknown.retry-action').equals(
        sent,
        retryActionAnywhere(sent),
        'check_status',
        RETRY_ACTION,
      );
      // The service may also answer that the interaction is not found.
      t.expect('errors.action-not-pending.outcome-unknown').failsWith(
        await answer(t, asked),
        'action-not-pending',
        'action-not-found',
      );
    },
  }),

  check({
    id: `errors.decision-rejected.answer${suffixOf(place)}`,
    requirements: [
      // A decision that the conversation service received and rejected gets 409 api_v1_action_result_unknown.
      'errors.decision-rejected.answer',
      // The `data` of a 409 api_v1_action_result_unknown carries `upstream_status`.
      'errors.decision-rejected.upstream-status',
      // After a 409 api_v1_action_result_unknown the interaction is closed and accepts no further answer.
      'errors.decision-rejected.closed',
    ],
    needs: needsOf(place, 'fault:action_rejected'),
    async run(t) {
      const { asked, sent } = await answerUnder(t, place, 'action_rejected');
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
    id: `errors.interactions-unavailable.answer${suffixOf(place)}`,
    requirements: [
      // While interactions cannot be resolved, an answer to one gets 503
      // api_v1_interaction_backend_unavailable.
      'errors.interactions-unavailable.answer',
      // While interactions cannot be resolved, no answer to one gets 404.
      'errors.interactions-unavailable.not-404',
    ],
    needs: needsOf(place, 'fault:interaction_backend'),
    async run(t) {
      const { sent } = await answerUnder(t, place, 'interaction_backend');
      t.expect('errors.interactions-unavailable.not-404').holds(
        sent,
        sent.status !== 404,
        'a status other than 404',
        sent.status,
      );
      t.expect('errors.interactions-unavailable.answer').failsWith(sent, 'interactions-unavailable');
    },
  }),
]);

/** The end of a check's id: none for the place that had a check first. */
function suffixOf({ name }: RaisingPlace): string {
  return name === 'tool-approval' ? '' : `.${name}`;
}

/** The suite looks into a fault by the first scenario, so that a wrong entry of the profile is not held against the target. */
function needsOf({ scenario }: RaisingPlace, fault: `fault:${FaultName}`): readonly Need[] {
  return [...new Set<Need>([`scenario:${scenario}`, 'scenario:tool_approval', fault])];
}

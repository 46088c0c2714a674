import type { FaultName, Need } from '../../../../../generated/ids.d.ts';
import { findScript } from '../../../../rig/script/find-script.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { RESOLVES } from '../../../judge/consistency/question-book.ts';
import { isObject } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import {
  type Asked,
  answer,
  type InteractionKind,
  loseAnswer,
  REFUSALS,
  raise,
  replyTo,
} from '../../check-kit/interaction-replies.ts';
import { RAISING_PLACES, type RaisingPlace, TASK_PLACES } from '../../check-kit/raising-places.ts';
import { askingActOf, toldByTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { finish, repeatsResults } from '../../check-kit/turns.ts';
import { twice } from '../../check-kit/twice.ts';

/** Raises an interaction and answers it under a fault. */
async function answerUnder(
  t: CheckContext,
  { scenario, kind }: RaisingPlace,
  fault: FaultName,
  turn = t.scenario(scenario),
): Promise<{ asked: Asked; sent: Answer }> {
  const asked = await raise(t, turn, kind);
  const { headers, body } = t.fault(fault);
  return { asked, sent: await answer(t, asked, body, headers) };
}

function retryActionOf({ meta }: Answer): unknown {
  return isObject(meta.error_details) ? meta.error_details.retry_action : undefined;
}

/** The contract states the place of retry_action for one failure only. In other failures a service may place it elsewhere. */
function retryActionAnywhere(sent: Answer): unknown {
  return retryActionOf(sent) ?? sent.data.retry_action ?? sent.meta.retry_action;
}

/** How long a turn may take to show that it had ended before an answer came, in milliseconds of the service's time and of the real clock. */
const END = 5000;
const LEAST_END = 1000;

const RETRY_ACTION = '/meta/error_details/retry_action';

/** Answers that are not delivered, in each of the ways that section 7 distinguishes, for each place that raises an interaction. */
const failureChecks: readonly Check[] = RAISING_PLACES.flatMap((place) => [
  check({
    id: `interactions.undelivered.not-sent${suffixOf(place)}`,
    situations: [{ probe: 'undelivered answer', ...place.situation }],
    requirements: [
      R['interactions.undelivered.unavailable'],
      R['interactions.undelivered.pending-again'],
      R['errors.decision-not-sent.answer'],
      R['errors.decision-not-sent.retry-action'],
    ],
    arranges: ['answer-not-sent'],
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
      // The interaction becomes pending again, no matter how often this happens. If the fault happens only once, the second answer arrives.
      const { headers, body } = t.fault('action_not_sent');
      const second = await answer(t, asked, body, headers);
      t.expect('interactions.undelivered.pending-again').succeeds(
        second.isSuccess ? second : await answer(t, asked),
      );
      if (!second.isSuccess)
        t.expect('interactions.undelivered.unavailable', 'errors.decision-not-sent.answer').failsWith(
          second,
          'decision-not-sent',
        );
    },
  }),

  check({
    id: `interactions.decision-result-unknown${suffixOf(place)}`,
    situations: [{ probe: 'answer with an unknown outcome', ...place.situation }],
    requirements: [
      R['errors.decision-result-unknown.answer'],
      R['errors.decision-result-unknown.retry-action'],
      R['errors.action-not-pending.outcome-unknown'],
    ],
    arranges: ['answer-unconfirmed', 'unconfirmed-answer'],
    needs: needsOf(place, 'fault:action_no_answer'),
    async run(t) {
      const { asked, sent } = await answerUnder(t, place, 'action_no_answer', lastingTurn(t, place));
      t.expect('errors.decision-result-unknown.answer').failsWith(sent, 'decision-result-unknown');
      t.expect('errors.decision-result-unknown.retry-action').equals(
        sent,
        retryActionAnywhere(sent),
        'check_status',
        RETRY_ACTION,
      );
      await twice(async () => {
        const again = await answer(t, asked);
        // The answer may have arrived, so the turn may go on and end. Its interaction may then be gone.
        const isOver =
          again.status === 404 && (await t.within(asked.stream.rest(), END, LEAST_END)) !== undefined;
        t.skipIf(isOver, 'the turn ended after its answer, whose outcome is unknown');
        t.expect('errors.action-not-pending.outcome-unknown').failsWith(again, 'action-not-pending');
      });
    },
  }),

  check({
    id: `interactions.decision-rejected${suffixOf(place)}`,
    situations: [{ probe: 'rejected answer', ...place.situation }],
    requirements: [
      R['errors.decision-rejected.answer'],
      R['errors.decision-rejected.upstream-status'],
      R['errors.decision-rejected.closed'],
    ],
    arranges: ['answer-rejected'],
    needs: needsOf(place, 'fault:action_rejected'),
    async run(t) {
      const { asked, sent } = await answerUnder(t, place, 'action_rejected');
      t.expect('errors.decision-rejected.answer').failsWith(sent, 'decision-rejected');
      t.expect('errors.decision-rejected.upstream-status').isTrue(
        sent,
        sent.data.upstream_status !== undefined,
        'a member upstream_status',
        sent.data,
        '/data',
      );
      await twice(async () => {
        const again = await answer(t, asked);
        t.expect('errors.decision-rejected.closed').isTrue(
          again,
          again.status === 409 || again.status === 404,
          '409 or 404, since the interaction is closed',
          again.status,
        );
      });
    },
  }),

  check({
    id: `interactions.interactions-unavailable${suffixOf(place)}`,
    situations: [{ probe: 'answer without a backend', ...place.situation }],
    requirements: [
      R['errors.interactions-unavailable.answer'],
      R['errors.interactions-unavailable.not-404'],
      RESOLVES[place.kind],
    ],
    arranges: ['interactions-unavailable'],
    needs: needsOf(place, 'fault:interaction_backend'),
    async run(t) {
      const { asked, sent } = await answerUnder(t, place, 'interaction_backend');
      t.expect('errors.interactions-unavailable.not-404').isTrue(
        sent,
        sent.status !== 404,
        'a status other than 404',
        sent.status,
      );
      t.expect('errors.interactions-unavailable.answer').failsWith(sent, 'interactions-unavailable');
      const { stream, reply } = asked;
      const again = await t.main.act(stream.chatId, reply.action, reply.body);
      // Nothing was decided, so the interaction is still pending, unless the outage lasts.
      if (again.status !== 503) t.expect(RESOLVES[place.kind]).succeeds(again);
    },
  }),
]);

/**
 * A person may change their mind after a decision that never left the service. Only the decision that arrives has an effect (section 3.2).
 */
const otherDecisionChecks: readonly Check[] = [
  ...placesOf('elicitation').map((place) =>
    check({
      id: `interactions.undelivered.other-content${suffixOf(place)}`,
      situations: [{ probe: 'other content after an undelivered answer', ...place.situation }],
      requirements: [R['interactions.respond-elicitation.accept-answers']],
      needs: needsOf(place, 'fault:action_not_sent'),
      async run(t) {
        const [lost, word] = [t.freshId(), t.freshId()];
        const asked = await raise(t, tellingTurn(t, place), place.kind, { word: lost });
        await loseAnswer(t, asked);
        t.requireSuccess(await answer(t, asked, replyTo(asked.asked, { word })?.body));
        const end = await finish(t, asked.stream);
        t.expect('interactions.respond-elicitation.accept-answers').isTrue(
          asked.stream,
          !String(end?.data.content).includes(lost),
          'a turn that goes on without the content that never left',
          end?.data.content,
          '/content',
        );
      },
    }),
  ),

  ...placesOf('tool_approval').map((place) =>
    check({
      id: `interactions.undelivered.other-decision${suffixOf(place)}`,
      situations: [{ probe: 'other decision after an undelivered answer', ...place.situation }],
      requirements: [R['interactions.approve-tool.refused-skips']],
      needs: needsOf(place, 'fault:action_not_sent'),
      async run(t) {
        const turn = tellingTurn(t, place);
        t.skipIf(!repeatsResults(turn), 'the turn does not repeat its results');
        const [refusal] = REFUSALS.tool_approval;
        const decide = async (approves: boolean, isLost = false) => {
          const asked = await raise(t, turn, place.kind);
          if (isLost) await loseAnswer(t, asked);
          t.requireSuccess(await answer(t, asked, approves ? {} : refusal?.change(asked.asked)));
          return { source: asked.stream, content: (await finish(t, asked.stream))?.data.content };
        };
        const [approved, refused] = [await decide(true), await decide(false)];
        t.skipIf(approved.content === refused.content, 'the answer does not show whether the tool ran');
        const { source, content } = await decide(false, true);
        t.expect('interactions.approve-tool.refused-skips').isTrue(
          source,
          content !== approved.content,
          'content that differs from that of a turn whose call was approved',
          content,
          '/content',
        );
      },
    }),
  ),
];

export const undeliveredChecks: readonly Check[] = [...failureChecks, ...otherDecisionChecks];

function placesOf(kind: InteractionKind): readonly RaisingPlace[] {
  return RAISING_PLACES.filter((place) => place.kind === kind);
}

/** The turn that asks. If a task asks, the turn also repeats the task's result. @throws NothingToSee when it has no suitable script */
function tellingTurn(t: CheckContext, place: RaisingPlace): Turn {
  const turn = t.scenario(place.scenario);
  if (!TASK_PLACES.includes(place)) return turn;
  return withScript(turn, (script) => toldByTasks(script, [askingActOf(script), { echo: 'results' }]));
}

/** The turn that asks. If it has a script, it then runs for so long that its interaction cannot be gone. */
function lastingTurn(t: CheckContext, { scenario }: RaisingPlace): Turn {
  const turn = t.scenario(scenario);
  return findScript(turn.content) ? withScript(turn, (script) => [...script, { wait: 600 }]) : turn;
}

/** The suffix of a check's id. Empty for the first place that had a check. */
function suffixOf({ name }: RaisingPlace): string {
  return name === 'tool-approval' ? '' : `.${name}`;
}

/** The suite tests a fault with the first scenario, so that a wrong entry of the profile does not count against the target. */
function needsOf({ scenario }: RaisingPlace, fault: `fault:${FaultName}`): readonly Need[] {
  return [...new Set<Need>([`scenario:${scenario}`, 'scenario:tool_approval', fault])];
}

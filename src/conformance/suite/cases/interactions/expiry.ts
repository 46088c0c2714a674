import type { Need, ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Script } from '../../../../rig/script/act.ts';
import type { Answer } from '../../../drive/answer.ts';
import { LIFETIME, SURELY_PENDING, TOLERANCE } from '../../../judge/timing.ts';
import { sendWhenFree } from '../../check-kit/busy-chat.ts';
import { CANCELLED_ROWS, expectCancelled } from '../../check-kit/cancelled-turn.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { type CheckContext, lastReceivedAt } from '../../check-kit/context.ts';
import { type Asked, answer, loseAnswer, nextAsked, raise } from '../../check-kit/interaction-replies.ts';
import { RAISING_PLACES, type RaisingPlace } from '../../check-kit/raising-places.ts';
import { composeTurn, scriptOf } from '../../check-kit/scripted-turn.ts';
import { raiseAgain, SECOND_PLACES } from '../../check-kit/second-question.ts';
import { RUNS } from '../../check-kit/send-rows.ts';
import { together } from '../../check-kit/together.ts';
import { finish } from '../../check-kit/turns.ts';
import { twice } from '../../check-kit/twice.ts';
import { raiseTwo } from '../../check-kit/two-interactions.ts';

/**
 * When checks answer an interaction, in milliseconds of the service's time: well before and well after the expiry at 110 seconds. The
 * contract does not state the exact moment of the expiry.
 */
const WELL_WITHIN = 0.9 * SURELY_PENDING;
const LATENESS = 2 * TOLERANCE;
/** If the expiry is only seen after this time, it may have been far too late: delays on our side could hide that. */
const LATEST = 3 * LIFETIME;

/** How long the first of two interactions waits. If the second one's time were counted from the first, its answer would be well too late. */
const FIRST_WAITS = LIFETIME + LATENESS - WELL_WITHIN;

/** Where and how an interaction is raised. */
interface Place {
  /** Last part of the ids of checks. */
  readonly name: string;
  readonly scenario: ScenarioName;
  readonly situation: RaisingPlace['situation'];
  readonly fault?: Need;
  /** How long an earlier interaction waits for its answer, which must still be in time, in milliseconds of the service's time. */
  readonly earlier?: number;
  ask(t: CheckContext, earlier: number): Promise<Asked>;
}

const PLACES: readonly Place[] = [
  ...RAISING_PLACES.map(({ name, scenario, kind, situation }) => ({
    name,
    scenario,
    situation,
    ask: (t: CheckContext) => raise(t, scenario, kind),
  })),
  {
    name: 'auth-required-in-auto',
    scenario: 'interaction_in_auto',
    situation: { asks: 'auth_required', asker: 'turn', chat: 'in auto mode' },
    ask: (t) => raise(t, 'interaction_in_auto', 'auth_required'),
  },
  {
    // A decision that never left the service, at once: whether a later one restarts the time is open.
    name: 'undelivered',
    scenario: 'tool_approval',
    situation: { asks: 'tool_approval', asker: 'turn', chat: 'undelivered answer' },
    fault: 'fault:action_not_sent',
    async ask(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      await loseAnswer(t, asked);
      return asked;
    },
  },
  ...SECOND_PLACES.map((place) => ({
    name: place.name,
    scenario: place.scenario,
    situation: place.situation,
    earlier: FIRST_WAITS,
    ask: (t: CheckContext, pause: number) => raiseAgain(t, place, pause),
  })),
];

/** Interactions expire after 110 seconds, wherever they are raised (sections 3.2 and 8). */
const placeChecks: readonly Check[] = PLACES.flatMap(
  ({ name, scenario, situation, fault, earlier = 0, ask }) => {
    const faults = fault ? [fault] : [];
    const suffix = name === 'tool-approval' ? '' : `.${name}`;
    return [
      check({
        id: `interactions.expiry.in-time${suffix}`,
        situations: [{ probe: 'answer before the expiry', ...situation }],
        requirements: [R['interactions.expiry.answer-in-time']],
        needs: [`scenario:${scenario}`, ...faults],
        waits: earlier + WELL_WITHIN,
        async run(t) {
          const asked = await ask(t, earlier);
          await t.wait(WELL_WITHIN);
          t.expect('interactions.expiry.answer-in-time').succeeds(await answer(t, asked));
          await finish(t, asked.stream);
          // The judge compares members such as `created_at` at the end of such a long turn with the listing.
          await t.main.history(asked.stream.chatId);
        },
      }),

      check({
        id: `interactions.expiry.too-late${suffix}`,
        situations: [{ probe: 'answer after the expiry', ...situation }],
        requirements: [
          R['interactions.expiry.after-110-seconds'],
          R['interactions.expiry.not-found'],
          R['interactions.expiry.turn-ends'],
          R['errors.action-not-found.expired'],
          RUNS.blocking,
        ],
        arranges: ['expired-interaction'],
        needs: [`scenario:${scenario}`, 'wait:110s', ...faults],
        waits: LIFETIME + LATENESS,
        async run(t) {
          const asked = await ask(t, 0);
          await expectExpired(t, asked);
          const end = await finish(t, asked.stream);
          t.expect('interactions.expiry.turn-ends').isTrue(
            asked.stream,
            end !== undefined,
            'a terminal event',
            end?.type,
          );
          if (end === undefined) return;
          const next = await sendWhenFree(t, 'blocking', asked.stream.chatId);
          t.expect(RUNS.blocking).accepts(next);
        },
      }),
    ];
  },
);

/** How much later the second of two tasks asks, in milliseconds of the service's time. */
const LATER = 100_000;

export const expiryChecks: readonly Check[] = [
  ...placeChecks,

  // A turn may end when its interaction expires. If it asks again, the new interaction has a time of its own.
  ...SECOND_PLACES.map((place) =>
    check({
      id: `interactions.expiry.in-time.${place.name}-after-expired`,
      situations: [{ probe: 'answer after another expired', ...place.situation }],
      requirements: [R['interactions.expiry.answer-in-time']],
      needs: [`scenario:${place.scenario}`, 'wait:110s'],
      waits: LIFETIME,
      async run(t) {
        const asked = await raiseAgain(t, place, 'expires');
        t.expect('interactions.expiry.answer-in-time').succeeds(await answer(t, asked));
        await finish(t, asked.stream);
        await t.main.history(asked.stream.chatId);
      },
    }),
  ),

  ...SECOND_PLACES.map((place) =>
    check({
      id: `interactions.expiry.cancelled.${place.name}-after-expired`,
      situations: [{ probe: 'cancel after an expiry', ...place.situation }],
      requirements: CANCELLED_ROWS,
      needs: [`scenario:${place.scenario}`, 'wait:110s'],
      waits: LIFETIME,
      async run(t) {
        const { stream } = await raiseAgain(t, place, 'expires');
        await expectCancelled(t, stream);
      },
    }),
  ),

  check({
    id: 'interactions.expiry.too-late.refused',
    requirements: [R['interactions.expiry.after-110-seconds']],
    needs: ['scenario:tool_approval', 'wait:110s'],
    waits: LIFETIME + LATENESS,
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      await t.wait(WELL_WITHIN);
      // An answer at the endpoint of another kind is no answer, so the time goes on. A service may close the interaction there.
      const { stream, actionId } = asked;
      const wrong = await t.main.act(stream.chatId, 'respond-plan', {
        action_id: actionId,
        action: 'reject',
      });
      t.skipIf(wrong.isSuccess, 'the service took the answer to another kind of interaction');
      t.expect('interactions.expiry.after-110-seconds').isNoSuccess(await answerLate(t, asked));
    },
  }),

  check({
    id: 'interactions.expiry.one-of-two',
    requirements: [
      R['interactions.expiry.not-found'],
      R['interactions.expiry.answer-in-time'],
      R['stream.action.resolved-separately'],
    ],
    arranges: ['expired-interaction'],
    needs: ['scenario:agents_two_actions', 'wait:110s'],
    waits: LIFETIME + LATENESS,
    async run(t) {
      const script = delayed(scriptOf(t, 'agents_two_actions'));
      t.skipIf(script === undefined, 'the script of agents_two_actions names the tools of the target');
      const { content } = composeTurn(t, script ?? []);
      const first = await raise(t, { ...t.scenario('agents_two_actions'), content }, 'tool_approval');
      const second = await nextAsked(t, first.stream, 'tool_approval');
      // A service may run the tasks of agents one after another.
      if (!second) return t.skipIf(true, 'only one of the two tasks asks');
      const late = await answerLate(t, first);
      const inTime = await answer(t, second);
      // The turn may end with its first interaction. If it completes, it did not wait for the second one.
      const end = inTime.isSuccess ? undefined : await t.inTime(first.stream.rest(), LATENESS);
      t.skipIf(
        end !== undefined && end.type !== 'message.completed',
        'the turn ended with its first question',
      );

      t.expect('interactions.expiry.answer-in-time', 'stream.action.resolved-separately').succeeds(inTime);
      t.expect('interactions.expiry.not-found').failsWith(late, 'action-not-found');
    },
  }),

  check({
    id: 'interactions.expiry.beside-answered',
    requirements: [
      R['interactions.expiry.after-110-seconds'],
      R['interactions.expiry.not-found'],
      R['errors.action-not-found.expired'],
    ],
    arranges: ['expired-interaction'],
    needs: ['scenario:agents_two_actions', 'wait:110s'],
    waits: LIFETIME + LATENESS,
    async run(t) {
      const [first, second] = await raiseTwo(t);
      t.requireSuccess(await answer(t, first));
      await expectExpired(t, second);
      // The contract does not say how the service answers for the first interaction, which is resolved; the sheet of readings shows it
      //
      await answer(t, first);
    },
  }),
];

/** Answers an expired interaction. */
async function answerLate(t: CheckContext, { askedAt, reply, stream }: Asked): Promise<Answer> {
  await t.waitPast(askedAt, LIFETIME, { tolerance: LATENESS });
  const late = await t.main.act(stream.chatId, reply.action, reply.body);
  if (!late.isSuccess) t.requireWithin(askedAt, LATEST, lastReceivedAt(late));
  return late;
}

/** Waits until an interaction has expired, and claims that it can no longer be answered. */
async function expectExpired(t: CheckContext, asked: Asked): Promise<void> {
  await twice(async () => {
    const late = await answerLate(t, asked);
    together(
      () => t.expect('interactions.expiry.after-110-seconds').isNoSuccess(late),
      () =>
        t
          .expect('interactions.expiry.not-found', 'errors.action-not-found.expired')
          .failsWith(late, 'action-not-found'),
    );
  });
}

/** Adds a pause at the beginning of the last task's script. Undefined if the script has no tasks with scripts. */
function delayed(script: Script): Script | undefined {
  const at = script.findIndex((act) => 'delegate' in act);
  const act = script[at];
  if (!act || !('delegate' in act)) return undefined;
  const [last, ...others] = act.delegate.toReversed();
  if (!last?.script) return undefined;
  const delegate = [...others.toReversed(), { ...last, script: [{ wait: LATER / 1000 }, ...last.script] }];
  return script.with(at, { delegate });
}

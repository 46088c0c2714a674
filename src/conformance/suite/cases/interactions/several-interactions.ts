import type { LiveStream } from '../../../drive/live-stream.ts';
import { RESOLVES } from '../../../judge/consistency/question-book.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { CANCELLED_ROWS, expectCancelled } from '../../check-kit/cancelled-turn.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { actionIdOf, type CheckContext } from '../../check-kit/context.ts';
import {
  type Asked,
  answer,
  askedFor,
  type InteractionKind,
  nextAsked,
  REFUSALS,
  type Refusal,
  raise,
} from '../../check-kit/interaction-replies.ts';
import { OWN_PLACES, RAISING_PLACES, type RaisingPlace } from '../../check-kit/raising-places.ts';
import { replayOf } from '../../check-kit/replayed-stream.ts';
import { composeTurn, saidInTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { together } from '../../check-kit/together.ts';
import { cancel, finish } from '../../check-kit/turns.ts';
import { twice } from '../../check-kit/twice.ts';

/** The turn's own interactions, one of each kind, in an order that no other check uses. */
const UNUSUAL_ORDER = OWN_PLACES.toReversed();

/**
 * Several interactions of one turn in sequence: each answer belongs to its own interaction and does not affect the state of the others
 * (section 3.2).
 */
const sameTurnChecks: readonly Check[] = [
  ...RAISING_PLACES.flatMap((place) => {
    const { name, scenario, kind, situation } = place;
    const needs = [`scenario:${scenario}`] as const;
    return [
      check({
        id: `interactions.in-a-row.${name}`,
        situations: [{ probe: 'two questions', ...situation }],
        requirements: [RESOLVES[kind], R['interactions.resolved.second-answer-refused']],
        arranges: ['answered-interaction'],
        needs,
        run: (t) => answerEach(t, [place, place]),
      }),

      ...REFUSALS[kind].map((refusal) =>
        check({
          id: `interactions.in-a-row.${name}.${refusal.name}`,
          situations: [{ probe: 'two questions', value: refusal.name, ...situation }],
          requirements: [RESOLVES[kind], R['interactions.resolved.second-answer-refused']],
          arranges: ['answered-interaction'],
          needs,
          run: (t) => answerEach(t, [place, place], refusal),
        }),
      ),

      check({
        id: `interactions.in-a-row.${name}.cancelled`,
        situations: [{ probe: 'two questions', end: 'cancelled', ...situation }],
        requirements: CANCELLED_ROWS,
        needs,
        async run(t) {
          const turn = withScript(
            composeTurn(t, [{ say: 'I begin. ' }], scenario, scenario),
            saidInTasks('I look it up. '),
          );
          const first = await raise(t, turn, kind);
          t.requireSuccess(await answer(t, first));
          const { stream } = await raiseNext(t, first.stream, place);
          await expectCancelled(t, stream);
          // The judge compares the end of the turn with its replay.
          await replayOf(t, turn, { chatId: stream.chatId, key: stream.key });
        },
      }),
    ];
  }),

  ...[UNUSUAL_ORDER, OWN_PLACES].map((places, index) =>
    check({
      id: `interactions.in-a-row.all-kinds${index === 0 ? '' : '.reversed'}`,
      requirements: [
        R['interactions.state.approve-tool-resolves'],
        R['interactions.state.respond-plan-resolves'],
        R['interactions.state.respond-elicitation-resolves'],
        R['interactions.state.cancel-auth-resolves'],
        R['interactions.resolved.second-answer-refused'],
      ],
      arranges: ['answered-interaction'],
      needs: OWN_PLACES.map(({ scenario }) => `scenario:${scenario}` as const),
      run: (t) => answerEach(t, places),
    }),
  ),
];

/** A later turn of the same chat has its own interaction: an `action_id` is valid only for its own turn (section 4.4). */
const laterTurnChecks: readonly Check[] = RAISING_PLACES.map(({ name, scenario, kind, situation }) =>
  check({
    id: `interactions.later-turn.${name}`,
    situations: [{ probe: 'answer of an earlier turn', ...situation }],
    requirements: [
      R['interactions.cancelled-turn.refused'],
      RESOLVES[kind],
      R['interactions.resolved.second-answer-refused'],
    ],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const cut = await raise(t, scenario, kind);
      const { chatId } = cut.stream;
      t.requireSuccess(await cancel(t, chatId));
      await finish(t, cut.stream);
      const asked = await raise(t, scenario, kind, {}, { chatId });
      const { action, body } = cut.reply;
      const claim = t.expect('interactions.cancelled-turn.refused');
      await twice(async () => claim.isNoSuccess(await t.main.act(chatId, action, body)));
      t.expect(RESOLVES[kind]).succeeds(await answer(t, asked));
      await finish(t, asked.stream);
      // An answer in an earlier turn does not count for this turn, which raises its own interaction if it raises one.
      const stream = await t.open(t.scenario(scenario), { chatId });
      const again = await t.inTime(
        stream.until('message.action_required', 'message.completed', 'message.error'),
      );
      if (again?.type !== 'message.action_required') return;
      const last = await askedFor(t, { stream, asked: again, actionId: actionIdOf(again) }, kind);
      t.expect('interactions.resolved.second-answer-refused').isNoSuccess(
        await t.main.act(chatId, asked.reply.action, asked.reply.body),
      );
      t.expect(RESOLVES[kind]).succeeds(await answer(t, last));
      await finish(t, stream);
      // The judge compares the ends of all turns with the listing.
      await t.main.history(chatId);
    },
  }),
);

export const severalInteractionsChecks: readonly Check[] = [...sameTurnChecks, ...laterTurnChecks];

/**
 * Answers the interactions of one turn. While the last one is pending, the turn has not ended, so 404 would be wrong.
 *
 * @param refusal the answer to the first one, if it is a refusal
 */
async function answerEach(
  t: CheckContext,
  places: readonly RaisingPlace[],
  refusal?: Refusal,
): Promise<void> {
  const [first, ...others] = places;
  if (!first) return;
  const turn = composeTurn(t, ...places.map(({ scenario }) => scenario));
  const answered: Asked[] = [];
  const answerOne = async (asked: Asked, { kind }: RaisingPlace, refused?: Refusal) => {
    for (const earlier of answered)
      for (const other of [{}, ...refusalsOf(earlier)]) {
        const second = await answer(t, earlier, other);
        together(
          () => t.expect(RESOLVES[earlier.asked.data.kind as InteractionKind]).isNoSuccess(second),
          () =>
            t.expect('interactions.resolved.second-answer-refused').failsWith(second, 'action-not-pending'),
        );
      }
    if (refused) t.requireSuccess(await answer(t, asked, refused.change(asked.asked)));
    else t.expect(RESOLVES[kind]).succeeds(await answer(t, asked));
    answered.push(asked);
  };
  const asked = await raise(t, turn, first.kind);
  const { stream } = asked;
  await answerOne(asked, first, refusal);
  for (const place of others) await answerOne(await raiseNext(t, stream, place), place);
  await finish(t, stream);
  // The judge compares the end of the turn with the listing and the replay.
  await t.main.history(stream.chatId);
  await replayOf(t, turn, { chatId: stream.chatId, key: stream.key });
}

/** The changes to the reply's body that refuse an interaction. */
function refusalsOf({ asked }: Asked): readonly JsonObject[] {
  return REFUSALS[asked.data.kind as InteractionKind].map(({ change }) => change(asked));
}

/** @throws NothingToSee when the turn raises no further interaction */
async function raiseNext(t: CheckContext, stream: LiveStream, { kind }: RaisingPlace): Promise<Asked> {
  const asked = await nextAsked(t, stream, kind);
  t.skipIf(asked === undefined, 'the turn asks only once');
  return asked as Asked;
}

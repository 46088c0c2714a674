import type { RequirementId } from '../../../../../generated/ids.d.ts';
import type { Answer } from '../../../drive/answer.ts';
import type { LiveEvent } from '../../../drive/live-stream.ts';
import { RESOLVES } from '../../../judge/consistency/question-book.ts';
import { STRANGERS } from '../../check-kit/chat-reaches.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { actionIdOf, type CheckContext } from '../../check-kit/context.ts';
import {
  type Asked,
  answer,
  type InteractionKind,
  REFUSALS,
  type Refusal,
  raise,
  repliesTo,
} from '../../check-kit/interaction-replies.ts';
import { checkProbes, type Probe } from '../../check-kit/probe.ts';
import { RAISING_PLACES } from '../../check-kit/raising-places.ts';
import { SURELY_WAITS } from '../../check-kit/running-states.ts';
import { raiseAgain, SECOND_PLACES } from '../../check-kit/second-question.ts';
import { together } from '../../check-kit/together.ts';
import { cancel, chatOf, finish, nextMove } from '../../check-kit/turns.ts';
import { twice } from '../../check-kit/twice.ts';
import { allowedRows } from './allowed-rows.ts';

/**
 * An unanswered interaction expires after 110 seconds, and its turn goes on. If a cancelled turn ends that late, the cancel did not reach
 * it. In milliseconds of the service's time; `inTime` adds its tolerance.
 */
const BEFORE_EXPIRY = 90_000;

const OTHER_ID: Probe<Asked> = {
  requirements: [R['errors.action-not-found.answer']],
  arranges: ['unknown-interaction'],
  async run(t, asked) {
    const action_id = t.freshId();
    await twice(async () =>
      t
        .expect('errors.action-not-found.answer')
        .failsWith(await answer(t, asked, { action_id }), 'action-not-found'),
    );
  },
};

const OTHER_ENDPOINTS: Probe<Asked> = {
  requirements: [R['interactions.answer.wrong-kind']],
  async run(t, asked) {
    const claim = t.expect('interactions.answer.wrong-kind');
    for (const { action, body } of repliesTo(asked.actionId)) {
      if (action === asked.reply.action) continue;
      await twice(async () => claim.isNoSuccess(await t.main.act(asked.stream.chatId, action, body)));
    }
  },
};

const OTHER_CHAT: Probe<Asked> = {
  requirements: [R['interactions.answer.own-turn-only']],
  async run(t, asked) {
    const { action, body } = asked.reply;
    const claim = t.expect('interactions.answer.own-turn-only');
    const elsewhere = await chatOf(t);
    await twice(async () => claim.isNoSuccess(await t.main.act(elsewhere, action, body)));
    // The service may answer with success, because nothing runs in this chat. But this must not cancel the turn that waits in the
    // other chat.
    await t.main.act(elsewhere, 'cancel', { action_id: asked.actionId });
    claim.isNoSuccess(await t.main.act(t.freshId(), action, body));
  },
};

/** For each kind of interaction, what is violated when its endpoint does not take an answer that accepts it. */
const ACCEPTS: Readonly<Record<InteractionKind, readonly RequirementId[]>> = {
  tool_approval: [R['interactions.approve-tool.kind']],
  plan_approval: [R['interactions.respond-plan.kind'], R['interactions.respond-plan.action']],
  elicitation: [R['interactions.respond-elicitation.kind'], R['interactions.respond-elicitation.action']],
  auth_required: [R['interactions.cancel-auth.kind']],
};

/** An interaction, which the earlier probes have not answered, is answered, and once it is answered, it cannot be answered again. */
function answeredTwice(kind: InteractionKind, refusal: Refusal | undefined): readonly Probe<Asked>[] {
  const taken = refusal?.requirements ?? [
    ...ACCEPTS[kind],
    R['stream.action.own-endpoint'],
    RESOLVES[kind],
    R['interactions.answer.wrong-kind'],
    R['interactions.answer.chat-of-turn'],
    R['interactions.answer.action-id-verbatim'],
  ];
  const again = [R['interactions.resolved.second-answer-refused'], R['errors.action-not-pending.answer']];
  const answered = new WeakSet<Asked>();
  const answerFirst = (t: CheckContext, asked: Asked) => answer(t, asked, refusal?.change(asked.asked));
  return [
    {
      requirements: taken,
      async run(t, asked) {
        t.expect(...taken).succeeds(await answerFirst(t, asked));
        answered.add(asked);
      },
    },
    {
      requirements: [...again, RESOLVES[kind], ...(refusal?.continues ? [refusal.continues] : [])],
      arranges: ['answered-interaction'],
      ends: true,
      async run(t, asked) {
        if (!answered.has(asked)) t.requireSuccess(await answerFirst(t, asked));
        await twice(async () => {
          const second = await answer(t, asked);
          const rows = await allowedRows(t, asked, second);
          together(
            () => t.expect(RESOLVES[kind]).isNoSuccess(second),
            () => t.expect(...again).failsWith(second, ...rows),
          );
        });
        if (refusal?.continues === undefined) return;
        const end = await finish(t, asked.stream);
        const goesOn = end !== undefined && (refusal.mayEnd || end.type !== 'message.cancelled');
        t.expect(refusal.continues).isTrue(asked.stream, goesOn, 'a turn that continues', end?.type);
      },
    },
  ];
}

const AFTER_END: Probe<Asked> = {
  requirements: [R['errors.action-not-pending.answer']],
  arranges: ['answered-interaction'],
  ends: true,
  async run(t, asked) {
    t.requireSuccess(await answer(t, asked));
    await finish(t, asked.stream);
    // Once its turn has ended, an interaction may count as not pending or as not found.
    t.expect('errors.action-not-pending.answer').failsWith(
      await answer(t, asked),
      'action-not-pending',
      'action-not-found',
    );
  },
};

/**
 * A cancel that names no interaction, or one that is resolved, may get 200 and end the turn. If it is refused, the turn waits for its
 * answer as before.
 */
async function expectWaiting(
  t: CheckContext,
  kind: InteractionKind,
  asked: Asked,
  action_id: string,
): Promise<void> {
  const { stream } = asked;
  const refused = await cancel(t, stream.chatId, { action_id });
  t.skipIf(refused.isSuccess, 'the service accepts a cancel that names nothing pending (A-107)');
  const claim = t.expect(RESOLVES[kind]);
  claim.succeeds(await answer(t, asked));
  const end = await finish(t, stream);
  claim.isTrue(stream, end?.type !== 'message.cancelled', 'a turn that nobody has cancelled', end?.type);
}

const afterRefusedCancel = (kind: InteractionKind): Probe<Asked> => ({
  requirements: [RESOLVES[kind]],
  ends: true,
  run: (t, asked) => expectWaiting(t, kind, asked, t.freshId()),
});

/** The cancel names the first interaction of the turn, and the second one is pending. */
const resolvedCancelChecks: readonly Check[] = SECOND_PLACES.map((place) =>
  check({
    id: `interactions.${place.name}.resolved-cancel`,
    situations: [{ probe: 'cancel by a resolved question', ...place.situation }],
    requirements: [RESOLVES[place.kind]],
    needs: [`scenario:${place.scenario}`],
    async run(t) {
      const asked = await raiseAgain(t, place);
      const first = asked.stream.events.find(({ type }) => type === 'message.action_required') as LiveEvent;
      await expectWaiting(t, place.kind, asked, actionIdOf(first));
    },
  }),
);

const AT_ONCE: Probe<Asked> = {
  requirements: [R['errors.action-not-pending.claimed']],
  arranges: ['answered-interaction'],
  ends: true,
  async run(t, asked) {
    const both = await Promise.all([answer(t, asked), answer(t, asked)]);
    const losers = both.filter(({ isSuccess }) => !isSuccess);
    const rows = await allowedRows(t, asked, ...both);
    const claim = t.expect('errors.action-not-pending.claimed');
    claim.isTrue(asked.stream, losers.length > 0, 'at most one success', 'two');
    for (const loser of losers) claim.failsWith(loser, ...rows);
  },
};

const BY_ID: Probe<Asked> = {
  requirements: [R['cancel.action-id.cancels-its-turn']],
  ends: true,
  async run(t, asked) {
    const { stream, actionId } = asked;
    const claim = t.expect('cancel.action-id.cancels-its-turn');
    claim.succeeds(await cancel(t, stream.chatId, { action_id: actionId }), 200);
    const end = await t.inTime(stream.rest(), BEFORE_EXPIRY);
    claim.equals(stream, end?.type, 'message.cancelled');
  },
};

/** Only the credential that sent the turn may answer its interactions. */
function answeredBy(stranger: (typeof STRANGERS)[number]): Probe<Asked> {
  return {
    requirements: [
      R['interactions.answer.own-credential-only'],
      R['interactions.state.owner-only'],
      R['errors.action-not-found.other-credential'],
    ],
    arranges: ['foreign-interaction'],
    async run(t, asked) {
      const { action, body } = asked.reply;
      const other = t.as(stranger);
      const ownChat = await chatOf(t, other);
      const refused: Answer[][] = [];
      await twice(async () => {
        const both = [
          await other.act(asked.stream.chatId, action, body),
          await other.act(ownChat, action, body),
        ];
        const claim = t.expect('interactions.answer.own-credential-only', 'interactions.state.owner-only');
        for (const each of both) claim.isRefused(each);
        refused.push(both);
      });
      t.expect('interactions.state.owner-only').succeeds(await answer(t, asked));
      for (const [inItsChat, elsewhere] of refused as [Answer, Answer][]) {
        t.expect(
          'errors.action-not-found.other-credential',
          'interactions.answer.own-credential-only',
        ).failsWith(elsewhere, 'action-not-found');
        // The contract does not say whether the chat or the interaction counts as not found.
        t.expect('interactions.answer.own-credential-only').failsWith(
          inItsChat,
          'not-found',
          'action-not-found',
        );
      }
      // This also applies to a resolved interaction: only its owner learns that it is no longer pending.
      t.expect('errors.action-not-found.other-credential').failsWith(
        await other.act(ownChat, action, body),
        'action-not-found',
      );
    },
  };
}

/** The rules of interactions, at each place that can raise one (sections 3.2 and 4.4). */
const placeChecks: readonly Check[] = RAISING_PLACES.flatMap((place) => {
  const { name, scenario, kind, situation } = place;
  const needs = [`scenario:${scenario}`] as const;
  const asked = { needs, lasts: SURELY_WAITS, arrange: (t: CheckContext) => raise(t, scenario, kind) };
  return [
    checkProbes({
      id: `interactions.${name}`,
      situations: [{ probe: 'answers', ...situation }],
      ...asked,
      probes: [
        OTHER_ID,
        OTHER_ENDPOINTS,
        OTHER_CHAT,
        ...[undefined, ...REFUSALS[kind]].flatMap((refusal) => answeredTwice(kind, refusal)),
        AFTER_END,
        afterRefusedCancel(kind),
        AT_ONCE,
        BY_ID,
      ],
    }),

    ...STRANGERS.map((stranger) =>
      checkProbes({
        id: `interactions.${name}.${stranger.replace('_', '-')}`,
        situations: [{ probe: 'answer of another', credential: stranger, ...situation }],
        ...asked,
        needs: [...needs, `credential:${stranger}`],
        probes: [answeredBy(stranger)],
      }),
    ),

    check({
      id: `interactions.${name}.two-chats`,
      situations: [{ probe: 'questions in two chats', ...situation }],
      requirements: [R['interactions.state.identified-by-action-id']],
      needs,
      async run(t) {
        const [one, other] = await Promise.all([raise(t, scenario, kind), raise(t, scenario, kind)]);
        const claim = t.expect('interactions.state.identified-by-action-id');
        claim.succeeds(await answer(t, other));
        const moved = await nextMove(t, other.stream);
        claim.isTrue(other.stream, moved !== undefined, 'a turn that continues', moved?.type);
        claim.succeeds(await answer(t, one));
      },
    }),
  ];
});

export const eachInteractionChecks: readonly Check[] = [...resolvedCancelChecks, ...placeChecks];

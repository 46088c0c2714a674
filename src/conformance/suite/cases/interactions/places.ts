import type { CredentialName } from '../../../../../generated/ids.d.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import {
  type Asked,
  answer,
  RAISING_PLACES,
  type RaisingPlace,
  REFUSALS,
  raise,
  repliesTo,
} from '../../check-kit/interaction-replies.ts';
import { showListed } from '../../check-kit/shown-turn.ts';
import { cancel, chatOf, finish } from '../../check-kit/turns.ts';
import { allowedRows } from './allowed-rows.ts';

/** Other credentials, none of which may answer an interaction of main. */
const STRANGERS = ['second', 'other_user'] as const satisfies readonly CredentialName[];

/**
 * An interaction that nobody answers expires after 110 seconds, and its turn goes on. If a cancelled turn ends as late as that, the cancel
 * did not reach it. In milliseconds of the service's time, to which `inTime` adds its tolerance.
 */
const BEFORE_EXPIRY = 90_000;

/** The rules of interactions, at each place where an interaction can be raised (sections 3.2 and 4.4). */
export const interactionPlaceChecks: readonly Check[] = RAISING_PLACES.flatMap((place) => {
  const { name, scenario } = place;
  const needs = [`scenario:${scenario}`] as const;
  return [
    check({
      id: `interactions.${name}.second-answer`,
      requirements: [R['interactions.resolved.second-answer-refused'], R['errors.action-not-pending.answer']],
      arranges: ['answered-interaction'],
      needs,
      async run(t) {
        for (const refusal of [undefined, ...REFUSALS[place.kind]]) {
          const asked = await raiseAt(t, place);
          t.given(await answer(t, asked, refusal?.change(asked.asked)));
          const second = await answer(t, asked);

          t.expect(
            'interactions.resolved.second-answer-refused',
            'errors.action-not-pending.answer',
          ).failsWith(second, ...(await allowedRows(t, asked, second)));
        }
      },
    }),

    check({
      id: `interactions.${name}.answer-after-end`,
      requirements: [R['errors.action-not-pending.answer']],
      arranges: ['answered-interaction'],
      needs,
      async run(t) {
        const asked = await raiseAt(t, place);
        t.given(await answer(t, asked));
        await finish(t, asked.stream);
        // After the end of its turn an interaction may count as not pending or as not found.
        t.expect('errors.action-not-pending.answer').failsWith(
          await answer(t, asked),
          'action-not-pending',
          'action-not-found',
        );
      },
    }),

    check({
      id: `interactions.${name}.two-answers-at-once`,
      requirements: [R['errors.action-not-pending.claimed']],
      arranges: ['answered-interaction'],
      needs,
      async run(t) {
        const asked = await raiseAt(t, place);
        const both = await Promise.all([answer(t, asked), answer(t, asked)]);
        const losers = both.filter(({ isSuccess }) => !isSuccess);
        const rows = await allowedRows(t, asked, ...both);
        const claim = t.expect('errors.action-not-pending.claimed');
        claim.holds(asked.stream, losers.length > 0, 'at most one success', 'two');
        for (const loser of losers) claim.failsWith(loser, ...rows);
      },
    }),

    ...STRANGERS.map((stranger) =>
      check({
        id: `interactions.${name}.${stranger.replace('_', '-')}`,
        requirements: [
          R['interactions.answer.own-credential-only'],
          R['interactions.state.owner-only'],
          R['errors.action-not-found.other-credential'],
        ],
        arranges: ['foreign-interaction'],
        needs: [...needs, `credential:${stranger}`],
        async run(t) {
          const asked = await raiseAt(t, place);
          const { action, body } = asked.reply;
          const other = t.as(stranger);
          const inItsChat = await other.act(asked.stream.chatId, action, body);
          const ownChat = await chatOf(t, other);
          const elsewhere = await other.act(ownChat, action, body);

          const claim = t.expect('interactions.answer.own-credential-only', 'interactions.state.owner-only');
          claim.isRefused(inItsChat);
          claim.isRefused(elsewhere);
          t.expect('interactions.state.owner-only').succeeds(await answer(t, asked));
          // The contract does not say whether the chat or the interaction is not found.
          t.expect('interactions.answer.own-credential-only').failsWith(
            inItsChat,
            'not-found',
            'action-not-found',
          );
          t.expect('errors.action-not-found.other-credential').failsWith(elsewhere, 'action-not-found');
          // Also when it is resolved: only its owner learns that it is not pending any more.
          t.expect('errors.action-not-found.other-credential').failsWith(
            await other.act(ownChat, action, body),
            'action-not-found',
          );
        },
      }),
    ),

    check({
      id: `interactions.${name}.other-chat`,
      requirements: [R['interactions.answer.own-turn-only'], R['interactions.answer.chat-of-turn']],
      needs,
      async run(t) {
        const asked = await raiseAt(t, place);
        const { action, body } = asked.reply;
        const claim = t.expect('interactions.answer.own-turn-only');
        const elsewhere = await chatOf(t);
        claim.isNoSuccess(await t.main.act(elsewhere, action, body));
        // A success would say that nothing runs there. The turn of the question must not be cancelled from there.
        await t.main.act(elsewhere, 'cancel', { action_id: asked.actionId });
        claim.isNoSuccess(await t.main.act(t.freshId(), action, body));
        t.expect('interactions.answer.chat-of-turn').succeeds(await answer(t, asked));
      },
    }),

    check({
      id: `interactions.${name}.other-endpoints`,
      requirements: [R['interactions.answer.wrong-kind']],
      needs,
      async run(t) {
        const asked = await raiseAt(t, place);
        const claim = t.expect('interactions.answer.wrong-kind');
        for (const { action, body } of repliesTo(asked.actionId)) {
          if (action === asked.reply.action) continue;
          claim.isNoSuccess(await t.main.act(asked.stream.chatId, action, body));
        }
        claim.succeeds(await answer(t, asked));
      },
    }),

    check({
      id: `interactions.${name}.other-id`,
      requirements: [R['errors.action-not-found.answer'], R['interactions.answer.action-id-verbatim']],
      arranges: ['unknown-interaction'],
      needs,
      async run(t) {
        const asked = await raiseAt(t, place);
        t.expect('errors.action-not-found.answer').failsWith(
          await answer(t, asked, { action_id: t.freshId() }),
          'action-not-found',
        );
        t.expect('interactions.answer.action-id-verbatim').succeeds(await answer(t, asked));
      },
    }),

    check({
      id: `interactions.${name}.two-chats`,
      requirements: [R['interactions.state.identified-by-action-id']],
      needs,
      async run(t) {
        const [one, other] = await Promise.all([raiseAt(t, place), raiseAt(t, place)]);
        const claim = t.expect('interactions.state.identified-by-action-id');
        claim.succeeds(await answer(t, other));
        claim.succeeds(await answer(t, one));
      },
    }),

    check({
      id: `interactions.${name}.cancelled-turn`,
      requirements: [
        R['cancel.turn.live-turn'],
        R['cancel.turn.ends-cancelled'],
        R['cancel.turn.ok-means-delivered'],
        R['messages.status.cancelled-in-history'],
        R['interactions.cancelled-turn.refused'],
      ],
      needs,
      async run(t) {
        const asked = await raiseAt(t, place);
        const { stream } = asked;
        t.expect('cancel.turn.live-turn').succeeds(await cancel(t, stream.chatId), 200);
        const end = await t.inTime(stream.rest(), BEFORE_EXPIRY);
        t.expect(
          'cancel.turn.live-turn',
          'cancel.turn.ends-cancelled',
          'cancel.turn.ok-means-delivered',
        ).equals(stream, end?.type, 'message.cancelled');
        const { source, turn } = await showListed(t, stream.chatId, stream.messageId);
        t.expect('messages.status.cancelled-in-history').equals(source, turn.status, 'cancelled');
        const { action, body } = asked.reply;
        t.expect('interactions.cancelled-turn.refused').isNoSuccess(
          await t.main.act(stream.chatId, action, body),
        );
      },
    }),

    check({
      id: `interactions.${name}.cancel-by-id`,
      requirements: [R['cancel.action-id.cancels-its-turn']],
      needs,
      async run(t) {
        const { stream, actionId } = await raiseAt(t, place);
        const claim = t.expect('cancel.action-id.cancels-its-turn');
        claim.succeeds(await cancel(t, stream.chatId, { action_id: actionId }), 200);
        const end = await t.inTime(stream.rest(), BEFORE_EXPIRY);
        claim.equals(stream, end?.type, 'message.cancelled');
      },
    }),
  ];
});

function raiseAt(t: CheckContext, { scenario, kind }: RaisingPlace): Promise<Asked> {
  return raise(t, scenario, kind);
}

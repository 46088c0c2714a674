import { type Check, check } from '../../check-kit/check.ts';
import { ASKING_PLACES, answer, askedFor, raise } from '../../check-kit/interaction-replies.ts';
import { cancel, finish } from '../../check-kit/turns.ts';
import { RESOLVES } from './resolves.ts';

/** The interaction of a later turn of the same chat is another one: an `action_id` is valid only for its own turn (section 4.4). */
export const laterTurnChecks: readonly Check[] = ASKING_PLACES.map(({ name, scenario, kind }) =>
  check({
    id: `interactions.later-turn.${name}`,
    requirements: [
      // An interaction of a turn that was cancelled in the meantime can no longer be answered successfully.
      'interactions.cancelled-turn.refused',
      RESOLVES[kind],
      // A second answer to a resolved interaction, sent at once, gets 409 api_v1_action_not_pending.
      'interactions.resolved.second-answer-refused',
    ],
    needs: [`scenario:${scenario}`],
    async run(t) {
      const cut = await raise(t, scenario, kind);
      const { chatId } = cut.stream;
      t.given(await cancel(t, chatId));
      await finish(t, cut.stream);
      const asked = askedFor(await t.raise(t.scenario(scenario), { chatId }), kind);
      const { action, body } = cut.reply;
      const late = await t.main.act(chatId, action, body);

      t.expect('interactions.cancelled-turn.refused').isNoSuccess(late);
      t.expect(RESOLVES[kind]).succeeds(await answer(t, asked));
      await finish(t, asked.stream);
      // A turn after one that was answered asks on its own account too, if it asks at all.
      const stream = await t.open(t.scenario(scenario), { chatId });
      const again = await t.inTime(
        stream.until('message.action_required', 'message.completed', 'message.error'),
      );
      if (again?.type !== 'message.action_required') return;
      const last = askedFor({ stream, asked: again, actionId: String(again.data.action_id) }, kind);
      t.expect('interactions.resolved.second-answer-refused').isNoSuccess(
        await t.main.act(chatId, asked.reply.action, asked.reply.body),
      );
      t.expect(RESOLVES[kind]).succeeds(await answer(t, last));
      await finish(t, stream);
    },
  }),
);

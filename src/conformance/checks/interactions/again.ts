import { check } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { type Asked, answer, raise } from '../../check-kit/interaction-replies.ts';
import { cancel, finish, repeatsResults } from '../../check-kit/turns.ts';
import type { Answer } from '../../drive/answer.ts';

/**
 * What a further answer may be told: that the interaction is not pending, or that it is not found once the turn has ended
 * . A turn that ends soon may have ended before.
 */
async function settledRows(
  t: CheckContext,
  { stream }: Asked,
  ...further: readonly Answer[]
): Promise<readonly string[]> {
  if (!further.some(({ status }) => status === 404)) return ['action-not-pending'];
  await finish(t, stream);
  return stream.hasEnded ? ['action-not-pending', 'action-not-found'] : ['action-not-pending'];
}

/** What the turn answers after its tools were all approved, or all refused. */
async function contentAfter(t: CheckContext, approved: boolean): Promise<unknown> {
  const asked = await raise(t, 'tool_approval', 'tool_approval', { approved });
  t.given(await answer(t, asked));
  return (await finish(t, asked.stream, { approved }))?.data.content;
}

/** An interaction that was answered, or lost its turn, takes no other answer (section 3.2). */
export const againChecks = [
  check({
    id: 'interactions.resolved.second-answer',
    requirements: ['interactions.resolved.second-answer-refused', 'errors.action-not-pending.answer'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      t.given(await answer(t, asked));
      const second = await answer(t, asked);

      t.expect('interactions.resolved.second-answer-refused', 'errors.action-not-pending.answer').failsWith(
        second,
        ...(await settledRows(t, asked, second)),
      );
    },
  }),

  check({
    id: 'interactions.resolved.other-answer',
    requirements: ['interactions.resolved.first-answer-stands'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const decisions = asked.reply.body.decisions as readonly object[];
      t.given(await answer(t, asked));
      const second = await answer(t, asked, {
        decisions: decisions.map((decision) => ({ ...decision, approved: false })),
      });
      const row = t.expect('interactions.resolved.first-answer-stands');
      row.isNoSuccess(second);
      const end = await finish(t, asked.stream);
      row.holds(asked.stream, end?.type !== 'message.cancelled', 'a turn that goes on', end?.type);
      if (!repeatsResults(t.scenario('tool_approval'))) return;
      const [approved, refused] = await Promise.all([contentAfter(t, true), contentAfter(t, false)]);
      t.assume(approved !== refused, 'it does not show whether the tool was run');
      row.holds(
        asked.stream,
        end?.data.content !== refused,
        'not what the turn answers when its call is refused',
        end?.data.content,
      );
    },
  }),

  check({
    id: 'errors.action-not-pending.claimed',
    requirements: ['errors.action-not-pending.claimed'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const both = await Promise.all([answer(t, asked), answer(t, asked)]);
      const [loser, other] = [...both].sort((a, b) => Number(a.isSuccess) - Number(b.isSuccess));
      const row = t.expect('errors.action-not-pending.claimed');
      const rows = await settledRows(t, asked, ...both);

      row.failsWith(loser as Answer, ...rows);
      if (!other?.isSuccess) row.failsWith(other as Answer, ...rows);
    },
  }),

  check({
    id: 'interactions.cancelled-turn.answer',
    requirements: ['interactions.cancelled-turn.refused'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      t.given(await cancel(t, asked.stream.chatId));
      const end = await finish(t, asked.stream);
      t.assume(end?.type === 'message.cancelled', 'the turn was not cancelled');
      const { action, body } = asked.reply;
      const late = await t.main.act(asked.stream.chatId, action, body);
      t.expect('interactions.cancelled-turn.refused').isNoSuccess(late);
    },
  }),
];

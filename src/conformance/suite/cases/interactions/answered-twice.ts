import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';
import { finish, repeatsResults } from '../../check-kit/turns.ts';
import { raiseTwo } from '../../check-kit/two-interactions.ts';

/** The content of the turn when all tools are approved, or all refused. */
async function contentAfter(t: CheckContext, approved: boolean): Promise<unknown> {
  const asked = await raise(t, 'tool_approval', 'tool_approval', { approved });
  t.requireSuccess(await answer(t, asked));
  return (await finish(t, asked.stream, { approved }))?.data.content;
}

/** An interaction accepts no answer after the first one, or after its turn was cancelled (section 3.2). */
export const answeredTwiceChecks = [
  check({
    id: 'interactions.resolved.other-answer',
    requirements: [R['interactions.resolved.first-answer-stands']],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const decisions = asked.reply.body.decisions as readonly object[];
      t.requireSuccess(await answer(t, asked));
      const second = await answer(t, asked, {
        decisions: decisions.map((decision) => ({ ...decision, approved: false })),
      });
      const claim = t.expect('interactions.resolved.first-answer-stands');
      claim.isNoSuccess(second);
      const end = await finish(t, asked.stream);
      claim.isTrue(asked.stream, end?.type !== 'message.cancelled', 'a turn that continues', end?.type);
      if (!repeatsResults(t.scenario('tool_approval'))) return;
      const [approved, refused] = await Promise.all([contentAfter(t, true), contentAfter(t, false)]);
      t.require(approved !== refused, 'the answer does not show whether the tool ran');
      claim.isTrue(
        asked.stream,
        end?.data.content !== refused,
        'content that differs from that of a turn whose call was refused',
        end?.data.content,
      );
    },
  }),

  check({
    id: 'interactions.resolved.second-answer-while-running',
    requirements: [R['interactions.resolved.second-answer-refused'], R['errors.action-not-pending.answer']],
    arranges: ['answered-interaction'],
    needs: ['scenario:agents_two_actions'],
    async run(t) {
      const [asked] = await raiseTwo(t);
      t.requireSuccess(await answer(t, asked));
      // The turn still waits for the other answer, so it has not ended, and 404 would be wrong.
      for (let attempt = 2; attempt <= 4; attempt += 1)
        t.expect('interactions.resolved.second-answer-refused', 'errors.action-not-pending.answer').failsWith(
          await answer(t, asked),
          'action-not-pending',
        );
    },
  }),
];

import { check } from '../../check-kit/check.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';
import { finish } from '../../check-kit/turns.ts';

/** Nothing is asked of a target between here and the expiry, whose edge is open. */
const WELL_WITHIN = 30_000;
const WELL_AFTER = 130_000;

/** The 110 seconds of an interaction (sections 3.2 and 8). */
export const expiryChecks = [
  check({
    id: 'interactions.expiry.in-time',
    requirements: ['interactions.expiry.answer-in-time'],
    needs: ['scenario:tool_approval'],
    waits: WELL_WITHIN,
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      await t.wait(WELL_WITHIN);
      t.expect('interactions.expiry.answer-in-time').succeeds(await answer(t, asked));
    },
  }),

  check({
    id: 'interactions.expiry.too-late',
    requirements: [
      'interactions.expiry.after-110-seconds',
      'interactions.expiry.not-found',
      'interactions.expiry.turn-ends',
      'errors.action-not-found.expired',
    ],
    needs: ['scenario:tool_approval', 'wait:110s'],
    waits: WELL_AFTER,
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      await t.wait(WELL_AFTER);
      const { action, body } = asked.reply;
      const late = await t.main.act(asked.stream.chatId, action, body);

      t.expect('interactions.expiry.after-110-seconds').isNoSuccess(late);
      t.expect('interactions.expiry.not-found', 'errors.action-not-found.expired').failsWith(
        late,
        'action-not-found',
      );
      const end = await finish(t, asked.stream);
      t.expect('interactions.expiry.turn-ends').holds(
        asked.stream,
        end !== undefined,
        'a terminal event',
        end?.type,
      );
    },
  }),
];

import { check, R } from '../../check-kit/check.ts';
import { answer, raise } from '../../check-kit/interaction-replies.ts';
import { callsOf, composeTurn, scriptOf } from '../../check-kit/scripted-turn.ts';
import { finish, isScripted, nextMove } from '../../check-kit/turns.ts';

/** The effects of doing without a connection (section 4.4). */
export const cancelAuthChecks = [
  check({
    id: 'interactions.cancel-auth.unblocks',
    requirements: [
      R['interactions.cancel-auth.unblocks'],
      R['interactions.cancel-auth.goes-on-without-tool'],
    ],
    needs: ['scenario:auth_required'],
    async run(t) {
      const asked = await raise(t, 'auth_required', 'auth_required');
      const { stream } = asked;
      t.requireSuccess(await answer(t, asked));
      const moved = await nextMove(t, stream);
      t.expect('interactions.cancel-auth.unblocks').isTrue(
        stream,
        moved !== undefined,
        'a turn that continues',
        'the turn stalled',
      );
      await finish(t, stream);
      t.require(stream.terminal?.type !== 'message.error', 'the turn failed');
      t.expect('interactions.cancel-auth.goes-on-without-tool').isTrue(
        stream,
        stream.terminal?.type === 'message.completed',
        'a turn that completes',
        stream.terminal?.type,
      );
    },
  }),

  check({
    id: 'interactions.cancel-auth.beside-tool',
    requirements: [
      R['interactions.cancel-auth.goes-on-without-tool'],
      R['interactions.approve-tool.approved-runs'],
    ],
    needs: ['scenario:auth_required', 'scenario:tool_approval'],
    async run(t) {
      const calls = [...callsOf(scriptOf(t, 'auth_required')), ...callsOf(scriptOf(t, 'tool_approval'))];
      const turn = {
        ...composeTurn(t, 'auth_required', 'tool_approval'),
        content: composeTurn(t, [{ call: calls }, { echo: 'results' }]).content,
      };
      const ended = await Promise.all(
        [true, false].map(async (approved) => {
          const stream = await t.open(turn);
          const end = await finish(t, stream, { approved });
          return { stream, end };
        }),
      );
      const [approved, refused] = ended.map(({ end }) => end);
      const { stream } = ended[0] as (typeof ended)[number];
      t.require(
        ended.every(({ stream: { events } }) => events.some(({ data }) => data.kind === 'tool_approval')),
        'the turn did not ask to approve its call',
      );
      t.require(approved?.type !== 'message.error', 'the turn failed');
      t.expect('interactions.cancel-auth.goes-on-without-tool').equals(
        stream,
        approved?.type,
        'message.completed',
      );
      if (refused?.type !== 'message.completed') return;
      t.expect('interactions.approve-tool.approved-runs').isTrue(
        stream,
        approved?.data.content !== refused.data.content,
        'content that differs from that of a turn whose call was refused',
        refused.data.content,
      );
    },
  }),

  check({
    id: 'interactions.cancel-auth.connects-nothing',
    requirements: [R['interactions.cancel-auth.connects-nothing']],
    needs: ['scenario:auth_required'],
    // A service that connects would not ask again after any check has declined.
    isFirst: true,
    async run(t) {
      const asked = await raise(t, 'auth_required', 'auth_required');
      t.requireSuccess(await answer(t, asked));
      await finish(t, asked.stream);
      const later = await t.open(t.scenario('auth_required'));
      const event = await later.until('message.action_required', 'message.completed', 'message.error');
      const asksAgain = event?.data.kind === 'auth_required';
      const isSure = event?.type === 'message.completed' && isScripted(t.scenario('auth_required'));
      t.require(asksAgain || isSure, 'the later turn did not reach its tool');
      t.expect('interactions.cancel-auth.connects-nothing').isTrue(
        later,
        asksAgain,
        'auth_required again in a later turn',
        event?.type,
      );
    },
  }),
];

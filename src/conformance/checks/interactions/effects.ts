import { check } from '../../check-kit/check.ts';
import { answer, raise, toolsOf } from '../../check-kit/interaction-replies.ts';
import { finish, isScripted, nextMove, repeatsResults } from '../../check-kit/turns.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { type JsonObject, objectsIn } from '../../judge/json.ts';

/** Everything that the stream said of the turn's steps, also of one step several times. */
function stepsOf({ events }: LiveStream): readonly JsonObject[] {
  return events.flatMap(({ data }) => objectsIn(data.steps));
}

/** Whether a step is about a call. One that names no calls may be (`tool_calls` is optional). */
function mayBeAbout(step: JsonObject, call: JsonObject): boolean {
  if (!Array.isArray(step.tool_calls)) return true;
  return objectsIn(step.tool_calls).some(
    ({ tool_use_id, name }) => tool_use_id === call.tool_use_id || name === call.name,
  );
}

/** What the answers bring about in the turn (section 4.4). */
export const effectChecks = [
  check({
    id: 'interactions.approve-tool.approved-runs',
    requirements: ['interactions.approve-tool.approved-runs'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const { stream } = asked;
      const row = t.expect('interactions.approve-tool.approved-runs');
      row.succeeds(await answer(t, asked));
      const end = await finish(t, stream);
      t.assume(end?.type !== 'message.error', 'the turn failed');
      row.holds(stream, end?.type === 'message.completed', 'a turn that completes', end?.type);
      const steps = stepsOf(stream);
      for (const call of toolsOf(asked.asked)) {
        const isShown = steps.some((step) => mayBeAbout(step, call));
        row.holds(stream, isShown, 'a step about the call', steps.length);
      }
    },
  }),

  check({
    id: 'interactions.approve-tool.refused-skips',
    requirements: ['interactions.approve-tool.refused-skips', 'interactions.approve-tool.approved'],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const [asked, approved] = await Promise.all([
        raise(t, 'tool_approval', 'tool_approval', { approved: false }),
        raise(t, 'tool_approval', 'tool_approval'),
      ]);
      t.expect('interactions.approve-tool.approved').succeeds(await answer(t, asked));
      const row = t.expect('interactions.approve-tool.refused-skips');
      const end = await finish(t, asked.stream, { approved: false });
      row.holds(asked.stream, end !== undefined, 'a turn that goes on', 'it stands still');
      t.given(await answer(t, approved));
      const other = await finish(t, approved.stream);
      if (!repeatsResults(t.scenario('tool_approval')) || other?.type !== 'message.completed') return;
      row.holds(
        asked.stream,
        end?.data.content !== other.data.content,
        'another answer than when the call is approved',
        end?.data.content,
      );
    },
  }),

  check({
    id: 'interactions.approve-tool.two-tools',
    requirements: ['interactions.approve-tool.one-decision-each', 'interactions.approve-tool.tool-use-id'],
    needs: ['scenario:tool_approval_two_tools'],
    async run(t) {
      const asked = await raise(t, 'tool_approval_two_tools', 'tool_approval');
      t.assume(toolsOf(asked.asked).length > 1, 'the turn asked for one tool only');
      t.expect(
        'interactions.approve-tool.one-decision-each',
        'interactions.approve-tool.tool-use-id',
      ).succeeds(await answer(t, asked));
    },
  }),

  ...['approve', 'reject'].map((action) =>
    check({
      id: `interactions.respond-plan.${action}`,
      requirements: ['interactions.respond-plan.action'],
      needs: ['scenario:plan'],
      async run(t) {
        const asked = await raise(t, 'plan', 'plan_approval');
        t.expect('interactions.respond-plan.action').succeeds(await answer(t, asked, { action }));
      },
    }),
  ),

  check({
    id: 'interactions.respond-elicitation.accept',
    requirements: [
      'interactions.respond-elicitation.action',
      'interactions.respond-elicitation.content',
      'interactions.respond-elicitation.accept-answers',
    ],
    needs: ['scenario:elicitation'],
    async run(t) {
      const word = `word-${t.freshId().slice(0, 8)}`;
      const asked = await raise(t, 'elicitation', 'elicitation', { word });
      t.expect(
        'interactions.respond-elicitation.action',
        'interactions.respond-elicitation.content',
        'interactions.respond-elicitation.accept-answers',
      ).succeeds(await answer(t, asked));
      const row = t.expect('interactions.respond-elicitation.accept-answers');
      const end = await finish(t, asked.stream);
      row.holds(asked.stream, end !== undefined, 'a turn that goes on', 'it stands still');
      const isWritten = Object.values(asked.reply.body.content as object).includes(word);
      if (!isWritten || !repeatsResults(t.scenario('elicitation')) || end?.type !== 'message.completed')
        return;
      const { content } = end.data;
      row.holds(asked.stream, String(content).includes(word), `an answer that repeats ${word}`, content);
    },
  }),

  check({
    id: 'interactions.respond-elicitation.decline',
    requirements: [
      'interactions.respond-elicitation.action',
      'interactions.respond-elicitation.decline-refuses',
      'interactions.respond-elicitation.others-need-none',
    ],
    needs: ['scenario:elicitation'],
    async run(t) {
      const asked = await raise(t, 'elicitation', 'elicitation');
      t.expect(
        'interactions.respond-elicitation.action',
        'interactions.respond-elicitation.decline-refuses',
        'interactions.respond-elicitation.others-need-none',
      ).succeeds(await answer(t, asked, { action: 'decline', content: undefined }));
      const moved = await nextMove(t, asked.stream);
      t.expect('interactions.respond-elicitation.decline-refuses').holds(
        asked.stream,
        moved !== undefined,
        'a turn that goes on',
        'it stands still',
      );
    },
  }),

  check({
    id: 'interactions.respond-elicitation.cancel',
    requirements: [
      'interactions.respond-elicitation.action',
      'interactions.respond-elicitation.cancel-aborts',
      'interactions.respond-elicitation.others-need-none',
    ],
    needs: ['scenario:elicitation'],
    async run(t) {
      const asked = await raise(t, 'elicitation', 'elicitation');
      t.expect(
        'interactions.respond-elicitation.action',
        'interactions.respond-elicitation.cancel-aborts',
        'interactions.respond-elicitation.others-need-none',
      ).succeeds(await answer(t, asked, { action: 'cancel', content: undefined }));
      const end = await finish(t, asked.stream);
      t.expect('interactions.respond-elicitation.cancel-aborts').holds(
        asked.stream,
        end !== undefined && end.type !== 'message.cancelled',
        'a turn that goes on',
        end?.type,
      );
    },
  }),

  check({
    id: 'interactions.cancel-auth.unblocks',
    requirements: ['interactions.cancel-auth.unblocks', 'interactions.cancel-auth.goes-on-without-tool'],
    needs: ['scenario:auth_required'],
    async run(t) {
      const asked = await raise(t, 'auth_required', 'auth_required');
      const { stream } = asked;
      t.given(await answer(t, asked));
      const moved = await nextMove(t, stream);
      t.expect('interactions.cancel-auth.unblocks').holds(
        stream,
        moved !== undefined,
        'a turn that moves again',
        'it stands still',
      );
      if (!stream.terminal) await finish(t, stream);
      t.assume(stream.terminal?.type !== 'message.error', 'the turn failed');
      t.expect('interactions.cancel-auth.goes-on-without-tool').holds(
        stream,
        stream.terminal?.type === 'message.completed',
        'a turn that completes',
        stream.terminal?.type,
      );
    },
  }),

  check({
    id: 'interactions.cancel-auth.connects-nothing',
    requirements: ['interactions.cancel-auth.connects-nothing'],
    needs: ['scenario:auth_required'],
    async run(t) {
      const asked = await raise(t, 'auth_required', 'auth_required');
      t.given(await answer(t, asked));
      await finish(t, asked.stream);
      const later = await t.open(t.scenario('auth_required'));
      const event = await later.until('message.action_required', 'message.completed', 'message.error');
      const asksAgain = event?.data.kind === 'auth_required';
      const isSure = event?.type === 'message.completed' && isScripted(t.scenario('auth_required'));
      t.assume(asksAgain || isSure, 'the later turn did not come to its tool');
      t.expect('interactions.cancel-auth.connects-nothing').holds(
        later,
        asksAgain,
        'a later turn that asks again',
        event?.type,
      );
    },
  }),
];

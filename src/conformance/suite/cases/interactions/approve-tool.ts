import type { LiveStream } from '../../../drive/live-stream.ts';
import { type JsonObject, objectsIn } from '../../../judge/json.ts';
import { check, R } from '../../check-kit/check.ts';
import { answer, raise, toolsOf } from '../../check-kit/interaction-replies.ts';
import { finish, repeatsResults } from '../../check-kit/turns.ts';

/** Every version of every step that the stream showed. */
function stepsOf({ events }: LiveStream): readonly JsonObject[] {
  return events.flatMap(({ data }) => objectsIn(data.steps));
}

/** Whether a step can be about a tool call. A step without calls can be, since `tool_calls` is optional. */
function mayBeAbout(step: JsonObject, call: JsonObject): boolean {
  if (!Array.isArray(step.tool_calls)) return true;
  return objectsIn(step.tool_calls).some(
    ({ tool_use_id, name }) => tool_use_id === call.tool_use_id || name === call.name,
  );
}

/** The effects of decisions about tools (section 4.4). */
export const approveToolChecks = [
  check({
    id: 'interactions.approve-tool.approved-runs',
    requirements: [R['interactions.approve-tool.approved-runs']],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const asked = await raise(t, 'tool_approval', 'tool_approval');
      const { stream } = asked;
      const claim = t.expect('interactions.approve-tool.approved-runs');
      claim.succeeds(await answer(t, asked));
      const end = await finish(t, stream);
      t.require(end?.type !== 'message.error', 'the turn failed');
      claim.isTrue(stream, end?.type === 'message.completed', 'a turn that completes', end?.type);
      const steps = stepsOf(stream);
      for (const call of toolsOf(asked.asked)) {
        const isShown = steps.some((step) => mayBeAbout(step, call));
        claim.isTrue(stream, isShown, 'a step about the tool call', steps.length);
      }
    },
  }),

  check({
    id: 'interactions.approve-tool.refused-skips',
    situations: [{ probe: 'refused tool' }],
    requirements: [R['interactions.approve-tool.refused-skips'], R['interactions.approve-tool.approved']],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const [asked, approved] = await Promise.all([
        raise(t, 'tool_approval', 'tool_approval', { approved: false }),
        raise(t, 'tool_approval', 'tool_approval'),
      ]);
      t.expect('interactions.approve-tool.approved').succeeds(await answer(t, asked));
      const claim = t.expect('interactions.approve-tool.refused-skips');
      const end = await finish(t, asked.stream, { approved: false });
      claim.isTrue(asked.stream, end !== undefined, 'a turn that continues', 'the turn stalled');
      t.requireSuccess(await answer(t, approved));
      const other = await finish(t, approved.stream);
      if (!repeatsResults(t.scenario('tool_approval')) || other?.type !== 'message.completed') return;
      claim.isTrue(
        asked.stream,
        end?.data.content !== other.data.content,
        'content that differs from that of a turn whose call was approved',
        end?.data.content,
      );
    },
  }),

  check({
    id: 'interactions.approve-tool.two-tools',
    requirements: [
      R['interactions.approve-tool.one-decision-each'],
      R['interactions.approve-tool.tool-use-id'],
    ],
    needs: ['scenario:tool_approval_two_tools'],
    async run(t) {
      const asked = await raise(t, 'tool_approval_two_tools', 'tool_approval');
      t.skipIf(toolsOf(asked.asked).length < 2, 'the turn asks for one tool at a time');
      t.expect(
        'interactions.approve-tool.one-decision-each',
        'interactions.approve-tool.tool-use-id',
      ).succeeds(await answer(t, asked));
      // The judge compares the two calls in the steps with the listing.
      await finish(t, asked.stream);
      await t.main.history(asked.stream.chatId);
    },
  }),
];

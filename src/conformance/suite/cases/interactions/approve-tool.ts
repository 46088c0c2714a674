import type { Need } from '../../../../../generated/ids.d.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { type JsonObject, objectsIn } from '../../../judge/json.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { answer, askedFor, raise, requireCalls, toolsOf } from '../../check-kit/interaction-replies.ts';
import {
  askingActOf,
  callsOf,
  composeTurn,
  scriptOf,
  toldByTasks,
  withScript,
} from '../../check-kit/scripted-turn.ts';
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

/** A turn that asks to approve two tools at once. */
interface TwoTools {
  /** Last part of the ids of checks. */
  readonly name: string;
  readonly needs: readonly Need[];
  /**
   * The part of the turn's content that comes from the task that calls the tools. A task's answer may not reach the model that delegated
   * it.
   */
  readonly says?: string;
  turnOf(t: CheckContext): Turn;
}

/** How many calls of the same tool a turn asks to approve at once. */
const SAME = 4;

const TASK_ENDS = ' So the task ends.';

const TWO_TOOLS: readonly TwoTools[] = [
  { name: '', needs: [], turnOf: (t) => t.scenario('tool_approval_two_tools') },
  {
    name: '.in-task',
    needs: ['scenario:agents_with_tool_approval'],
    says: TASK_ENDS,
    turnOf(t) {
      const asking = askingActOf(scriptOf(t, 'tool_approval_two_tools'));
      return withScript(composeTurn(t, 'tool_approval_two_tools', 'agents_with_tool_approval'), () =>
        toldByTasks(scriptOf(t, 'agents_with_tool_approval'), [
          asking,
          { echo: 'results' },
          { say: TASK_ENDS },
        ]),
      );
    },
  },
];

interface Decided {
  readonly turn: Turn;
  /** The decisions about the two tools, in the order of the payload. */
  readonly approvals: readonly boolean[];
  readonly isReversed?: boolean;
  readonly says?: string | undefined;
}

/** The content of a turn after these decisions about its two tools. Undefined if a refusal ended the turn or its task. */
async function contentAfter(t: CheckContext, { turn, approvals, isReversed, says = '' }: Decided) {
  const asked = askedFor(await t.raise(turn), 'tool_approval');
  const calls = toolsOf(asked.asked);
  await requireCalls(t, asked, approvals.length);
  const decisions = calls.map(({ tool_use_id }, at) => ({ tool_use_id, approved: approvals[at] }));
  t.requireSuccess(await answer(t, asked, { decisions: isReversed ? decisions.reverse() : decisions }));
  const end = await finish(t, asked.stream);
  // The judge compares the steps of the calls with the listing.
  await t.main.history(asked.stream.chatId);
  const isShown = end?.type === 'message.completed' && String(end.data.content).includes(says);
  return { source: asked.stream, content: isShown ? end.data.content : undefined };
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

  ...TWO_TOOLS.map(({ name, needs, turnOf, says }) =>
    check({
      id: `interactions.approve-tool.decision-of-tool${name}`,
      requirements: [
        R['interactions.approve-tool.tool-use-id'],
        R['interactions.approve-tool.one-decision-each'],
      ],
      needs: ['scenario:tool_approval_two_tools', ...needs],
      async run(t) {
        t.skipIf(
          !repeatsResults(t.scenario('tool_approval_two_tools')),
          'the turn does not repeat its results',
        );
        const turn = turnOf(t);
        const firstOnly = await contentAfter(t, { turn, says, approvals: [true, false] });
        const secondOnly = await contentAfter(t, { turn, says, approvals: [false, true] });
        const both = await contentAfter(t, { turn, says, approvals: [true, true] });
        t.require(says !== undefined || both.content !== undefined, 'the turn did not complete');
        t.skipIf(
          [firstOnly, secondOnly, both].some(({ content }) => content === undefined),
          'the turn does not complete, or does not repeat what its task says',
        );
        const claim = t.expect(
          'interactions.approve-tool.tool-use-id',
          'interactions.approve-tool.one-decision-each',
        );
        for (const { source, content } of [firstOnly, secondOnly])
          claim.isTrue(
            source,
            content !== both.content,
            'content that differs from that of two approved calls',
            content,
          );
        claim.isTrue(
          secondOnly.source,
          secondOnly.content !== firstOnly.content,
          'content by the decisions of the calls',
          secondOnly.content,
        );
        // A decision belongs to the call that it names, wherever it appears in the list.
        const reversed = await contentAfter(t, { turn, says, approvals: [true, false], isReversed: true });
        claim.isTrue(
          reversed.source,
          reversed.content !== secondOnly.content,
          'content by the decisions of the calls, in whatever order they are sent',
          reversed.content,
        );
      },
    }),
  ),

  check({
    id: 'interactions.approve-tool.decision-of-call',
    requirements: [
      R['interactions.approve-tool.tool-use-id'],
      R['interactions.approve-tool.one-decision-each'],
    ],
    needs: ['scenario:tool_approval'],
    async run(t) {
      t.skipIf(!repeatsResults(t.scenario('tool_approval')), 'the turn does not repeat its results');
      const turn = withScript(t.scenario('tool_approval'), (script) => {
        const [one] = callsOf(script);
        return one ? [{ call: Array.from({ length: SAME }, () => one) }, { echo: 'results' }] : script;
      });
      const asked = await t.raise(turn);
      t.skipIf(toolsOf(asked.asked).length !== SAME, 'the turn does not ask for all calls of a tool at once');
      const decide = (isApproved: (at: number) => boolean) =>
        contentAfter(t, { turn, approvals: Array.from({ length: SAME }, (_, at) => isApproved(at)) });
      const uniform = { all: await decide(() => true), none: await decide(() => false) };
      const single = [await decide((at) => at === 0), await decide((at) => at === SAME - 1)];
      t.skipIf(
        [...single, uniform.all, uniform.none].some(({ content }) => content === undefined),
        'a turn whose tool is refused does not complete',
      );
      const claim = t.expect(
        'interactions.approve-tool.tool-use-id',
        'interactions.approve-tool.one-decision-each',
      );
      for (const { source, content } of single)
        for (const [name, other] of Object.entries(uniform)) {
          const expected = `content that differs from that of a turn in which ${name} of the calls were approved`;
          claim.isTrue(source, content !== other.content, expected, content);
        }
    },
  }),
];

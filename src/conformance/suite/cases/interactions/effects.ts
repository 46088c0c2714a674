import type { Need } from '../../../../../generated/ids.d.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { type JsonObject, objectsIn } from '../../../judge/json.ts';
import { check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { answer, askedFor, raise, toolsOf } from '../../check-kit/interaction-replies.ts';
import {
  askingActOf,
  callsOf,
  composeTurn,
  scriptOf,
  toldByTasks,
  withScript,
} from '../../check-kit/scripted-turn.ts';
import { finish, isScripted, nextMove, repeatsResults } from '../../check-kit/turns.ts';

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
  t.require(calls.length === approvals.length, 'the turn did not ask for two tools at once');
  const decisions = calls.map(({ tool_use_id }, at) => ({ tool_use_id, approved: approvals[at] }));
  t.requireSuccess(await answer(t, asked, { decisions: isReversed ? decisions.reverse() : decisions }));
  const end = await finish(t, asked.stream);
  // The judge compares the steps of the calls with the listing.
  await t.main.history(asked.stream.chatId);
  const isShown = end?.type === 'message.completed' && String(end.data.content).includes(says);
  return { source: asked.stream, content: isShown ? end.data.content : undefined };
}

/** The effects of answers on the turn (section 4.4). */
export const effectChecks = [
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
      t.require(toolsOf(asked.asked).length > 1, 'the turn asked for only one tool');
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
        return one ? [{ call: [one, one] }, { echo: 'results' }] : script;
      });
      const asked = await t.raise(turn);
      t.skipIf(toolsOf(asked.asked).length !== 2, 'the turn does not ask for the same tool twice');
      const [first, both, none] = [
        await contentAfter(t, { turn, approvals: [true, false] }),
        await contentAfter(t, { turn, approvals: [true, true] }),
        await contentAfter(t, { turn, approvals: [false, false] }),
      ] as const;
      t.skipIf(
        [first, both, none].some(({ content }) => content === undefined),
        'a turn whose tool is refused does not complete',
      );
      const claim = t.expect(
        'interactions.approve-tool.tool-use-id',
        'interactions.approve-tool.one-decision-each',
      );
      for (const [other, name] of [
        [both, 'two approved calls'],
        [none, 'two refused calls'],
      ] as const)
        claim.isTrue(
          first.source,
          first.content !== other.content,
          `content that differs from that of ${name} of the same tool`,
          first.content,
        );
    },
  }),

  check({
    id: 'interactions.respond-elicitation.decline-drops-content',
    requirements: [R['interactions.respond-elicitation.decline-refuses']],
    needs: ['scenario:elicitation'],
    async run(t) {
      for (const action of ['decline', 'cancel']) {
        const word = `word-${t.freshId().slice(0, 8)}`;
        const asked = await raise(t, 'elicitation', 'elicitation', { word });
        const sent = await answer(t, asked, { action });
        // The service may refuse content together with these actions.
        if (!sent.isSuccess) continue;
        const end = await finish(t, asked.stream);
        t.expect('interactions.respond-elicitation.decline-refuses').isTrue(
          asked.stream,
          !String(end?.data.content).includes(word),
          'a turn that continues without the content',
          end?.data.content,
          '/content',
        );
      }
    },
  }),

  check({
    id: 'interactions.respond-elicitation.cancel-told',
    requirements: [R['interactions.respond-elicitation.cancel-aborts']],
    needs: ['scenario:elicitation'],
    async run(t) {
      const turn = t.scenario('elicitation');
      t.skipIf(!repeatsResults(turn), 'the turn does not repeat its results');
      const repeat = async (action: string) => {
        const asked = await raise(t, 'elicitation', 'elicitation');
        t.requireSuccess(await answer(t, asked, { action, content: undefined }));
        const end = await finish(t, asked.stream);
        return { source: asked.stream, content: String(end?.data.content) };
      };
      const declined = await repeat('decline');
      t.skipIf(!declined.content.includes('decline'), 'the results do not name the action');
      const { source, content } = await repeat('cancel');
      t.expect('interactions.respond-elicitation.cancel-aborts').isTrue(
        source,
        !content.includes('decline'),
        'a connector that does not take it for a refusal',
        content,
        '/content',
      );
    },
  }),

  ...['approve', 'reject'].map((action) =>
    check({
      id: `interactions.respond-plan.${action}`,
      requirements: [R['interactions.respond-plan.action']],
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
      R['interactions.respond-elicitation.action'],
      R['interactions.respond-elicitation.content'],
      R['interactions.respond-elicitation.accept-answers'],
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
      const claim = t.expect('interactions.respond-elicitation.accept-answers');
      const end = await finish(t, asked.stream);
      claim.isTrue(asked.stream, end !== undefined, 'a turn that continues', 'the turn stalled');
      const written = Object.values(asked.reply.body.content as object).filter(
        (text) => text === word,
      ).length;
      if (!repeatsResults(t.scenario('elicitation')) || end?.type !== 'message.completed') return;
      const { content } = end.data;
      const told = String(content).split(word).length - 1;
      claim.isTrue(asked.stream, told >= written, `content that contains ${word} ${written} times`, content);
    },
  }),

  check({
    id: 'interactions.respond-elicitation.decline',
    requirements: [
      R['interactions.respond-elicitation.action'],
      R['interactions.respond-elicitation.decline-refuses'],
      R['interactions.respond-elicitation.others-need-none'],
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
      t.expect('interactions.respond-elicitation.decline-refuses').isTrue(
        asked.stream,
        moved !== undefined,
        'a turn that continues',
        'the turn stalled',
      );
    },
  }),

  check({
    id: 'interactions.respond-elicitation.cancel',
    requirements: [
      R['interactions.respond-elicitation.action'],
      R['interactions.respond-elicitation.cancel-aborts'],
      R['interactions.respond-elicitation.others-need-none'],
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
      t.expect('interactions.respond-elicitation.cancel-aborts').isTrue(
        asked.stream,
        end !== undefined && end.type !== 'message.cancelled',
        'a turn that continues',
        end?.type,
      );
    },
  }),

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
      if (!stream.terminal) await finish(t, stream);
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

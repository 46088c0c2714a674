import type { Need } from '../../../../../generated/ids.d.ts';
import type { Turn } from '../../../drive/actor.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import {
  type Asked,
  answer,
  nextAsked,
  raise,
  requireCalls,
  toolsOf,
} from '../../check-kit/interaction-replies.ts';
import {
  askingActOf,
  callsOf,
  composeTurn,
  scriptOf,
  toldByTasks,
  withScript,
} from '../../check-kit/scripted-turn.ts';
import { finish, repeatsResults } from '../../check-kit/turns.ts';

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
  /** Whether the turn asks for both tools twice, in a chat whose earlier turns did so too. */
  readonly isLater?: boolean;
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
  {
    name: '.later',
    needs: [],
    isLater: true,
    turnOf: (t) =>
      withScript(t.scenario('tool_approval_two_tools'), (script) => [askingActOf(script), ...script]),
  },
];

/** The results of decisions about calls. */
const DECIDED = [
  R['interactions.approve-tool.tool-use-id'],
  R['interactions.approve-tool.one-decision-each'],
] as const;

interface Decided {
  readonly turn: Turn;
  /** The chat whose earlier turns asked the same, if what counts is the second question of a turn. */
  readonly laterIn?: string | undefined;
  /** The decisions about the two tools, in the order of the payload. */
  readonly approvals: readonly boolean[];
  readonly isReversed?: boolean;
  readonly says?: string | undefined;
}

/** The content of a turn after these decisions about its two tools. Undefined if a refusal ended the turn or its task. */
async function contentAfter(t: CheckContext, { turn, laterIn, approvals, isReversed, says = '' }: Decided) {
  const asked =
    laterIn === undefined
      ? await raise(t, turn, 'tool_approval')
      : await askedLater(t, turn, laterIn, approvals.length);
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

/** The second question of a turn, whose first is answered with yes. @throws NothingToSee when the service remembers an answer */
async function askedLater(t: CheckContext, turn: Turn, chatId: string, count: number): Promise<Asked> {
  const stream = await t.open(turn, { chatId });
  const next = async () => {
    const asked = await nextAsked(t, stream, 'tool_approval');
    t.skipIf(asked === undefined, 'the turn asks less often in a chat that has asked before');
    return asked as Asked;
  };
  const first = await next();
  await requireCalls(t, first, count);
  t.requireSuccess(await answer(t, first));
  return next();
}

/**
 * What a turn says that makes one of the calls, for each call. Empty if a turn that makes both does not say the same.
 *
 * @param both what that turn says
 */
async function resultsAlone(t: CheckContext, both: unknown): Promise<readonly string[]> {
  const scenario = t.scenario('tool_approval_two_tools');
  const results: string[] = [];
  for (const call of callsOf(scriptOf(t, 'tool_approval_two_tools'))) {
    const turn = withScript(scenario, () => [{ call }, { echo: 'results' }]);
    results.push(String((await contentAfter(t, { turn, approvals: [true] })).content).trim());
  }
  const isApart = results.every((one, at) => !results.some((other, of) => of !== at && other.includes(one)));
  return isApart && results.every((result) => String(both).includes(result)) ? results : [];
}

/** Each decision counts for the call that it names, and for no other one (section 4.4). */
export const toolDecisionChecks: readonly Check[] = [
  ...TWO_TOOLS.map(({ name, needs, turnOf, says, isLater }) =>
    check({
      id: `interactions.approve-tool.decision-of-tool${name}`,
      requirements: DECIDED,
      needs: ['scenario:tool_approval_two_tools', ...needs],
      async run(t) {
        t.skipIf(
          !repeatsResults(t.scenario('tool_approval_two_tools')),
          'the turn does not repeat its results',
        );
        const turn = turnOf(t);
        const laterIn = isLater ? t.freshId() : undefined;
        const firstOnly = await contentAfter(t, { turn, laterIn, says, approvals: [true, false] });
        const secondOnly = await contentAfter(t, { turn, laterIn, says, approvals: [false, true] });
        const both = await contentAfter(t, { turn, laterIn, says, approvals: [true, true] });
        t.require(says !== undefined || both.content !== undefined, 'the turn did not complete');
        t.skipIf(
          [firstOnly, secondOnly, both].some(({ content }) => content === undefined),
          'the turn does not complete, or does not repeat what its task says',
        );
        const claim = t.expect(...DECIDED);
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
        // A later question follows on the results of the first.
        const results = isLater ? [] : await resultsAlone(t, both.content);
        for (const [at, result] of results.entries())
          for (const [of, { source, content }] of [firstOnly, secondOnly].entries())
            claim.isTrue(
              source,
              String(content).includes(result) === (at === of),
              `content ${at === of ? 'with' : 'without'} the result ${result}`,
              content,
            );
        // A decision belongs to the call that it names, wherever it appears in the list.
        const reversed = await contentAfter(t, {
          turn,
          laterIn,
          says,
          approvals: [true, false],
          isReversed: true,
        });
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
    requirements: DECIDED,
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
      const single: Awaited<ReturnType<typeof decide>>[] = [];
      for (let one = 0; one < SAME; one += 1) single.push(await decide((at) => at === one));
      t.skipIf(
        [...single, uniform.all, uniform.none].some(({ content }) => content === undefined),
        'a turn whose tool is refused does not complete',
      );
      const claim = t.expect(...DECIDED);
      for (const { source, content } of single)
        for (const [name, other] of Object.entries(uniform)) {
          const expected = `content that differs from that of a turn in which ${name} of the calls were approved`;
          claim.isTrue(source, content !== other.content, expected, content);
        }
    },
  }),
];

import type { RequirementId, ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Script } from '../../../../rig/script/act.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { LiveEvent, LiveStream } from '../../../drive/live-stream.ts';
import { isTerminal } from '../../../judge/rules/event-names.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import {
  type InteractionKind,
  mayPrecede,
  type Reply,
  replyTo,
  respond,
} from '../../check-kit/interaction-replies.ts';
import { askingActOf, toldByTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { nextMove } from '../../check-kit/turns.ts';

/** Two interactions of one kind in sequence, raised by the turn itself or by an agent's task. */
interface Series {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly kind: InteractionKind;
  readonly scenario: ScenarioName;
  readonly requirements: readonly RequirementId[];
  /** Whether a task raises the interactions. */
  readonly inTask?: boolean;
}

const APPROVALS = [
  R['interactions.approve-tool.approved-runs'],
  R['interactions.approve-tool.refused-skips'],
] as const satisfies readonly RequirementId[];

const ANSWERS = [
  R['interactions.respond-elicitation.accept-answers'],
  R['interactions.respond-elicitation.decline-refuses'],
] as const satisfies readonly RequirementId[];

const SERIES: readonly Series[] = [
  { name: 'tool-approval', kind: 'tool_approval', scenario: 'tool_approval', requirements: APPROVALS },
  { name: 'elicitation', kind: 'elicitation', scenario: 'elicitation', requirements: ANSWERS },
  {
    name: 'task-tool-approval',
    kind: 'tool_approval',
    scenario: 'agents_with_tool_approval',
    requirements: APPROVALS,
    inTask: true,
  },
  {
    name: 'task-elicitation',
    kind: 'elicitation',
    scenario: 'agents_with_elicitation',
    requirements: ANSWERS,
    inTask: true,
  },
];

/** For each of the two interactions, whether the answer is yes. */
const PATTERNS: readonly (readonly boolean[])[] = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
];

/** The answer to each of two interactions has its own effect, whether the turn or a task asks (section 4.4). */
export const approvalSequenceChecks: readonly Check[] = SERIES.map((series) => {
  const { name, scenario, requirements } = series;
  return check({
    id: `interactions.series.${name}`,
    requirements,
    needs: [`scenario:${scenario}`],
    async run(t) {
      const ends: Played[] = [];
      for (const pattern of PATTERNS) ends.push(...(await play(t, series, pattern)));
      t.skipIf(ends.length < 2, 'the turns show no results');
      const claim = t.expect(...requirements);
      for (const [at, { stream, content, accepted, refused }] of ends.entries()) {
        for (const word of accepted)
          claim.isTrue(stream, content.includes(word), `content that contains ${word}`, content, '/content');
        for (const word of refused)
          claim.isTrue(stream, !content.includes(word), `content without ${word}`, content, '/content');
        const twin = ends.slice(0, at).find((other) => isTwin(other, ends[at] as Played, ends));
        claim.isTrue(
          stream,
          twin === undefined,
          'content that depends on the answer to each question',
          content,
          '/content',
        );
      }
    },
  });
});

/**
 * Whether two turns show the same although their interactions were answered differently. If the model learns nothing of a refusal,
 * turns with the same number of approvals may look alike.
 */
function isTwin(one: Played, other: Played, all: readonly Played[]): boolean {
  if (one.shown !== other.shown) return false;
  const isSilent = all.some(({ yes, shown }) => yes === 0 && shown === SHOWN_MARK);
  return !isSilent || one.yes !== other.yes;
}

/** Replaces the mark in the content. */
const SHOWN_MARK = '…';

/** A turn whose interactions were answered, and what its content says about them. */
interface Played {
  readonly stream: LiveStream;
  /** How many interactions were answered with yes. */
  readonly yes: number;
  readonly content: string;
  /** The content, with the words that differ from turn to turn replaced. */
  readonly shown: string;
  /** The words in the accepted answers. */
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

/**
 * Runs a turn that asks twice and then repeats the results.
 *
 * @returns nothing when the turn does not show the results of its interactions
 * @throws NothingToSee when the script cannot be made to ask twice
 */
async function play(
  t: CheckContext,
  series: Series,
  pattern: readonly boolean[],
): Promise<readonly Played[]> {
  const mark = t.freshId();
  const words = pattern.map((_, at) => `word-${at + 1}-${t.freshId().slice(0, 8)}`);
  const stream = await t.open(asking(t, series, mark));
  let asked = 0;
  let event = await nextMove(t, stream);
  for (; event && !isTerminal(event.type); event = await nextMove(t, stream)) {
    if (event.type !== 'message.action_required') continue;
    if (mayPrecede(event, series.kind)) {
      t.requireSuccess(await respond(t, stream, event));
      continue;
    }
    t.require(event.data.kind === series.kind, `the turn asked for ${String(event.data.kind)}`);
    const { action, body } = replyOf(event, pattern[asked] ?? true, words[asked] ?? '');
    t.requireSuccess(await t.main.act(stream.chatId, action, body));
    asked += 1;
  }
  // The judge compares the end of the turn with the listing.
  await t.main.history(stream.chatId);
  const content = String(event?.data.content);
  t.skipIf(asked !== pattern.length, `the turn asked ${asked} times`);
  // A refusal may end the turn, and a task's answer may not reach the model that delegated it.
  if (event?.type !== 'message.completed' || !content.includes(mark)) return [];
  const told = series.kind === 'elicitation' ? words : [];
  return [
    {
      stream,
      content,
      yes: pattern.filter(Boolean).length,
      shown: words
        .reduce((text, word, at) => text.replaceAll(word, `${SHOWN_MARK}${at + 1}`), content)
        .replaceAll(mark, SHOWN_MARK)
        .trim(),
      accepted: told.filter((_, at) => pattern[at]),
      refused: told.filter((_, at) => !pattern[at]),
    },
  ];
}

/** The turn of a scenario, whose script asks twice, repeats the results, and says a mark. */
function asking(t: CheckContext, { scenario, inTask }: Series, mark: string): Turn {
  const results: Script = [{ echo: 'results' }, { say: ` ${mark}` }];
  return withScript(t.scenario(scenario), (script) => {
    const act = askingActOf(script);
    if (!inTask) return [act, act, ...results];
    return toldByTasks(script, [act, act, ...results]);
  });
}

/** A reply with yes or no. */
function replyOf(event: LiveEvent, isYes: boolean, word: string): Reply {
  const reply = replyTo(event, { approved: isYes, word }) as Reply;
  const isForm = event.data.kind === 'elicitation' && !isYes;
  return isForm ? { ...reply, body: { action_id: event.data.action_id, action: 'decline' } } : reply;
}

import type { ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Script } from '../../../../rig/script/act.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { objectsIn } from '../../../judge/json.ts';
import { isTerminal } from '../../../judge/rules/event-names.ts';
import { ANY_LINES } from '../../check-kit/any-text.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { attempt, isRun } from '../../check-kit/ended-turn.ts';
import { respond, toolsOf } from '../../check-kit/interaction-replies.ts';
import { actsRepeated, askingActOf, callsOf, scriptOf, withScript } from '../../check-kit/scripted-turn.ts';
import { SAME_RESULT } from '../../check-kit/send-rows.ts';
import { completedTurn, finish, nextMove } from '../../check-kit/turns.ts';

/*
 * The contract does not limit what a turn says and does, or how often its send is repeated. So a service with a lower limit loses something.
 * Small counts predict large ones.
 */

const FEW = 2;
/** Calls that a model makes at once. */
const CALLS = 12;
/** Calls that a model makes one after another. A service may end a turn that makes too many. */
const ROUNDS = 12;
const REPLAYS = 5;

const DONE = 'That was all of it.';
/** About fifty thousand characters without two equal lines. The prompt contains them, and must not be longer than 64,000. */
const LONG = `${Array.from({ length: 1900 }, (_, at) => `Line ${String(at).padStart(5, '0')} of the list.`).join('\n')}\n${DONE}`;

/** About five thousand characters that a service might damage, without two equal lines. */
const ODD_LINES = Array.from({ length: 45 }, (_, at) => `${at}. ${ANY_LINES}`);
const ODD = ODD_LINES.join('');
/** A part of an odd line in which nothing is odd, in characters. */
const BEGINNING = 5;
const SAYS = { one: { say: `One: ${ODD}`, pieces: 200 }, other: { say: `Other: ${ODD}`, pieces: 200 } };

/** What comes between two long texts in many pieces. */
interface Between {
  /** Last part of the ids of checks. */
  readonly name: string;
  readonly scenario: ScenarioName;
  readonly channel?: Channel;
  readonly waits?: number;
  /** Whether the answer loses the first text. */
  readonly isDiscarding?: boolean;
  acts(script: Script): Script;
}

const BETWEEN: readonly Between[] = [
  { name: 'blocking', scenario: 'silent_turn', channel: 'blocking', acts: () => [] },
  { name: 'pings', scenario: 'silent_turn', waits: 40_000, acts: () => [{ wait: 40 }] },
  { name: 'failover', scenario: 'failover', isDiscarding: true, acts: () => [{ failover: true }] },
  { name: 'approval', scenario: 'tool_approval', acts: (script) => [askingActOf(script)] },
];

/** Long texts in many pieces, with everything that may be lost between two pieces. The judge compares deltas, replays and listings. */
const piecesChecks: readonly Check[] = BETWEEN.map(
  ({ name, scenario, channel = 'streaming', waits, isDiscarding = false, acts }) =>
    check({
      id: `turns.many.pieces.${name}`,
      requirements: [R['messages.content.string']],
      needs: [`scenario:${scenario}`],
      ...(waits !== undefined && { waits }),
      async run(t) {
        const { one, other } = SAYS;
        const mode = channel === 'blocking' ? { permission_mode: 'auto' } : {};
        const turn = withScript(t.scenario(scenario, mode), (script) => [one, ...acts(script), other]);
        const sent = { chatId: t.freshId(), key: t.freshId() };
        const source = await attempt(t, channel, turn, sent);
        // Another provider need not take over, and in incognito mode a text may be masked.
        t.skipIf(isDiscarding && !isRun(source), 'no other provider takes over');
        const { content, anonymization } = await completedTurn(t, source);
        t.skipIf((anonymization ?? null) !== null, 'the company masks texts');
        const isSaid = ODD_LINES.some((line) => String(content).includes(line.slice(0, BEGINNING)));
        t.skipIf(!isSaid, 'the model does not say what the script says');
        for (const { say } of isDiscarding ? [other] : [one, other])
          t.expect('messages.content.string').isTrue(
            source,
            comparable(String(content)).includes(comparable(say.trim())),
            `the ${say.length} characters that the model says`,
            `${String(content).length} characters, in which ${firstDifference(String(content), say)}`,
            '/content',
          );
        await attempt(t, channel, turn, sent);
        await t.main.history(sent.chatId);
      },
    }),
);

/** Turns that do a lot (sections 2.3, 4.2 and 6). */
export const largeTurnChecks: readonly Check[] = [
  ...piecesChecks,

  check({
    id: 'turns.many.calls',
    requirements: [R['payloads.tool-approval.tools']],
    needs: ['scenario:tool_approval'],
    async run(t) {
      const [call] = callsOf(scriptOf(t, 'tool_approval'));
      if (!call) return t.skipIf(true, 'the script of tool_approval makes no call');
      const play = (count: number): Script => [
        { call: Array.from({ length: count }, () => call) },
        { echo: 'results' },
        { say: DONE },
      ];
      const few = await askedBy(t, play(FEW));
      t.skipIf(few.asked !== FEW, 'the service does not ask for each call');
      const { stream, asked, isRefused } = await askedBy(t, play(CALLS));
      const made = countResults(stream, few.stream);
      const isCut = asked < CALLS && made !== CALLS && !isRefused;
      t.skipIf(isCut, 'the service does not make so many calls');
      t.expect('payloads.tool-approval.tools').equals(stream, asked, CALLS, '/payload/tools');
    },
  }),

  check({
    id: 'turns.many.rounds',
    requirements: [R['stream.step.on-progress']],
    needs: ['scenario:tool_use'],
    async run(t) {
      const few = await shownCalls(t, FEW);
      t.skipIf(few.count === 0 || few.count % FEW !== 0, 'the steps do not show each call');
      const { stream, count } = await shownCalls(t, ROUNDS);
      const expected = (few.count / FEW) * ROUNDS;
      const made = countResults(stream, few.stream);
      t.skipIf(count < expected && made !== ROUNDS, 'the service does not make so many calls');
      t.expect('stream.step.on-progress').equals(stream, count, expected, '/steps');
    },
  }),

  ...CHANNELS.flatMap((channel) => [
    check({
      id: `turns.many.words.${channel}`,
      requirements: [R['messages.content.string'], SAME_RESULT[channel]],
      needs: ['scenario:silent_turn'],
      async run(t) {
        const turn = withScript(t.scenario('silent_turn', { permission_mode: 'auto' }), () => [
          { say: LONG, pieces: 40 },
        ]);
        const sent = { chatId: t.freshId(), key: t.freshId() };
        for (const requirement of ['messages.content.string', SAME_RESULT[channel]] as const) {
          const source = await t.attempt(channel, turn, sent);
          const { content } = await completedTurn(t, source);
          t.expect(requirement).isTrue(
            source,
            content === LONG,
            `the ${LONG.length} characters that the model says`,
            typeof content === 'string' ? `${content.length} characters` : content,
            '/content',
          );
        }
        // The judge compares it with the listing.
        await t.main.history(sent.chatId);
      },
    }),

    check({
      id: `turns.many.pages.${channel}`,
      requirements: [SAME_RESULT[channel]],
      needs: ['scenario:echo_model'],
      async run(t) {
        // The model's input contains the script, and therefore everything that the model says next. A delta may repeat everything before it
        //
        const script: Script = [
          { echo: 'given', pieces: 6 },
          { say: LONG, pieces: 6 },
        ];
        const turn = withScript(t.scenario('echo_model', { permission_mode: 'auto' }), () => script);
        const sent = { chatId: t.freshId(), key: t.freshId() };
        const first = await attempt(t, channel, turn, sent);
        const { content } = isRun(first) ? await completedTurn(t, first) : {};
        const isWhole =
          typeof content === 'string' && content.endsWith(DONE) && content.length > 2 * LONG.length;
        t.skipIf(!isWhole, 'the service ends an answer that is so long');
        const again = await t.attempt(channel, turn, sent);
        const repeated = String((await completedTurn(t, again)).content);
        t.expect(SAME_RESULT[channel]).isTrue(
          again,
          repeated === content,
          'the answer of the first send',
          `${repeated.length} characters of ${String(content).length}`,
          '/content',
        );
        // The judge compares it with the listing.
        await t.main.history(sent.chatId);
      },
    }),

    check({
      id: `turns.many.replays.${channel}`,
      requirements: [SAME_RESULT[channel]],
      async run(t) {
        const turn = t.plain({ permission_mode: 'auto' });
        const sent = { chatId: t.freshId(), key: t.freshId() };
        const { id } = await completedTurn(t, await t.attempt(channel, turn, sent));
        for (let replay = 1; replay <= REPLAYS; replay += 1) {
          const again = await t.attempt(channel, turn, sent);
          t.expect(SAME_RESULT[channel]).accepts(again);
          const shown = await completedTurn(t, again);
          t.expect(SAME_RESULT[channel]).equals(again, shown.id, id, '/id');
        }
      },
    }),
  ]),
];

/** Approves everything that a scripted turn asks for. @returns how many calls it asked to approve, and whether the service refused an answer */
async function askedBy(
  t: CheckContext,
  script: Script,
): Promise<{ readonly stream: LiveStream; readonly asked: number; readonly isRefused: boolean }> {
  const stream = await t.open(withScript(t.scenario('tool_approval'), () => script));
  let asked = 0;
  for (let event = await nextMove(t, stream); event; event = await nextMove(t, stream)) {
    if (isTerminal(event.type)) break;
    if (event.type !== 'message.action_required') continue;
    asked += toolsOf(event).length;
    // If an answer covers fewer calls than are pending, the service refuses it, and the turn asks nothing else.
    if (!(await respond(t, stream, event)).isSuccess) return { stream, asked, isRefused: true };
  }
  skipUnlessDone(t, stream);
  return { stream, asked, isRefused: false };
}

/** Runs a turn that uses its tool several times. @returns how many calls its steps show at the end */
async function shownCalls(
  t: CheckContext,
  rounds: number,
): Promise<{ readonly stream: LiveStream; readonly count: number }> {
  const turn = withScript(t.scenario('tool_use', { permission_mode: 'auto' }), (script) => [
    ...actsRepeated(script, rounds),
    { echo: 'results' },
    { say: DONE },
  ]);
  const stream = await t.open(turn);
  await finish(t, stream);
  skipUnlessDone(t, stream);
  const steps = objectsIn(stream.terminal?.data.steps);
  return { stream, count: steps.flatMap(({ tool_calls: calls }) => objectsIn(calls)).length };
}

/**
 * How many calls a turn made, by the results that it repeats. A service may tell the model that it has used enough tools.
 *
 * @param few the same turn with two calls
 * @returns undefined when the results of the same calls differ
 */
function countResults(many: LiveStream, few: LiveStream): number | undefined {
  const resultsIn = ({ terminal }: LiveStream) => String(terminal?.data.content).replace(DONE, '').trim();
  const two = resultsIn(few);
  const one = two.slice(0, Math.floor(two.length / FEW)).trim();
  return one !== '' && two.endsWith(one) ? resultsIn(many).split(one).length - 1 : undefined;
}

/** A service may write line ends, and characters that combine, in one form. */
function comparable(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').normalize();
}

/** Where a text that begins with some words goes on otherwise. */
function firstDifference(text: string, said: string): string {
  const begin = text.indexOf(said.slice(0, said.indexOf(' ')));
  const at = [...said].findIndex((_, index) => said[index] !== text[begin + index]);
  return `${JSON.stringify(said.slice(at, at + 20))} is ${JSON.stringify(text.slice(begin + at, begin + at + 20))}`;
}

/** A service may end a turn that does too much. */
function skipUnlessDone(t: CheckContext, { terminal }: LiveStream): void {
  const isDone = terminal?.type === 'message.completed' && String(terminal.data.content).includes(DONE);
  t.skipIf(!isDone, 'the service ends a turn that does so much');
}

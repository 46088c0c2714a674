import type { Need, RequirementId, ScenarioName } from '../../../../../generated/ids.d.ts';
import type { Actor, SendOptions, Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { JsonObject } from '../../../judge/json.ts';
import { ANY_LINES } from '../../check-kit/any-text.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { type Asked, answer } from '../../check-kit/interaction-replies.ts';
import { composeTurn, saidInTasks, withScript } from '../../check-kit/scripted-turn.ts';
import { SAME_RESULT } from '../../check-kit/send-rows.ts';
import { type ShownTurn, showListed } from '../../check-kit/shown-turn.ts';
import { cancel, endOf, untilText } from '../../check-kit/turns.ts';
import { raiseTwo } from '../../check-kit/two-interactions.ts';
import { METADATA, withAnyText, withMetadata } from './unusual-turn.ts';

/** The turns to compare, by the name of the check. Any model can answer a turn without a scenario. */
const TURNS: Readonly<Record<string, ScenarioName | readonly ScenarioName[] | undefined>> = {
  plain: undefined,
  sources: 'sources',
  steps: 'steps',
  tool: 'tool_in_auto',
  agents: 'agents',
  'agents-with-tool': 'agents_with_tool',
  'agents-temporary': 'agents_temporary',
  'agents-without-tools': 'agents_model_without_tools',
  anonymized: 'anonymization',
  'agents-twice': ['agents', 'agents'],
  'tools-and-agents': ['tool_in_auto', 'agents_with_tool', 'tool_in_auto'],
};

/** A turn to compare without other turns around it. */
interface LoneTurn {
  readonly needs: readonly Need[];
  make(t: CheckContext): Turn;
  /** The minimum length of its answer in characters; a shorter one would prove nothing. */
  readonly least?: number;
}

/** More characters than a database column, a preview or a log page usually holds. */
const LONG = 4000;

/** The turns to compare without other turns around them, by the name of the check. */
const LONE_TURNS: Readonly<Record<string, LoneTurn>> = {
  long: { needs: ['scenario:long_answer'], make: (t) => t.scenario('long_answer'), least: LONG + 1 },
  // The agent is not attached, and its citation comes late in a long prompt.
  'agents-cited': {
    needs: ['resource:agent'],
    make(t) {
      const { content, ...turn } = t.plain();
      return { ...turn, content: `${content}\n${' '.repeat(LONG)}\n{{agent:${t.resource('agent')}}}` };
    },
  },
};

/** The turns that are cancelled while an interaction is pending, by the name of the check. */
const CANCELLED = {
  'cancelled-tool': { scenario: 'elicitation', answersFirst: false },
  // The task whose interaction is answered ends. So the cancelled turn shows one task that has ended and one that has not.
  'cancelled-agents': { scenario: 'agents_two_actions', answersFirst: true },
} as const satisfies Record<string, { scenario: ScenarioName; answersFirst: boolean }>;

/** How long a task may take to end after its interaction is answered, in milliseconds of the service's time. */
const TASK_ENDS = 10_000;

const LISTED = {
  blocking: R['service.sends.blocking-waits'],
  streaming: R['events.completed.complete-content'],
} as const satisfies Readonly<Record<Channel, RequirementId>>;

/** The members that a replay must show like the first answer (section 2.3). */
const OUTCOME = [
  'id',
  'content',
  'usage',
  'steps',
  'sources',
  'anonymization',
  'metadata',
  'agent_runs',
  'agents',
];

/**
 * One turn at every endpoint that shows it: its own answer, replays before and after a later turn, the listing, and pages of the listing.
 * The checks send the requests; the judge compares all members across all endpoints.
 */
export const messageEndpointChecks: readonly Check[] = [
  ...Object.entries(TURNS).flatMap(([name, scenario]) =>
    CHANNELS.map((channel) =>
      check({
        id: `messages.everywhere.${name}-${channel}`,
        situations: [{ probe: 'everywhere', course: scenariosOf(scenario), channel, end: 'completed' }],
        requirements: [R['messages.metadata.echoed'], SAME_RESULT[channel]],
        needs: scenariosOf(scenario).map((each) => `scenario:${each}` as const),
        async run(t) {
          const actor = typeof scenario === 'string' ? t.actorOf(scenario) : t.main;
          const turn = {
            ...(scenario === undefined
              ? withAnyText(t.plain())
              : typeof scenario === 'string'
                ? t.scenario(scenario)
                : withScript(composeTurn(t, ...scenario), saidInTasks(` ${ANY_LINES} `))),
            metadata: METADATA,
          };
          const sent = { chatId: t.freshId(), key: t.freshId() };
          const show = () => showOwn(t, actor, channel, turn, sent);

          t.requireSuccess(await actor.send(t.plain(), { chatId: sent.chatId }));
          const first = await show();
          const replays = [await show()];
          const listings = [await showIn(t, actor, sent.chatId, 'size=200', first.turn.id)];
          t.requireSuccess(await actor.send(t.plain(), { chatId: sent.chatId }));
          replays.push(await show());
          for (const query of ['page=1&size=1', 'page=2&size=1', 'page=3&size=1', 'size=200'])
            listings.push(await showIn(t, actor, sent.chatId, query, first.turn.id));

          for (const { source, turn: shown } of [first, ...replays, ...listings.filter(isShown)])
            t.expect('messages.metadata.echoed').equals(source, shown.metadata, METADATA, '/metadata');
          for (const { source, turn: shown } of replays)
            t.expect(SAME_RESULT[channel]).equals(source, outcomeOf(shown), outcomeOf(first.turn));
        },
      }),
    ),
  ),

  ...Object.entries(LONE_TURNS).flatMap(([name, { needs, make, least = 0 }]) =>
    CHANNELS.map((channel) =>
      check({
        id: `messages.everywhere.${name}-${channel}`,
        situations: [{ probe: 'everywhere', course: [name], channel, end: 'completed' }],
        requirements: [SAME_RESULT[channel], LISTED[channel]],
        needs,
        async run(t) {
          const turn = { ...make(t), metadata: METADATA };
          const sent = { chatId: t.freshId(), key: t.freshId() };
          const show = () => showOwn(t, t.main, channel, turn, sent);
          const first = await show();
          const { content, id } = first.turn;
          t.require(String(content).length >= least, `the answer has fewer than ${least} characters`);
          const replay = await show();
          const listings = [
            await showIn(t, t.main, sent.chatId, 'size=200', id),
            await showIn(t, t.main, sent.chatId, 'page=1&size=1', id),
          ];

          t.expect(SAME_RESULT[channel]).equals(replay.source, outcomeOf(replay.turn), outcomeOf(first.turn));
          for (const { source, turn: listed } of listings.filter(isShown))
            t.expect(LISTED[channel]).equals(source, listed.content, content, '/content');
        },
      }),
    ),
  ),

  check({
    id: 'messages.everywhere.cancelled',
    requirements: [R['messages.metadata.echoed']],
    needs: ['scenario:long_turn'],
    async run(t) {
      const turn = withMetadata(t.scenario('long_turn'));
      const sent = { chatId: t.freshId(), key: t.freshId() };
      const stream = await t.running(turn, sent);
      await untilText(t, stream);
      await cancel(t, sent.chatId);
      const first = await endOf(t, stream, 'message.cancelled');
      const replay = await t.open(turn, sent);
      const again = await endOf(t, replay, 'message.cancelled');
      t.requireSuccess(await t.main.send(t.plain(), { chatId: sent.chatId }));
      const { source, turn: listed } = await showListed(t, sent.chatId, first.data.id);
      await showIn(t, t.main, sent.chatId, 'page=1&size=1', first.data.id);

      const claim = t.expect('messages.metadata.echoed');
      claim.equals(stream, first.data.metadata, METADATA, '/metadata');
      claim.equals(replay, again.data.metadata, METADATA, '/metadata');
      claim.equals(source, listed.metadata, METADATA, '/metadata');
    },
  }),

  ...Object.entries(CANCELLED).map(([name, { scenario, answersFirst }]) =>
    check({
      id: `messages.everywhere.${name}`,
      requirements: [R['messages.metadata.echoed']],
      needs: [`scenario:${scenario}`],
      waits: answersFirst ? TASK_ENDS : 0,
      async run(t) {
        const turn = withMetadata(t.scenario(scenario));
        const sent = { chatId: t.freshId(), key: t.freshId() };
        const { stream } = answersFirst ? await answerOneOfTwo(t, turn, sent) : await t.raise(turn, sent);
        await cancel(t, sent.chatId);
        const first = await endOf(t, stream, 'message.cancelled');
        const replay = await t.open(turn, sent);
        const again = await endOf(t, replay, 'message.cancelled');
        const { source, turn: listed } = await showListed(t, sent.chatId, first.data.id);

        const claim = t.expect('messages.metadata.echoed');
        claim.equals(replay, again.data.metadata, METADATA, '/metadata');
        claim.equals(source, listed.metadata, METADATA, '/metadata');
      },
    }),
  ),

  ...CHANNELS.map((channel) =>
    check({
      id: `messages.everywhere.failed-${channel}`,
      requirements: [R['messages.prompt.as-sent']],
      needs: ['scenario:upstream_failure'],
      async run(t) {
        const turn = withMetadata(t.scenario('upstream_failure', { permission_mode: 'auto' }));
        const sent = { chatId: t.freshId(), key: t.freshId() };
        for (let time = 0; time < 2; time += 1) {
          const shown = await t.attempt(channel, turn, sent);
          if (!(shown instanceof Answer)) await shown.rest();
        }
        const history = await t.main.history(sent.chatId);
        // A failed turn may be missing from the listing, and its chat may not exist.
        const listed = history.items[0]?.prompt ?? turn.content;
        t.expect('messages.prompt.as-sent').equals(history, listed, turn.content, '/data/0/prompt');
      },
    }),
  ),
];

/** Streams a turn, answers the first of its two interactions, and gives its task time to end. */
async function answerOneOfTwo(t: CheckContext, turn: Turn, sent: SendOptions): Promise<Asked> {
  const [first] = await raiseTwo(t, turn, sent);
  t.requireSuccess(await answer(t, first));
  await t.wait(TASK_ENDS);
  return first;
}

function scenariosOf(turn: ScenarioName | readonly ScenarioName[] | undefined): readonly ScenarioName[] {
  return turn === undefined ? [] : typeof turn === 'string' ? [turn] : turn;
}

async function showOwn(
  t: CheckContext,
  actor: Actor,
  channel: Channel,
  turn: Turn,
  sent: SendOptions,
): Promise<ShownTurn> {
  if (channel === 'blocking') {
    const source = t.requireSuccess(await actor.send({ ...turn, permission_mode: 'auto' }, sent));
    return { source, turn: source.data };
  }
  const source = await t.open({ ...turn, permission_mode: 'auto' }, sent, actor);
  return { source, turn: (await endOf(t, source, 'message.completed')).data };
}

/** The turn on a page of its chat's listing, or undefined if it is not on this page. */
async function showIn(
  t: CheckContext,
  actor: Actor,
  chatId: string,
  query: string,
  id: unknown,
): Promise<Partial<ShownTurn> & Pick<ShownTurn, 'source'>> {
  const source = await actor.get(`/chats/${chatId}/messages?${query}`);
  // A service may refuse a page beyond the end, and may omit a failed turn from its pages.
  if (!query.startsWith('page=')) t.requireSuccess(source);
  const turn = source.items.find((item) => item.id === id);
  return { source, ...(turn && { turn }) };
}

function isShown(shown: Partial<ShownTurn>): shown is ShownTurn {
  return shown.turn !== undefined;
}

function outcomeOf(turn: JsonObject): JsonObject {
  return Object.fromEntries(OUTCOME.map((name) => [name, turn[name] ?? null]));
}

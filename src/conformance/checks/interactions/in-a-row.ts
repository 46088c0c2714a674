import { type Check, check } from '../../check-kit/check.ts';
import { inARow, scriptOf, showingResults } from '../../check-kit/composed-turn.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import {
  ASKING_PLACES,
  type Asked,
  answer,
  askedFor,
  nextAsked,
  type RaisingPlace,
} from '../../check-kit/interaction-replies.ts';
import { replayOf } from '../../check-kit/replayed-stream.ts';
import { showListed } from '../../check-kit/shown-turn.ts';
import { cancel, finish } from '../../check-kit/turns.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { JsonObject } from '../../judge/json.ts';
import { RESOLVES } from './resolves.ts';

/** The turn's own interactions, one of each kind, in an order that no other check has. */
const OWN_PLACES = ASKING_PLACES.filter(({ name }) => !name.startsWith('task-')).reverse();

/** Another answer than the first one, by the action. */
const OTHERWISE: Readonly<Record<string, JsonObject>> = {
  'respond-plan': { action: 'reject' },
  'respond-elicitation': { action: 'decline', content: undefined },
};

/** Interactions of one turn, one after another: an answer is that of its own interaction, and leaves the state of no other (section 3.2). */
export const inARowChecks: readonly Check[] = [
  ...ASKING_PLACES.flatMap((place) => {
    const { name, scenario, kind } = place;
    const needs = [`scenario:${scenario}`] as const;
    return [
      check({
        id: `interactions.in-a-row.${name}`,
        requirements: [
          RESOLVES[kind],
          // A second answer to a resolved interaction, sent at once, gets 409 api_v1_action_not_pending.
          'interactions.resolved.second-answer-refused',
        ],
        needs,
        run: (t) => answerEach(t, [place, place]),
      }),

      check({
        id: `interactions.in-a-row.${name}.cancelled`,
        requirements: [
          // If a turn is cancelled well before its end, its stream ends with message.cancelled.
          'cancel.turn.ends-cancelled',
          // A turn whose stream ended with message.cancelled reads `cancelled` in the listing.
          'messages.status.cancelled-in-history',
          // The `content` of a cancelled turn holds what was generated before the cut.
          'states.cancelled.partial-content',
        ],
        needs,
        async run(t) {
          const turn = inARow(t, [{ say: 'I begin. ' }], scenario, scenario);
          const first = await raiseFirst(t, turn, place);
          t.given(await answer(t, first));
          const { stream } = await raiseNext(t, first.stream, place);
          t.given(await cancel(t, stream.chatId));
          const end = await t.inTime(stream.rest());
          t.expect('cancel.turn.ends-cancelled').equals(stream, end?.type, 'message.cancelled');
          const content = end?.data.content;
          const hasShown = stream.events.some(
            ({ data }) => typeof data.text === 'string' && data.text !== '',
          );
          t.expect('states.cancelled.partial-content').holds(
            stream,
            typeof content === 'string' && (content !== '' || !hasShown),
            'the text that was generated before the cut',
            content,
            '/content',
          );
          const { source, turn: listed } = await showListed(t, stream.chatId, stream.messageId);
          t.expect('messages.status.cancelled-in-history').equals(source, listed.status, 'cancelled');
          // The judge compares the end of the turn with its replay.
          await replayOf(t, turn, { chatId: stream.chatId, key: stream.key });
        },
      }),
    ];
  }),

  ...[OWN_PLACES, OWN_PLACES.toReversed()].map((places, index) =>
    check({
      id: `interactions.in-a-row.all-kinds${index === 0 ? '' : '.reversed'}`,
      requirements: [
        // When approve-tool is accepted, its interaction changes from pending to resolved.
        'interactions.state.approve-tool-resolves',
        // When respond-plan is accepted, its interaction changes from pending to resolved.
        'interactions.state.respond-plan-resolves',
        // When respond-elicitation is accepted, its interaction changes from pending to resolved.
        'interactions.state.respond-elicitation-resolves',
        // When cancel-auth is accepted, its interaction changes from pending to resolved.
        'interactions.state.cancel-auth-resolves',
        // A second answer to a resolved interaction, sent at once, gets 409 api_v1_action_not_pending.
        'interactions.resolved.second-answer-refused',
      ],
      needs: OWN_PLACES.map(({ scenario }) => `scenario:${scenario}` as const),
      run: (t) => answerEach(t, places),
    }),
  ),

  ...ASKING_PLACES.filter(({ kind }) => kind === 'tool_approval').map((place) =>
    check({
      id: `interactions.in-a-row.${place.name}.decisions`,
      requirements: [
        // A tool call that was approved runs, appears in the turn's steps, and the turn goes on to its end.
        'interactions.approve-tool.approved-runs',
        // A tool call that was not approved does not run, and the turn still reaches a terminal event, of
        // whatever kind.
        'interactions.approve-tool.refused-skips',
      ],
      needs: [`scenario:${place.scenario}`],
      run: (t) => decideEach(t, place),
    }),
  ),
];

/** Answers the interactions of one turn. While the last one waits, the turn has not ended, so that 404 is no faithful answer. */
async function answerEach(t: CheckContext, places: readonly RaisingPlace[]): Promise<void> {
  const [first, ...others] = places;
  if (!first) return;
  const turn = inARow(t, ...places.map(({ scenario }) => scenario));
  const answered: Asked[] = [];
  const answerOne = async (asked: Asked, { kind }: RaisingPlace) => {
    for (const earlier of answered)
      for (const change of [{}, OTHERWISE[earlier.reply.action] ?? {}])
        t.expect('interactions.resolved.second-answer-refused').failsWith(
          await answer(t, earlier, change),
          'action-not-pending',
        );
    t.expect(RESOLVES[kind]).succeeds(await answer(t, asked));
    answered.push(asked);
  };
  const asked = await raiseFirst(t, turn, first);
  const { stream } = asked;
  await answerOne(asked, first);
  for (const place of others) await answerOne(await raiseNext(t, stream, place), place);
  await finish(t, stream);
  // The judge compares the end of the turn with the listing and the replay.
  await t.main.history(stream.chatId);
  await replayOf(t, turn, { chatId: stream.chatId, key: stream.key });
}

/** Decides two approvals of one turn in every way. Each way has an answer of its own, since the answer repeats the results of the tools. */
async function decideEach(t: CheckContext, place: RaisingPlace): Promise<void> {
  const script = showingResults(scriptOf(t, place.scenario));
  const turn = { ...t.scenario(place.scenario), content: inARow(t, script, script).content };
  const ways = [
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ] as const;
  const ended = await Promise.all(
    ways.map(async ([one, other]) => {
      const asked = await raiseFirst(t, turn, place, one);
      const { stream } = asked;
      t.given(await answer(t, asked));
      const next = await nextAsked(t, stream, place.kind, { approved: other });
      const way = [one, other];
      if (!next) return { stream, way };
      t.given(await answer(t, next));
      const end = await finish(t, stream);
      return { stream, way, content: end?.type === 'message.completed' ? end.data.content : undefined };
    }),
  );
  for (const [index, { stream, way, content }] of ended.entries()) {
    // A refusal may end the turn, and a decision may be remembered for the turn.
    if (content === undefined) continue;
    for (const other of ended.slice(0, index))
      t.expect('interactions.approve-tool.approved-runs', 'interactions.approve-tool.refused-skips').holds(
        stream,
        content !== other.content,
        `content by the decisions ${way}, and not that after ${other.way}`,
        content,
        '/content',
      );
  }
}

/** @throws NothingToSee when the turn asks for nothing more */
async function raiseNext(t: CheckContext, stream: LiveStream, { kind }: RaisingPlace): Promise<Asked> {
  const asked = await nextAsked(t, stream, kind);
  t.skipIf(asked === undefined, 'the turn asks only once');
  return asked as Asked;
}

async function raiseFirst(
  t: CheckContext,
  turn: ReturnType<typeof inARow>,
  { kind }: RaisingPlace,
  approved = true,
): Promise<Asked> {
  return askedFor(await t.raise(turn), kind, { approved });
}

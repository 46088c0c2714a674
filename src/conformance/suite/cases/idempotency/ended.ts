import type { CauseId, ErrorRowId, Need, RequirementId } from '../../../../../generated/ids.d.ts';
import { renderScript } from '../../../../rig/script/render-script.ts';
import type { SendOptions, Turn } from '../../../drive/actor.ts';
import { Answer } from '../../../drive/answer.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isSameJson, type JsonObject } from '../../../judge/json.ts';
import { anyModel } from '../../check-kit/catalog.ts';
import { type MadeChat, makeChat } from '../../check-kit/chats.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel, type CheckContext } from '../../check-kit/context.ts';
import { attempt, isRun, OTHER_BODIES } from '../../check-kit/ended-turn.ts';
import { checkProbes, type Probe } from '../../check-kit/probe.ts';
import { idOf, type Sent, startTurn } from '../../check-kit/running-turn.ts';
import { withScript } from '../../check-kit/scripted-turn.ts';
import type { Situation } from '../../check-kit/situation.ts';
import { withFault } from '../../check-kit/turns.ts';

/** A way in which a turn ends and leaves an outcome under its key. */
interface Ending {
  /** Part of the ids of checks. */
  readonly name: string;
  /** What the turn does, and how it ends. */
  readonly situation: Pick<Situation, 'course' | 'end'>;
  readonly needs?: readonly Need[];
  readonly channels?: readonly Channel[];
  /** Whether the replay of the outcome is certain to equal it. */
  readonly isReplayed?: boolean;
  /** Whether the turn runs until it is cancelled. */
  readonly isCancelled?: boolean;
  /** Whether any model of the catalog can run the turn, since it needs no tools. */
  readonly takesAnyModel?: boolean;
  /** The failure that a blocking send answers with, and the requirement that says so. */
  readonly failure?: {
    readonly cause: CauseId;
    readonly row: ErrorRowId;
    readonly requirement: RequirementId;
  };
  make(t: CheckContext): readonly [Turn, SendOptions?];
}

const TURN_FAILED = {
  cause: 'upstream-failure',
  row: 'turn-failed',
  requirement: R['errors.turn-failed.answer'],
} as const satisfies Ending['failure'];

const ENDINGS: readonly Ending[] = [
  {
    name: 'completed',
    situation: { course: [], end: 'completed' },
    isReplayed: true,
    takesAnyModel: true,
    make(t) {
      const turn = t.plain({ permission_mode: 'auto' });
      return [{ ...turn, content: `${turn.content}\n\n${LONG}` }];
    },
  },
  {
    name: 'completed-with-agents',
    situation: { course: ['agents'], end: 'completed' },
    needs: ['scenario:agents'],
    isReplayed: true,
    make: (t) => [t.scenario('agents', { permission_mode: 'auto', metadata: { order: 4410, none: null } })],
  },
  {
    name: 'completed-with-tool',
    situation: { course: ['tool'], end: 'completed' },
    needs: ['scenario:tool_use'],
    isReplayed: true,
    make: (t) => [t.scenario('tool_use', { permission_mode: 'auto' })],
  },
  {
    name: 'answered',
    situation: { course: ['approval'], end: 'completed' },
    needs: ['scenario:tool_approval'],
    channels: ['streaming'],
    isReplayed: true,
    make: (t) => [t.scenario('tool_approval', { permission_mode: 'manual' })],
  },
  {
    name: 'cancelled',
    situation: { course: ['words'], end: 'cancelled' },
    needs: ['scenario:long_turn'],
    isReplayed: true,
    isCancelled: true,
    takesAnyModel: true,
    make: (t) => [t.scenario('long_turn', { permission_mode: 'auto' })],
  },
  {
    name: 'failed',
    situation: { course: ['words'], end: 'failed' },
    needs: ['scenario:upstream_failure'],
    isReplayed: true,
    takesAnyModel: true,
    failure: TURN_FAILED,
    make: (t) => [t.scenario('upstream_failure', { permission_mode: 'auto' })],
  },
  {
    // Nothing is generated before, so that a service has nothing to store but the failure.
    name: 'failed-at-once',
    situation: { course: [], end: 'failed' },
    needs: ['scenario:upstream_failure'],
    isReplayed: true,
    takesAnyModel: true,
    failure: TURN_FAILED,
    make: (t) => [
      withScript(t.scenario('upstream_failure', { permission_mode: 'auto' }), () => [{ fail: 'outage' }]),
    ],
  },
  {
    name: 'timed-out',
    situation: { course: ['words'], end: 'timed out' },
    needs: ['scenario:endless_turn', 'fault:turn_timeout'],
    make: (t) => withFault(t, 'turn_timeout', t.scenario('endless_turn', { permission_mode: 'auto' })),
  },
  {
    name: 'cut-at-interaction',
    situation: { course: ['connection'], end: 'cut' },
    needs: ['scenario:interaction_in_auto'],
    channels: ['blocking'],
    failure: {
      cause: 'client-needed',
      row: 'interaction-in-auto-mode',
      requirement: R['errors.interaction-in-auto-mode.answer'],
    },
    make: (t) => [t.scenario('interaction_in_auto', { permission_mode: 'auto' })],
  },
];

/** Longer than what a service may compare of a content. */
const LONG = ' And so on.'.repeat(400);

/** A turn that has ended, and what its client got. */
interface Ended {
  readonly chat: MadeChat;
  readonly turn: Turn;
  readonly sent: Sent;
  readonly outcome: Answer | LiveStream;
}

/**
 * Runs a turn to its end.
 *
 * @throws NothingToSee when a turn that should fail completes
 */
async function bringToEnd(
  t: CheckContext,
  channel: Channel,
  { isCancelled = false, failure, make }: Ending,
  chat: MadeChat,
): Promise<Ended> {
  const [turn, options = {}] = make(t);
  if (isCancelled) {
    const { sent, cancel } = await startTurn(t, channel, turn, { ...options, chatId: chat.id });
    return { chat, turn, sent, outcome: await cancel() };
  }
  const sent = { ...options, chatId: chat.id, key: t.freshId() };
  const outcome = await attempt(t, channel, turn, sent);
  // Another provider may have taken over.
  t.skipIf(failure === TURN_FAILED && isRun(outcome), 'the turn that should fail completed');
  return { chat, turn, sent, outcome };
}

const MINUTE = 60_000;
const BUSY = 'api_v1_chat_busy';

/** The requirements about what a repeated send gets after its turn has ended. */
const REPLAY = {
  stored: { requirement: R['idempotency.key.running-or-stored'] },
  blocking: { requirement: R['idempotency.replay.not-rerun'] },
  streaming: { requirement: R['idempotency.replay.stream-redelivers'] },
  same: { requirement: R['idempotency.replay.same-result'] },
  cancelled: { requirement: R['idempotency.replay.cancelled'] },
  failedAnswer: { requirement: R['errors.turn-failed.same-as-replay'] },
  failedStream: { requirement: R['events.error.replay-same-error'] },
} as const satisfies Readonly<Record<string, { readonly requirement: RequirementId }>>;

/** The requirements that a send runs a turn. */
const RUNS = {
  blocking: R['turns.send.exists'],
  streaming: R['turns.stream.exists'],
} as const satisfies Readonly<Record<Channel, RequirementId>>;

/** The requirements about the status of a turn that has ended. */
const STATUS = {
  streamed: { requirement: R['states.completed.after-completed-event'] },
  answered: { requirement: R['service.sends.blocking-waits'] },
  cancelled: { requirement: R['messages.status.cancelled-in-history'] },
  failed: { requirement: R['states.error.failed-not-completed'] },
} as const satisfies Readonly<Record<string, { readonly requirement: RequirementId }>>;

/** What a key means after its turn has ended, in each way and over both channels, and what the chat then takes (sections 3.3 and 4.2). */
const endingChecks: readonly Check[] = ENDINGS.flatMap((ending) =>
  (ending.channels ?? CHANNELS).map((channel) => {
    const { name, needs = [], situation } = ending;
    return checkProbes({
      id: `idempotency.ended.${name}.${channel}`,
      situations: [{ probe: 'ended turn', ...situation, channel }],
      needs,
      arrange: async (t) => bringToEnd(t, channel, ending, await makeFavorite(t, ending)),
      probes: [
        outcomeProbe(ending, channel),
        replayProbe(ending, channel),
        otherBodyProbe(channel),
        cancelProbe(ending, channel),
        replayProbe(ending, channel),
        ...CHANNELS.map(nextProbe),
        replayProbe(ending, channel),
      ],
    });
  }),
);

/** The turn is over, as it ended, and its chat is as it was. */
function outcomeProbe(ending: Ending, channel: Channel): Probe<Ended> {
  const { name, failure } = ending;
  const fails = failure && channel === 'blocking';
  return {
    requirements: [statusRow(name, channel), R['chats.answer.chat'], ...(fails ? [failure.requirement] : [])],
    ...(fails && { arranges: [failure.cause] }),
    async run(t, { chat, outcome }) {
      // The turn may have gone on without the interaction, or with another provider.
      if (failure && outcome instanceof Answer && !outcome.isSuccess)
        t.expect(failure.requirement).failsWith(outcome, failure.row);
      await expectStatus(t, ending, channel, chat.id, idOf(outcome));
      const read = t.given(await t.main.get(chat.path));
      // The judge compares the other members of the chat with those that it was created with.
      t.expect('chats.answer.chat').shows(read, 'is_favorite', true);
    },
  };
}

/** The key gives the outcome again, and runs no further turn. */
function replayProbe(ending: Ending, channel: Channel): Probe<Ended> {
  const { requirement } = REPLAY[channel];
  return {
    requirements: replayRows(ending, channel),
    async run(t, ended) {
      const { chat, turn, sent, outcome } = ended;
      const before = t.given(await t.main.history(chat.id)).items.length;
      const again = await t.inTime(attempt(t, channel, turn, sent));
      if (!again) await t.main.act(chat.id, 'cancel', {});
      const isStored = again !== undefined;
      const expected = 'an answer from what is stored';
      t.expect(requirement).holds(outcome, isStored, expected, 'none, as if the turn ran again');
      if (!again) return;
      expectReplay(t, channel, ending, ended, again);
      const history = t.given(await t.main.history(chat.id));
      const { length } = history.items;
      t.expect(requirement).holds(history, length <= Math.max(before, 1), 'no further turn', length, '/data');
    },
  };
}

function otherBodyProbe(channel: Channel): Probe<Ended> {
  return {
    requirements: [R['errors.idempotency-conflict.answer']],
    arranges: ['key-of-other-body'],
    async run(t, { turn, sent }) {
      for (const change of OTHER_BODIES) {
        const other = change(turn);
        if (isSameJson(other, turn)) continue;
        const refused = await attempt(t, channel, other, sent);
        t.expect('errors.idempotency-conflict.answer').failsWith(refused, 'idempotency-conflict');
      }
    },
  };
}

function cancelProbe(ending: Ending, channel: Channel): Probe<Ended> {
  return {
    requirements: [R['cancel.turn.exists'], R['cancel.turn.finished-is-ok'], statusRow(ending.name, channel)],
    async run(t, { chat, outcome }) {
      for (let count = 0; count < 2; count += 1)
        t.expect('cancel.turn.exists', 'cancel.turn.finished-is-ok').succeeds(
          await t.main.act(chat.id, 'cancel', {}),
          200,
        );
      // The turn stays as it ended.
      await expectStatus(t, ending, channel, chat.id, idOf(outcome));
    },
  };
}

function nextProbe(next: Channel): Probe<Ended> {
  return {
    requirements: [RUNS[next]],
    run: async (t, { chat }) => t.expect(RUNS[next]).accepts(await sendWhenFree(t, next, chat.id)),
  };
}

/** Faults that leave the close of a turn in doubt, although the turn itself has finished. */
const DOUBTFUL_CLOSES = ['persistence', 'outcome_unknown', 'idempotency_outcome_unknown'] as const;

/** Once the listing shows such a turn as completed, its chat takes the next one (section 3.3). */
const doubtfulChecks: readonly Check[] = DOUBTFUL_CLOSES.flatMap((fault) =>
  CHANNELS.map((channel) =>
    check({
      id: `idempotency.ended.${fault.replaceAll('_', '-')}.${channel}.next-send`,
      situations: [{ probe: 'next send', end: fault, channel }],
      requirements: Object.values(RUNS),
      needs: [`fault:${fault}`],
      async run(t) {
        const [turn, options] = withFault(t, fault, t.plain({ permission_mode: 'auto' }));
        const chatId = t.freshId();
        const sent = await attempt(t, channel, turn, { ...options, chatId, key: t.freshId() });
        t.skipIf(isRun(sent), 'the fault did not show');
        const isOver = ({ items }: Answer) => items.length > 0 && items.every(isCompletedTurn);
        const history = await t.until(() => t.main.history(chatId), isOver, MINUTE);
        t.skipIf(!isOver(history), 'the listing does not show that the turn is over');
        for (const next of CHANNELS) t.expect(RUNS[next]).accepts(await sendWhenFree(t, next, chatId));
      },
    }),
  ),
);

function isCompletedTurn({ status }: JsonObject): boolean {
  return status === 'completed';
}

export const endedChecks: readonly Check[] = [...endingChecks, ...doubtfulChecks];

/** Creates a chat that has a value of its own in each member that a client can set. */
async function makeFavorite(t: CheckContext, { takesAnyModel = false }: Ending): Promise<MadeChat> {
  const chat = await makeChat(t, {
    name: 'Kept by its turns',
    permission_mode: 'auto',
    ...(takesAnyModel && (await scriptedModel(t))),
  });
  t.given(await t.main.patch(chat.path, { is_favorite: true }));
  return chat;
}

/** A model of the catalog that plays scripts, as the models of all scenarios do: another one would do something else. */
async function scriptedModel(t: CheckContext): Promise<JsonObject> {
  const model_id = await anyModel(t);
  const say = 'The ferry leaves at noon.';
  const { data } = await t.main.send(t.plain({ content: renderScript([{ say }]), model_id }));
  return data.content === say ? { model_id } : {};
}

/** The requirements about the replay of a turn that has ended so. */
function replayRows(ending: Ending, channel: Channel): readonly RequirementId[] {
  return [...new Set([REPLAY[channel].requirement, outcomeRow(ending, channel)])];
}

/** The requirement about the replayed outcome. What is stored for a turn that was cut at an interaction is open. */
function outcomeRow({ name, isReplayed, isCancelled, failure }: Ending, channel: Channel) {
  const isStreamed = channel === 'streaming';
  if (name === 'timed-out') return REPLAY.stored.requirement;
  if (!isReplayed) return REPLAY[channel].requirement;
  if (isCancelled) return REPLAY.cancelled.requirement;
  if (failure === TURN_FAILED)
    return isStreamed ? REPLAY.failedStream.requirement : REPLAY.failedAnswer.requirement;
  return isStreamed ? REPLAY.streaming.requirement : REPLAY.same.requirement;
}

function expectReplay(
  t: CheckContext,
  channel: Channel,
  { name, isReplayed = false, isCancelled = false, failure }: Ending,
  { outcome }: Ended,
  again: Answer | LiveStream,
): void {
  if (name === 'timed-out') {
    const isStored = !(again instanceof Answer && again.status >= 400 && again.status < 500);
    t.expect(REPLAY.stored.requirement).holds(again, isStored, 'the stored outcome', again.exchange.status);
  }
  if (!isReplayed) return;
  if (channel === 'streaming') {
    const claim = t.expect(
      failure === TURN_FAILED ? REPLAY.failedStream.requirement : REPLAY.streaming.requirement,
    );
    const stream = t.opened(outcome);
    claim.accepts(again);
    const replay = t.opened(again);
    claim.equals(replay, replay.messageId, stream.messageId, '/message_id');
    claim.equals(replay, replay.terminal?.type, stream.terminal?.type);
    claim.equals(replay, replay.terminal?.data.content, stream.terminal?.data.content, '/content');
    claim.equals(replay, replay.terminal?.data.code, stream.terminal?.data.code, '/code');
    if (isCancelled)
      t.expect(REPLAY.cancelled.requirement).equals(replay, replay.terminal?.type, 'message.cancelled');
    return;
  }
  t.assume(outcome instanceof Answer && again instanceof Answer, 'a blocking send opened a stream');
  const [first, second] = [outcome as Answer, again as Answer];
  if (failure === TURN_FAILED) {
    t.assume(first.status === 502, 'the turn that should fail was not answered with 502');
    const claim = t.expect(REPLAY.failedAnswer.requirement);
    claim.equals(second, second.messageCode, first.messageCode, '/message_code');
    claim.equals(second, second.data.message_id, first.data.message_id, '/data/message_id');
    return;
  }
  // The first answer to a cancelled send is open, but its replay is not.
  if (isCancelled) {
    t.expect(REPLAY.cancelled.requirement).succeeds(second);
    t.expect(REPLAY.cancelled.requirement).shows(second, 'status', 'cancelled');
    return;
  }
  t.given(first);
  t.expect(REPLAY.same.requirement).succeeds(second);
  t.expect(REPLAY.blocking.requirement).equals(second, second.data.id, first.data.id, '/data/id');
  t.expect(REPLAY.same.requirement).equals(second, second.data, first.data, '/data');
}

/** The requirement about the status of a turn that has ended so. */
function statusRow(name: string, channel: Channel) {
  const isStreamed = channel === 'streaming';
  if (isCompleted(name)) return (isStreamed ? STATUS.streamed : STATUS.answered).requirement;
  return (name === 'cancelled' && isStreamed ? STATUS.cancelled : STATUS.failed).requirement;
}

function isCompleted(name: string): boolean {
  return /^(completed|answered)/.test(name);
}

async function expectStatus(
  t: CheckContext,
  { name }: Ending,
  channel: Channel,
  chatId: string,
  id: unknown,
): Promise<void> {
  const history = t.given(await t.main.history(chatId));
  const status = history.items.find((item) => item.id === id)?.status;
  const row = statusRow(name, channel);
  const claim = t.expect(row);
  if (row === 'messages.status.cancelled-in-history') claim.equals(history, status, 'cancelled', '/data');
  else if (row === 'states.completed.after-completed-event')
    claim.equals(history, status, 'completed', '/data');
  else if (row === 'service.sends.blocking-waits')
    claim.holds(history, status !== 'pending', 'a turn that is over', status, '/data');
  else claim.holds(history, status !== 'completed', 'a status other than completed', status, '/data');
}

/** Sends a turn to a chat, and again for a minute while the chat is still busy. */
async function sendWhenFree(t: CheckContext, channel: Channel, chatId: string): Promise<Answer | LiveStream> {
  const isFree = (came: Answer | LiveStream) => !(came instanceof Answer && came.messageCode === BUSY);
  const turn = t.plain({ permission_mode: 'auto' });
  const came = await t.until(() => t.attempt(channel, turn, { chatId }), isFree, MINUTE);
  if (!(came instanceof Answer)) await t.inTime(came.rest());
  return came;
}

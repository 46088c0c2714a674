import type { ErrorRowId, RequirementId } from '../../../../../generated/ids.d.ts';
import { isInteger } from '../../../../exact-json/exact-number.ts';
import type { Turn } from '../../../drive/actor.ts';
import type { Answer } from '../../../drive/answer.ts';
import { isSameJson } from '../../../judge/json.ts';
import { isBusy } from '../../check-kit/busy-chat.ts';
import { CANCELLED_ROWS, expectCancelled } from '../../check-kit/cancelled-turn.ts';
import { makeChat } from '../../check-kit/chats.ts';
import { type Check, R } from '../../check-kit/check.ts';
import { CHANNELS, type Channel } from '../../check-kit/context.ts';
import { OTHER_BODIES } from '../../check-kit/ended-turn.ts';
import { checkProbes, type Probe } from '../../check-kit/probe.ts';
import { expectRefusal, refusedOver } from '../../check-kit/refused-turn.ts';
import { expectHiddenFromOthers, REPEATED_BY_OTHERS } from '../../check-kit/repeated-by-others.ts';
import { replayOf } from '../../check-kit/replayed-stream.ts';
import {
  ASKED_STATES,
  DISCONNECTED,
  LATER_STATES,
  OF_APPLICATION,
  type Running,
  type RunningState,
  SENT_STATES,
} from '../../check-kit/running-states.ts';
import { idOf } from '../../check-kit/running-turn.ts';
import { twice } from '../../check-kit/twice.ts';

function secondSend(channel: Channel, ...more: readonly RequirementId[]): Probe<Running> {
  const refused = [
    ...refusedOver(channel, 'errors.chat-busy.answer'),
    R['states.chat.second-send-refused'],
    R['states.chat.one-running-turn'],
    ...more,
  ];
  return {
    requirements: [...refused, R['errors.chat-busy.message-id']],
    arranges: ['busy-chat'],
    async run(t, { chatId, messageId }) {
      const second = await t.attempt(channel, t.plain({ permission_mode: 'auto' }), { chatId });
      t.expect(...refused).failsWith(second, 'chat-busy');
      if (!isBusy(second)) return;
      const named = second.data.message_id;
      const claim = t.expect('errors.chat-busy.message-id');
      claim.isTrue(second, isInteger(named), 'the id of the running turn', named, '/data/message_id');
      if (messageId !== undefined) claim.equals(second, named, messageId, '/data/message_id');
    },
  };
}

/** How soon a replay comes, in milliseconds of the service's time. One that comes later may wait for the running turn. */
const REPLAYED = 10_000;

/** What a replay of the previous turn gets while the chat is busy is open, but it does not end the running turn. */
const EARLIER_REPLAY: Probe<Running> = {
  requirements: [R['states.chat.second-send-refused']],
  async run(t, { chatId, earlier }) {
    if (!earlier) return;
    await t.inTime(replayOf(t, earlier.turn, earlier), REPLAYED);
    const second = await t.attempt('blocking', t.plain({ permission_mode: 'auto' }), { chatId });
    t.expect('states.chat.second-send-refused').failsWith(second, 'chat-busy');
  },
};

const OTHER_CHAT: Probe<Running> = {
  requirements: [R['turns.send.exists'], R['turns.stream.exists']],
  async run(t) {
    const { id: chatId } = await makeChat(t);
    const blocking = await t.attempt('blocking', t.plain({ permission_mode: 'auto' }), { chatId });
    t.expect('turns.send.exists').accepts(blocking);
    t.expect('turns.stream.exists').accepts(await t.attempt('streaming', t.plain()));
  },
};

/** How long a service may take to refuse a send before the check ends the turn, in milliseconds of the service's time. */
const REFUSED_WITHIN = 30_000;

/** The same send, or a different one with the same key, while the turn runs (sections 3.3 and 4.2). */
function repetition(
  { requirements, arranges }: Pick<Probe<Running>, 'requirements' | 'arranges'>,
  rows: readonly ErrorRowId[],
  bodies: (turn: Turn) => readonly Turn[],
  endpointOf: (channel: Channel) => Channel = (channel) => channel,
): Probe<Running> {
  return {
    requirements,
    ...(arranges && { arranges }),
    async run(t, { sent, end }) {
      if (!sent) return;
      const { turn, channel, ...under } = sent;
      for (const body of bodies(turn)) {
        const sending = t.attempt(endpointOf(channel), body, under);
        const soon = await t.inTime(sending, REFUSED_WITHIN);
        // A service that makes the send wait for the turn answers after the turn has ended.
        const again = soon ?? (await end?.().then(() => sending));
        t.require(again !== undefined, 'the repeated send is not answered');
        if (!again) return;
        const refused = await expectRefusal(t, again, ...requirements);
        if (refused && rows.length > 0) t.expect(...requirements).failsWith(refused, ...rows);
        if (!soon) return 'over';
      }
    },
  };
}

const SAME_BODY = repetition(
  {
    requirements: [
      R['errors.turn-in-progress.answer'],
      R['idempotency.key.running-refused'],
      R['idempotency.key.running-or-stored'],
    ],
    arranges: ['key-of-running-turn'],
  },
  ['turn-in-progress'],
  (turn) => [turn, turn],
);

const OTHER_BODY = repetition(
  { requirements: [R['errors.idempotency-conflict.answer']], arranges: ['key-of-other-body'] },
  // While the turn runs, both failures are correct.
  ['idempotency-conflict', 'turn-in-progress'],
  (turn) => OTHER_BODIES.map((change) => change(turn)).filter((other) => !isSameJson(other, turn)),
);

/** The contract does not say whether the endpoints share their keys, but the chat is busy in any case. */
const OTHER_ENDPOINT = repetition(
  { requirements: [R['idempotency.key.running-or-stored']], arranges: ['key-of-running-turn'] },
  [],
  (turn) => [turn],
  (channel) => CHANNELS[1 - CHANNELS.indexOf(channel)] ?? channel,
);

const OTHERS: Probe<Running> = {
  ...REPEATED_BY_OTHERS,
  run: async (t, { sent, messageId }) => sent && expectHiddenFromOthers(t, sent, messageId),
};

/** Reading or changing the chat does not end its turn. */
const READING: Probe<Running> = {
  requirements: [R['chats.get.exists'], R['turns.listing.exists'], R['chats.update.exists']],
  async run(t, { chatId }) {
    t.expect('chats.get.exists').succeeds(await t.main.get(`/chats/${chatId}`));
    t.expect('turns.listing.exists').succeeds(await t.main.history(chatId));
    const changed = await t.main.patch(`/chats/${chatId}`, { is_favorite: true });
    t.expect('chats.update.exists').succeeds(changed);
  },
};

/** How soon after the end of its turn a chat would run a send that it has put off, in milliseconds of the service's time. */
const PUT_OFF = 2_000;

/** A blocking send shows the id of its turn when the turn ends. What was refused while it ran does not run afterwards. */
const NAMED: Probe<Running> = {
  requirements: [R['errors.chat-busy.message-id'], R['states.chat.second-send-refused']],
  async run(t, { chatId, end }) {
    const before = t.requireSuccess(await t.main.history(chatId));
    const refusals: Answer[] = [];
    for (const channel of CHANNELS) {
      const second = await t.attempt(channel, t.plain({ permission_mode: 'auto' }), { chatId });
      if (isBusy(second)) refusals.push(second);
    }
    const ended = await end?.();
    await t.wait(PUT_OFF);
    // The judge compares the end of the turn with the listing, now that the turn no longer runs.
    const history = t.requireSuccess(await t.main.history(chatId));
    const id = ended && idOf(ended);
    if (id === undefined) return;
    // The listing need not show a turn while it runs.
    const known = [id, ...before.items.map((item) => item.id)];
    const others = history.items.map((item) => item.id).filter((other) => !known.includes(other));
    if (refusals.length === CHANNELS.length)
      t.expect('states.chat.second-send-refused').equals(history, others, [], '/data');
    const claim = t.expect('errors.chat-busy.message-id');
    for (const refused of refusals) claim.equals(refused, refused.data.message_id, id, '/data/message_id');
  },
};

/**
 * An unanswered interaction expires after 110 seconds, and its turn goes on. If a cancelled turn ends that late, the cancel did not reach
 * it. In milliseconds of the service's time; `inTime` adds its tolerance.
 */
const BEFORE_EXPIRY = 90_000;

/** A turn ends when it is cancelled, whatever it has done or waits for, and every replay shows that. */
const CANCELLED: Probe<Running> = {
  requirements: [...CANCELLED_ROWS, R['idempotency.replay.cancelled']],
  async run(t, { stream, sent }) {
    if (!stream || !sent) return;
    await expectCancelled(t, stream, BEFORE_EXPIRY);
    const replay = t.opened(await replayOf(t, sent.turn, sent));
    t.expect('idempotency.replay.cancelled').equals(replay, replay.terminal?.type, 'message.cancelled');
  },
};

/** An interaction of a cancelled turn can no longer be answered. */
const NO_LATE_ANSWER: Probe<Running> = {
  requirements: [R['interactions.cancelled-turn.refused']],
  async run(t, { chatId, asked, end }) {
    if (!asked) return;
    await end?.();
    const { action, body } = asked.reply;
    const claim = t.expect('interactions.cancelled-turn.refused');
    await twice(async () => claim.isNoSuccess(await t.main.act(chatId, action, body)));
  },
};

/** The probes for every running turn. */
const ALWAYS = [...CHANNELS.map((channel) => secondSend(channel)), READING];
const REPETITIONS = [SAME_BODY, OTHER_BODY, OTHER_ENDPOINT, OTHERS];
const FROM_APPLICATION = CHANNELS.map((channel) =>
  secondSend(channel, R['states.chat.busy-from-application']),
);

/**
 * While a turn runs, its chat accepts no other turn, its key returns no outcome, and everything else continues to work. This holds however
 * the turn was started, whatever it waits for, and whatever it has done (sections 3.1, 3.3 and 4.4).
 */
export const runningChecks: readonly Check[] = [
  ...SENT_STATES.map((state) => checkOf(state, [...ALWAYS, ...REPETITIONS, OTHER_CHAT, NAMED])),
  checkOf(DISCONNECTED, [...ALWAYS, OTHER_CHAT]),
  checkOf(OF_APPLICATION, [...FROM_APPLICATION, READING, OTHER_CHAT]),
  ...ASKED_STATES.map((state) =>
    checkOf(state, [...ALWAYS, ...REPETITIONS, OTHER_CHAT, CANCELLED, NO_LATE_ANSWER]),
  ),
  ...LATER_STATES.map((state) => checkOf(state, [EARLIER_REPLAY, ...ALWAYS, ...REPETITIONS, CANCELLED])),
];

function checkOf(
  { start, situation, name, ...facts }: RunningState,
  probes: readonly Probe<Running>[],
): Check {
  return checkProbes({
    id: `states.running.${name}`,
    situations: [{ probe: 'running turn', ...situation }],
    ...facts,
    arrange: start,
    leave: async (_, { end }) => end?.(),
    probes,
  });
}

import type { Need } from '../../../../generated/ids.d.ts';
import type { Turn } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import type { LiveEvent, LiveStream } from '../../drive/live-stream.ts';
import { expectCancelled } from './cancelled-turn.ts';
import { makeChat } from './chats.ts';
import { FAILOVER, TURN_ACTIONS } from './composed-turn.ts';
import { CHANNELS, type Channel, type CheckContext } from './context.ts';
import { type Asked, raise, respond } from './interaction-replies.ts';
import { RAISING_PLACES } from './raising-places.ts';
import { type Sent, startTurn } from './running-turn.ts';
import { composeTurn } from './scripted-turn.ts';
import type { Situation } from './situation.ts';
import { cancel, finish, untilText } from './turns.ts';

/** A chat with a running turn. */
export interface Running {
  readonly chatId: string;
  /** The id of the turn, if it is known. */
  readonly messageId?: unknown;
  /** How the turn was sent, so that the send can be repeated. */
  readonly sent?: Sent & { readonly turn: Turn; readonly channel: Channel };
  /** The previous turn of the chat, with the send that can be repeated. */
  readonly earlier?: Sent & { readonly turn: Turn };
  /** The stream of the turn, if the check reads it. */
  readonly stream?: LiveStream;
  /** The interaction that waits for an answer. */
  readonly asked?: Asked;
  /** Cancels the turn, and reads its end if it is visible. Can be called again. */
  end?(): Promise<Answer | LiveStream>;
}

/** A way in which a turn can be running. */
export interface RunningState {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly situation: Omit<Situation, 'probe'>;
  readonly needs: readonly Need[];
  /** How long the state waits on purpose, in milliseconds of the service's time. */
  readonly waits?: number;
  /** How long the turn certainly runs, in milliseconds of the service's time. */
  readonly lasts?: number;
  start(t: CheckContext): Promise<Running>;
}

/** The time after which a service may have noticed that the client has disconnected, in milliseconds of the service's time. */
const UNTIL_GONE = 5000;
/** The time after which a turn has certainly reached its pause, in milliseconds of the service's time. It is also running before that. */
const SETTLED = 10_000;
/** The length of the pause, in seconds of the service's time. No check watches a turn that long. */
const LONG = 600;
/** How long a turn certainly waits for an answer, with time left for a request, in milliseconds of the service's time. */
export const SURELY_WAITS = 40_000;
const NEEDS = ['scenario:long_turn'] as const;

/** What a turn does before it pauses, by scenarios: a turn that only says or thinks something is as good as one that does nothing. */
const BEFORE_PAUSE = [...TURN_ACTIONS, { ...FAILOVER, does: 'failover' as const }].flatMap(
  ({ name, does, asks }) => (typeof does === 'string' ? [{ name, scenario: does, asks }] : []),
);

/** Turns that are generating, over each channel. */
export const SENT_STATES: readonly RunningState[] = CHANNELS.map((channel) => ({
  name: `${channel}-turn`,
  situation: { channel },
  needs: NEEDS,
  async start(t) {
    const turn = t.scenario('long_turn', { permission_mode: 'auto' });
    const { sent, messageId, cancel: end } = await startTurn(t, channel, turn);
    return { chatId: sent.chatId, messageId, sent: { ...sent, turn, channel }, end };
  },
}));

/** Turns that wait for an answer, for each place that can ask. */
export const ASKED_STATES: readonly RunningState[] = RAISING_PLACES.map(
  ({ name, scenario, kind, situation }) => ({
    name: `pending-${name}`,
    situation,
    needs: [`scenario:${scenario}`],
    lasts: SURELY_WAITS,
    async start(t) {
      const asked = await raise(t, scenario, kind);
      return { ...followed(t, asked.stream, t.scenario(scenario)), asked };
    },
  }),
);

/** A turn whose client has disconnected. */
export const DISCONNECTED: RunningState = {
  name: 'disconnected-turn',
  situation: { chat: 'disconnected turn' },
  needs: NEEDS,
  waits: UNTIL_GONE,
  async start(t) {
    const stream = await t.running(t.scenario('long_turn'));
    stream.disconnect();
    await t.wait(UNTIL_GONE);
    return { chatId: stream.chatId, messageId: stream.messageId };
  },
};

/** A turn that the application runs. */
export const OF_APPLICATION: RunningState = {
  name: 'application-turn',
  situation: { chat: 'turn of the application' },
  needs: ['application', ...NEEDS],
  async start(t) {
    const { id: chatId } = await makeChat(t);
    t.requireSuccess(await t.inApplication(t.scenario('long_turn'), chatId));
    return { chatId };
  },
};

/** Turns that have done something, in a chat whose previous turn was cancelled. */
export const LATER_STATES: readonly RunningState[] = BEFORE_PAUSE.map(({ name, scenario, asks }) => ({
  name: `after-${name}`,
  situation: { course: [name], chat: 'cancelled turn before' },
  needs: [`scenario:${scenario}`],
  waits: SETTLED,
  async start(t) {
    const turn = composeTurn(t, scenario, [{ say: 'So far so good. ' }, { wait: LONG }, { say: 'The end.' }]);
    const cutTurn = composeTurn(t, [{ say: 'Cut short. ' }, { wait: LONG }]);
    const cut = await t.running(cutTurn);
    await untilText(t, cut);
    await expectCancelled(t, cut);
    const stream = await t.running(turn, { chatId: cut.chatId });
    if (asks) await answerFirst(t, stream);
    await t.wait(SETTLED);
    t.require(!stream.hasEnded, 'the turn has ended');
    return { ...followed(t, stream, turn), earlier: { chatId: cut.chatId, key: cut.key, turn: cutTurn } };
  },
}));

function followed(t: CheckContext, stream: LiveStream, turn: Turn): Running {
  const { chatId, key, messageId } = stream;
  const end = async () => {
    await cancel(t, chatId);
    await finish(t, stream);
    return stream;
  };
  return { chatId, messageId, stream, sent: { chatId, key, turn, channel: 'streaming' }, end };
}

/** @throws CannotGoOn when the turn asks nothing */
async function answerFirst(t: CheckContext, stream: LiveStream): Promise<void> {
  const asked = await t.inTime(stream.until('message.action_required'));
  t.require(asked !== undefined, 'the turn asked for nothing');
  t.requireSuccess(await respond(t, stream, asked as LiveEvent));
}

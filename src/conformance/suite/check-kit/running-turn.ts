import type { SendOptions, Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { makeChat } from './chats.ts';
import type { Channel, CheckContext } from './context.ts';

/** The chat and the idempotency key of a send. */
export interface Sent extends SendOptions {
  readonly chatId: string;
  readonly key: string;
}

/** A turn that runs until it is cancelled. */
export interface RunningTurn {
  readonly sent: Sent;
  /** The answer to the repeated blocking send, which shows that the turn has started. */
  readonly repeated?: Answer;
  /** The id of the turn. A blocking send does not show it before the turn ends. */
  readonly messageId?: unknown;
  /** What the client receives at the end. */
  ended(): Promise<Answer | LiveStream>;
  /** Cancels the turn and reads what the client receives at the end. Can be called again. */
  cancel(): Promise<Answer | LiveStream>;
}

/**
 * How much earlier the first of two equal sends starts, in milliseconds of the service's time. Either may still reach the service first.
 */
const HEAD_START = 25;

/**
 * Sends a long turn, and waits until it runs.
 *
 * @param options options for both sends, for example headers
 * @throws CannotGoOn when the turn does not run
 */
export async function startTurn(
  t: CheckContext,
  channel: Channel,
  turn: Turn,
  options: SendOptions = {},
): Promise<RunningTurn> {
  // The chat already exists, so that the repeated sends do not race to create it.
  const chatId = options.chatId ?? (await makeChat(t)).id;
  const sent = { ...options, chatId, key: options.key ?? t.freshId() };
  return channel === 'streaming' ? startStream(t, turn, sent) : startBlocking(t, turn, sent);
}

async function startStream(t: CheckContext, turn: Turn, sent: Sent): Promise<RunningTurn> {
  const stream = await t.running(turn, sent);
  const ended = async () => {
    await t.inTime(stream.rest());
    return stream;
  };
  return {
    sent,
    messageId: stream.messageId,
    ended,
    async cancel() {
      t.requireSuccess(await t.main.act(sent.chatId, 'cancel', {}));
      return ended();
    },
  };
}

/**
 * The only sign that a blocking turn has started is that a repeated send is refused. Either of the two requests may reach the service
 * first; the other one is refused.
 */
async function startBlocking(t: CheckContext, turn: Turn, sent: Sent): Promise<RunningTurn> {
  const send = () => t.main.send(turn, sent);
  const first = send();
  const second = t.wait(HEAD_START).then(send);
  const cancelAll = () => t.main.act(sent.chatId, 'cancel', {});
  const repeated = await t.inTime(Promise.race([first, second]));
  const outcome = Promise.all([first, second]).then(
    (both) => both.find((each) => each !== repeated) as Answer,
  );
  // A later step may throw while the send is still waiting.
  outcome.catch(() => {});
  if (repeated?.isSuccess === false && repeated.status < 500)
    return {
      sent,
      repeated,
      ended: () => outcome,
      async cancel() {
        t.requireSuccess(await cancelAll());
        return outcome;
      },
    };
  await cancelAll();
  await outcome;
  t.require(false, 'the blocking turn does not run, or the service refuses no repetition of its send');
  throw new Error('unreachable');
}

/** The message id in a blocking answer or in a stream. */
export function idOf(ended: Answer | LiveStream): unknown {
  return ended instanceof Answer ? (ended.data.id ?? ended.data.message_id) : ended.messageId;
}

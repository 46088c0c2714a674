import type { SendOptions, Turn } from '../../drive/actor.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { makeChat } from './chats.ts';
import type { Channel, CheckContext } from './context.ts';

/** Where and under which key a turn was sent. */
export interface Sent extends SendOptions {
  readonly chatId: string;
  readonly key: string;
}

/** A turn that runs until it is cancelled. */
export interface RunningTurn {
  readonly sent: Sent;
  /** The answer to a repetition of a blocking send, which shows that its turn has begun. */
  readonly repeated?: Answer;
  /** The id of the turn; a blocking send shows none before its end. */
  readonly messageId?: unknown;
  /** What its client gets in the end. */
  ended(): Promise<Answer | LiveStream>;
  /** Cancels the turn and reads what its client gets in the end. May be called again. */
  cancel(): Promise<Answer | LiveStream>;
}

/** The head start of the first of two equal sends, in milliseconds of the service's time. Either may still reach the service first. */
const HEAD_START = 25;

/**
 * Sends a turn that runs for long, and waits until it runs.
 *
 * @param options of both sends, for example headers
 * @throws CannotGoOn when it does not run
 */
export async function startTurn(
  t: CheckContext,
  channel: Channel,
  turn: Turn,
  options: SendOptions = {},
): Promise<RunningTurn> {
  // The chat exists already, so that repeated sends share only the turn and do not race to create the chat.
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
 * Nothing shows that a blocking turn has begun, except that the same send is refused from then on. Either of the two
 * requests may reach the service first, and the other one is refused.
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
  // A later step may throw while the send still waits.
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

/** The message id that the end of a turn shows: of a blocking answer, or of a stream. */
export function idOf(ended: Answer | LiveStream): unknown {
  return ended instanceof Answer ? (ended.data.id ?? ended.data.message_id) : ended.messageId;
}

import type { MessageCancelled, MessageCompleted, MessageStart, StreamEvent } from '../../generated/types.js';
import { streamFailure } from './error.ts';
import { isSameChat } from './read-event.ts';
import type { DeltaEvent } from './turn-event.ts';

export type TerminalEvent = Extract<
  StreamEvent,
  { type: 'message.completed' | 'message.cancelled' | 'message.error' }
>;

/** The outcome of a turn that did not fail: the finished message. */
export type TurnOutcome = MessageCompleted | MessageCancelled;

/** Whether an event of the contract ends its stream. */
export function isTerminal(event: { readonly type: string }): event is TerminalEvent {
  return /(completed|cancelled|error)$/.test(event.type);
}

/** What a stream has delivered of its turn so far, over all its connections. */
export class TurnProgress {
  /** The answer so far. */
  content = '';
  /** The first message.start. */
  start: MessageStart | undefined;
  /** Whether an event of the turn has arrived. Every later connection then only repeats the turn. */
  isBegun = false;
  readonly #chatId: unknown;
  /** The message.start of the latest connection that had one. */
  #latest: MessageStart | undefined;

  /** @param chatId Undefined when the reader cannot know it. */
  constructor(chatId: unknown) {
    this.#chatId = chatId;
  }

  /**
   * Records an event and returns whether to deliver it.
   *
   * A service may replay the whole turn or only its end (`isReplay`). So only the terminal event of a replay is delivered, and its
   * message.start if none was delivered before.
   * @throws ConversationApiError `invalid-response` for a message.start of another turn. In a replay, `end` makes this check,
   * since a stream that refuses the repeat may begin with any message.start.
   */
  accept(event: StreamEvent, isReplay: boolean): boolean {
    this.isBegun = true;
    switch (event.type) {
      case 'message.start': {
        const isFirst = this.start === undefined;
        this.start ??= event.data;
        this.#latest = event.data;
        if (!isReplay) this.checkStart();
        return isFirst;
      }
      case 'message.delta':
        if (isReplay) return false;
        this.content = event.data.replace === true ? event.data.text : this.content + event.data.text;
        return true;
      default:
        return !isReplay || isTerminal(event);
    }
  }

  /**
   * Records the outcome. Returns a delta that replaces the text so far when the outcome differs from it: deltas may be missing, or
   * the whole turn may be a replay without them.
   * @throws ConversationApiError `invalid-response` for the outcome of another turn.
   */
  end(message: MessageCompleted | MessageCancelled): DeltaEvent | undefined {
    this.checkStart();
    this.#check(message.id, message.chat_id);
    const { content } = message;
    const isInLine = content === this.content;
    this.content = content;
    return isInLine
      ? undefined
      : { type: 'message.delta', data: { text: content, replace: true }, synthetic: true };
  }

  /** @throws ConversationApiError `invalid-response` when the latest message.start belongs to another turn. */
  checkStart(): void {
    if (this.#latest) this.#check(this.#latest.message_id, this.#latest.chat_id);
  }

  #check(messageId: number, chatId: string): void {
    const isExpected = this.#chatId === undefined || isSameChat(chatId, this.#chatId);
    if (isExpected && (this.start === undefined || this.start.message_id === messageId)) return;
    throw streamFailure('invalid-response', 'the stream belongs to another turn', {
      data: { message_id: messageId, chat_id: chatId },
    });
  }
}

import type { MessageCancelled, MessageCompleted, MessageStart, StreamEvent } from '../../generated/types.js';
import { ConversationApiError } from './error.ts';
import { isSameChat } from './read-event.ts';
import type { DeltaEvent } from './turn-event.ts';

/** What the consumer of a turn has been told of it, over all its connections. */
export class Told {
  /** The answer so far. */
  content = '';
  start: MessageStart | undefined;
  /** Whether anything was told, so that another connection can only repeat it. */
  isBegun = false;
  readonly #chatId: string;
  /** How the latest connection began. */
  #latest: MessageStart | undefined;

  constructor(chatId: string) {
    this.#chatId = chatId;
  }

  /**
   * Whether the event is news, given that the connection delivers the outcome again (`isReplay`) or for the first time. A replay
   * may tell everything once more or only the end; so nothing of it but the end is news.
   * @throws ConversationApiError `invalid-response` for a message.start of another turn. In a replay that is looked at with its
   * end, since what refuses a repeat inside a stream may begin in any way.
   */
  isNews(event: StreamEvent, isReplay: boolean): boolean {
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
      case 'message.completed':
      case 'message.cancelled':
      case 'message.error':
        return true;
      default:
        return !isReplay;
    }
  }

  /**
   * Takes the outcome over. Returns a delta that brings the consumer in line with it, where a repeat of the request ends otherwise
   * than what was told: a replay may have no deltas.
   * @throws ConversationApiError `invalid-response` for the outcome of another turn.
   */
  end(message: MessageCompleted | MessageCancelled, isRepeat: boolean): DeltaEvent | undefined {
    this.checkStart();
    this.#check(message.id, message.chat_id);
    const { content } = message;
    const isInLine = !isRepeat || content === this.content;
    this.content = content;
    return isInLine
      ? undefined
      : { type: 'message.delta', data: { text: content, replace: true }, synthetic: true };
  }

  /** @throws ConversationApiError `invalid-response` when the latest connection began another turn. */
  checkStart(): void {
    if (this.#latest) this.#check(this.#latest.message_id, this.#latest.chat_id);
  }

  #check(messageId: number, chatId: string): void {
    if (isSameChat(chatId, this.#chatId) && (this.start === undefined || this.start.message_id === messageId))
      return;
    throw new ConversationApiError({
      kind: 'invalid-response',
      message: 'the stream tells of another turn',
      data: { message_id: messageId, chat_id: chatId },
    });
  }
}

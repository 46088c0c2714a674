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

/** What has been delivered of a turn so far, over all connections. */
export class TurnProgress {
  /** The first message.start. */
  start: MessageStart | undefined;
  /** Whether an event of the turn has arrived. Every later connection then only repeats the turn. */
  isBegun = false;
  readonly #chatId: unknown;
  /** The pieces of the answer so far. Comparing a long answer piece by piece with the outcome is faster than joining it. */
  #texts: string[] = [];
  /** The text of the pieces joined so far, and their number. They are joined on demand, since few readers ask for the whole text. */
  #content = '';
  #joined = 0;
  /** The message.start of the latest connection that had one. */
  #latest: MessageStart | undefined;

  /** The answer so far. */
  get content(): string {
    while (this.#joined < this.#texts.length) this.#content += this.#texts[this.#joined++];
    return this.#content;
  }

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
        this.start ??= event.data;
        this.#latest = event.data;
        if (!isReplay) this.checkStart();
        return this.start === event.data;
      }
      case 'message.delta': {
        if (isReplay) return false;
        if (event.data.replace === true) this.#replace([]);
        this.#texts.push(event.data.text);
        return true;
      }
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
    this.#check({ message_id: message.id, chat_id: message.chat_id });
    const { content } = message;
    // The length of the common text, or NaN after the first difference.
    const same = this.#texts.reduce((start, text) => {
      const end = start + text.length;
      return content.slice(start, end) === text ? end : Number.NaN;
    }, 0);
    this.#replace([content]);
    return same === content.length
      ? undefined
      : { type: 'message.delta', data: { text: content, replace: true }, synthetic: true };
  }

  #replace(texts: string[]): void {
    this.#texts = texts;
    this.#content = '';
    this.#joined = 0;
  }

  /** @throws ConversationApiError `invalid-response` when the latest message.start belongs to another turn. */
  checkStart(): void {
    if (this.#latest) this.#check(this.#latest);
  }

  #check({ message_id, chat_id }: Pick<MessageStart, 'message_id' | 'chat_id'>): void {
    const expected = this.start?.message_id ?? message_id;
    if (message_id === expected && isSameChat(chat_id, this.#chatId ?? chat_id)) return;
    throw streamFailure('invalid-response', 'the stream belongs to another turn', {
      data: { message_id, chat_id },
    });
  }
}

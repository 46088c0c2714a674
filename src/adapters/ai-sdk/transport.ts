import type { AbstractChat, ChatRequestOptions, ChatTransport } from 'ai';
import type { ActionResult, SendTurnRequest } from '../../../generated/types.js';
import { newIdempotencyKey } from '../../client/idempotency-key.ts';
import type { StreamOptions } from '../../client/options.ts';
import { reasonOf } from '../../client/runtime.ts';
import type { ActionEvent, TurnEvent } from '../../client/turn-event.ts';
import type { TurnStream } from '../../client/turn-stream.ts';
import { AnswerChunks } from './answer-chunks.ts';
import { isFinal } from './final-failure.ts';
import { lastOfUser, plainTurn, type TurnFor } from './given-turn.ts';
import { KeptTurns, type KeyStore, type Sent } from './kept-turns.ts';
import type { Chunk, ConversationMessage } from './message.ts';
import { type OpenQuestion, openQuestion } from './open-question.ts';

/** Options of `ConversationTransport`. */
export interface TransportOptions {
  /** Sends a turn: `client.turns.stream`, or a function that reads the turn from your own server. */
  readonly stream: (
    chatId: string,
    body: SendTurnRequest,
    options: Pick<StreamOptions, 'idempotencyKey' | 'headers'>,
  ) => TurnStream | Promise<TurnStream>;
  /**
   * The turn for what the user wrote, with the `body` and the `metadata` that `sendMessage` was given for it. Default: its text, in the
   * mode `manual`, with `metadata` and the members of `body`. A message with other parts than text is then a TypeError.
   */
  readonly turnFor?: TurnFor;
  /** Where a reload finds the turn again. A store that throws loses that, and nothing else. Default: memory, which a reload empties. */
  readonly keys?: KeyStore;
}

/** A turn on its way to the AI SDK. */
interface Reading {
  readonly controller: ReadableStreamDefaultController<Chunk>;
  readonly chunks: AnswerChunks;
}

/** Connects `useChat`, and whatever else takes a transport of the AI SDK, to the service. The id of the chat has to be a UUID. */
export class ConversationTransport implements ChatTransport<ConversationMessage> {
  /** A turn that is read again comes from its beginning. */
  readonly resumeStreamIsReplay = true;
  readonly #options: TransportOptions;
  readonly #kept: KeptTurns;
  readonly #questions = new Map<string, OpenQuestion & { readonly reading: Reading }>();

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#kept = new KeptTurns(options.keys);
  }

  /**
   * Sends the last message of the user as a new turn, also to regenerate an answer.
   *
   * @throws TypeError when there is nothing to send, or a part that a turn cannot carry
   * @throws ConversationApiError when the turn cannot begin
   */
  async sendMessages({
    chatId,
    messages,
    abortSignal,
    headers,
    body: given,
    metadata,
  }: {
    chatId: string;
    messages: ConversationMessage[];
    abortSignal: AbortSignal | undefined;
  } & ChatRequestOptions): Promise<ReadableStream<Chunk>> {
    if (messages.at(-1)?.role === 'assistant')
      throw new TypeError(
        'the last message is an answer: to answer a question of its turn, pass the chat to `connect`',
      );
    const message = lastOfUser(messages);
    if (abortSignal?.aborted) throw reasonOf(abortSignal);
    const { turnFor = plainTurn } = this.#options;
    const sent = {
      idempotencyKey: newIdempotencyKey(),
      body: turnFor(message, { body: given, metadata }),
      at: Date.now(),
    };
    const putBack = this.#kept.keep(chatId, sent);
    const forget = () => this.#kept.forget(chatId, sent);
    try {
      const turn = await this.#open(chatId, sent, headers);
      return await this.#read(turn, abortSignal, {
        forget,
        leave: (first) => {
          forget();
          const close = () => turn.close();
          // A turn can be cancelled once it has begun.
          first.then(() => turn.cancel()).then(close, close);
        },
      });
    } catch (error) {
      // The turn of another page may still run.
      putBack();
      throw error;
    }
  }

  /**
   * Reads the turn that ran when the page was left, once it has ended; null if none did. A signal that is aborted ends the reading, and not
   * the turn.
   *
   * @throws ConversationApiError when the service refuses it
   */
  async reconnectToStream({
    chatId,
    abortSignal,
    headers,
  }: {
    chatId: string;
    abortSignal?: AbortSignal | undefined;
  } & ChatRequestOptions): Promise<ReadableStream<Chunk> | null> {
    const sent = this.#kept.read(chatId);
    if (!sent || abortSignal?.aborted) return null;
    const forget = () => this.#kept.forget(chatId, sent);
    try {
      const turn = await this.#open(chatId, sent, headers);
      return await this.#read(turn, abortSignal, { forget, leave: () => turn.close() });
    } catch (error) {
      if (isFinal(error)) forget();
      throw error;
    }
  }

  /** Forgets the turn of a chat that was running, for a user who signs out. */
  forget(chatId: string): void {
    this.#kept.forget(chatId);
  }

  /**
   * Makes `addToolApprovalResponse` of a chat answer questions about tools: `transport.connect(new Chat<ConversationMessage>({ id, transport }))`.
   * Its promise then rejects if the service refuses the answer, and the question is open again.
   *
   * @returns the same chat
   */
  connect<Chat extends Pick<AbstractChat<ConversationMessage>, 'addToolApprovalResponse'>>(chat: Chat): Chat {
    const show = chat.addToolApprovalResponse;
    chat.addToolApprovalResponse = async (response) => {
      await show(response);
      await this.#decide(response);
    };
    return chat;
  }

  /**
   * Answers a question that the part `data-turn` lists: `answer(action_id, (question) => question.approve())`.
   *
   * @param give returns what the method of the question returns; undefined leaves the question open
   * @throws TypeError when the question is not open on this page, and ConversationApiError when the service refuses the answer
   */
  async answer(
    actionId: string,
    give: (question: ActionEvent) => Promise<ActionResult | undefined> | undefined,
  ): Promise<ActionResult | undefined> {
    const open = this.#questions.get(actionId);
    if (!open) throw new TypeError('the question is not open: it was answered, or belongs to another page');
    const result = await give(open.question);
    // The turn may have ended meanwhile.
    if (result && this.#questions.delete(actionId))
      show(open.reading, open.reading.chunks.answered(actionId));
    return result;
  }

  /** Answers a question once each of its calls has a decision. */
  async #decide({ id, approved }: { readonly id: string; readonly approved: boolean }): Promise<void> {
    for (const [actionId, open] of this.#questions) {
      const give = open.decide(id, approved);
      if (give) await this.answer(actionId, give);
    }
  }

  async #open(
    chatId: string,
    { body, idempotencyKey }: Sent,
    headers: ChatRequestOptions['headers'],
  ): Promise<TurnStream> {
    return this.#options.stream(chatId, body, { idempotencyKey, headers });
  }

  /** @param forget is called when the key can no longer bring the outcome, `leave` when the signal is aborted before the end */
  async #read(
    turn: TurnStream,
    signal: AbortSignal | undefined,
    { forget, leave }: { forget(): void; leave(first: Promise<unknown>): void },
  ): Promise<ReadableStream<Chunk>> {
    const events = turn[Symbol.asyncIterator]();
    const first = events.next();
    const stop = () => leave(first);
    // It may have been aborted while the turn was opened.
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    // A turn that cannot begin is a failed call, not a failed stream.
    let begun: IteratorResult<TurnEvent, void> | undefined = await first.catch((error: unknown) => {
      signal?.removeEventListener('abort', stop);
      throw error;
    });
    let reading: Reading | undefined;
    const end = () => {
      signal?.removeEventListener('abort', stop);
      for (const [id, open] of this.#questions) if (open.reading === reading) this.#questions.delete(id);
    };
    const readOn = async (controller: ReadableStreamDefaultController<Chunk>) => {
      reading ??= { controller, chunks: new AnswerChunks() };
      for (let isShown = false; !isShown; ) {
        const { done, value } = begun ?? (await events.next());
        begun = undefined;
        if (!done) {
          isShown = this.#show(value, reading);
          continue;
        }
        // Rejects after a failure.
        await turn.final();
        forget();
        end();
        return controller.close();
      }
    };
    const source = {
      pull: (controller: ReadableStreamDefaultController<Chunk>) =>
        readOn(controller).catch((error: unknown) => {
          if (isFinal(error)) forget();
          end();
          throw error;
        }),
      // Who leaves without stopping may come back: the turn goes on, and its key stays.
      cancel() {
        end();
        turn.close();
      },
    };
    // Nothing is read ahead, since a failure would take it away.
    return new ReadableStream<Chunk>(source, { highWaterMark: 0 });
  }

  /** Shows a change of a question, unless its turn has ended. */
  #showOpen(actionId: string, change: () => readonly Chunk[]): void {
    const open = this.#questions.get(actionId);
    if (open) show(open.reading, change());
  }

  /** Shows an event. @returns whether there was something to show */
  #show(event: TurnEvent, reading: Reading): boolean {
    const { chunks: answer } = reading;
    if (event.type === 'message.action_required') {
      const { action_id } = event.data;
      const question = openQuestion(event, {
        onDecision: (approved) => this.#showOpen(action_id, () => answer.decide(action_id, approved)),
        onFailure: () => this.#showOpen(action_id, () => answer.reopen(action_id)),
      });
      this.#questions.set(action_id, { ...question, reading });
    }
    const chunks = answer.of(event);
    show(reading, chunks);
    return chunks.length > 0;
  }
}

function show({ controller }: Reading, chunks: readonly Chunk[]): void {
  for (const chunk of chunks) controller.enqueue(chunk);
}

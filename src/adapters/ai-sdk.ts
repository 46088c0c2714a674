import type { ChatRequestOptions, ChatTransport, UIMessage, UIMessageChunk } from 'ai';
import type { ActionResult, ListedMessage, SendTurnRequest, Usage } from '../../generated/types.js';
import { answered, follow, type TurnState, WAITING } from '../client/follow.ts';
import { newIdempotencyKey } from '../client/idempotency-key.ts';
import type { StreamOptions } from '../client/options.ts';
import { reasonOf } from '../client/runtime.ts';
import type { ActionEvent, TurnEvent } from '../client/turn-event.ts';
import type { TurnStream } from '../client/turn-stream.ts';

/** What the AI SDK keeps beside the parts of an answer. */
export interface AnswerMetadata {
  /** What the turn cost. */
  readonly usage: Usage | null | undefined;
}

/** A message of `useChat`. The part `data-turn` of an answer is the turn as `conversation-api/follow` shows it. */
export type ConversationMessage = UIMessage<AnswerMetadata, { turn: TurnState }>;

type Chunk = UIMessageChunk<AnswerMetadata, { turn: TurnState }>;

/** Where the keys of running turns are kept, so that a page that is loaded again can read the outcome. `sessionStorage` is one. */
export interface KeyStore {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** What `sendMessage` is given for one message. */
export interface GivenOptions {
  /** Members of the turn, or whatever `turnFor` makes of it. */
  readonly body: object | undefined;
  /** Whatever `turnFor` makes of it. */
  readonly metadata: unknown;
}

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
   * mode `manual`, and the members of `body`.
   */
  readonly turnFor?: (message: ConversationMessage, given: GivenOptions) => SendTurnRequest;
  /** Where a reload finds the turn again. A store that throws loses that, and nothing else. Default: memory, which a reload empties. */
  readonly keys?: KeyStore;
}

/** What a store keeps of a turn. A key has to come with the same body again. */
interface Sent {
  readonly idempotencyKey: string;
  readonly body: SendTurnRequest;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** Milliseconds. A service may forget a key, and then runs its turn anew. */
const OLDEST = 60 * 60_000;
/** Statuses of a refusal that a later attempt gets too. */
const FINAL = [400, 404, 409, 410, 422];

/** A turn on its way to the AI SDK. */
interface Reading {
  readonly controller: ReadableStreamDefaultController<Chunk>;
  state: TurnState;
}

/** Connects `useChat`, and whatever else takes a transport of the AI SDK, to the service. The id of the chat has to be a UUID. */
export class ConversationTransport implements ChatTransport<ConversationMessage> {
  /** A turn that is read again comes from its beginning. */
  readonly resumeStreamIsReplay = true;
  readonly #options: TransportOptions;
  readonly #keys: KeyStore;
  readonly #questions = new Map<string, { readonly question: ActionEvent; readonly reading: Reading }>();

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#keys = options.keys ? withoutFailures(options.keys) : keysInMemory();
  }

  /**
   * Sends the last message of the user as a new turn, also to regenerate an answer.
   *
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
    const message = messages.findLast(({ role }) => role === 'user');
    if (!message) throw new TypeError('there is no message of the user to send');
    if (abortSignal?.aborted) throw reasonOf(abortSignal);
    const { turnFor = plainTurn } = this.#options;
    const sent = {
      idempotencyKey: newIdempotencyKey(),
      body: turnFor(message, { body: given, metadata }),
      at: Date.now(),
    };
    const name = nameOf(chatId);
    const earlier = this.#keys.getItem(name);
    this.#keys.setItem(name, JSON.stringify(sent));
    try {
      const turn = await this.#open(chatId, sent, headers);
      return await this.#read(turn, abortSignal, {
        forget: () => this.#forget(name, sent),
        leave: (first) => {
          this.#forget(name, sent);
          const close = () => turn.close();
          // A turn can be cancelled once it has begun.
          first.then(() => turn.cancel()).then(close, close);
        },
      });
    } catch (error) {
      // The turn of another page may still run.
      if (this.#forget(name, sent) && earlier !== null) this.#keys.setItem(name, earlier);
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
    const name = nameOf(chatId);
    const sent = readSent(this.#keys.getItem(name));
    if (!sent) this.#keys.removeItem(name);
    if (!sent || abortSignal?.aborted) return null;
    const forget = () => this.#forget(name, sent);
    try {
      const turn = await this.#open(chatId, sent, headers);
      return await this.#read(turn, abortSignal, { forget, leave: () => turn.close() });
    } catch (error) {
      if (FINAL.includes(Object(error).status)) forget();
      throw error;
    }
  }

  /** Forgets the turn of a chat that was running, for a user who signs out. */
  forget(chatId: string): void {
    this.#keys.removeItem(nameOf(chatId));
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
      showTurn(open.reading, answered(open.reading.state, actionId));
    return result;
  }

  async #open(
    chatId: string,
    { body, idempotencyKey }: Sent,
    headers: ChatRequestOptions['headers'],
  ): Promise<TurnStream> {
    return this.#options.stream(chatId, body, { idempotencyKey, headers });
  }

  /** Removes a turn from the store, unless another one has taken its place. @returns whether it did */
  #forget(name: string, { idempotencyKey }: Sent): boolean {
    const isKept = readSent(this.#keys.getItem(name))?.idempotencyKey === idempotencyKey;
    if (isKept) this.#keys.removeItem(name);
    return isKept;
  }

  /** @param forget is called at the end of the turn, `leave` when the signal is aborted before */
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
      reading ??= { controller, state: WAITING };
      for (let isShown = false; !isShown; ) {
        const { done, value } = begun ?? (await events.next());
        begun = undefined;
        if (!done) {
          isShown = this.#show(value, reading);
          continue;
        }
        forget();
        end();
        // Rejects after a failure.
        await turn.final();
        return controller.close();
      }
    };
    const source = {
      pull: (controller: ReadableStreamDefaultController<Chunk>) =>
        readOn(controller).catch((error: unknown) => {
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

  /** Shows an event. @returns whether there is something to show */
  #show(event: TurnEvent, reading: Reading): boolean {
    if (event.type === 'message.action_required')
      this.#questions.set(event.data.action_id, { question: event, reading });
    const { state } = reading;
    for (const chunk of textOf(event, state)) reading.controller.enqueue(chunk);
    const isShown = showTurn(reading, follow(state, event));
    for (const chunk of endOf(event, state)) reading.controller.enqueue(chunk);
    return isShown;
  }
}

/** Makes the messages of `useChat` from the turns of a chat: `toUIMessages(await client.turns.list(chatId).all({ limit: Infinity }))`. */
export function toUIMessages(turns: readonly ListedMessage[]): ConversationMessage[] {
  return turns.flatMap((turn): ConversationMessage[] => {
    const { id, prompt, content, usage, status } = turn;
    const { message, ...state } = follow(WAITING, { type: 'message.completed', data: turn });
    const isOver = status === 'completed' || status === 'cancelled';
    const data = { ...state, status: STATUSES[status], message: isOver ? message : undefined };
    return [
      { id: `${id} prompt`, role: 'user', parts: [{ type: 'text', text: prompt }] },
      {
        id: `${id}`,
        role: 'assistant',
        metadata: { usage },
        parts: [
          { type: 'text', text: content, state: 'done' },
          { type: 'data-turn', id: 'turn', data },
        ],
      },
    ];
  });
}

const STATUSES = {
  completed: 'completed',
  cancelled: 'cancelled',
  error: 'failed',
  pending: 'running',
} as const;
const TEXT = { id: 'text' } as const;

/** The chunks for the text of an event. The whole turn is one step, so that a failover can take its text back. */
function textOf(event: TurnEvent, { text: earlier }: TurnState): readonly Chunk[] {
  if (event.type === 'message.start')
    return [{ type: 'start', messageId: `${event.data.message_id}` }, { type: 'start-step' }];
  if (event.type !== 'message.delta') return [];
  const { replace, text: delta } = event.data;
  const begin: readonly Chunk[] = [{ type: 'reset-step' }, { type: 'text-start', ...TEXT }];
  if (delta === '') return begin.slice(0, replace ? 1 : 0);
  return [...(replace || earlier === '' ? begin : []), { type: 'text-delta', delta, ...TEXT }];
}

/** The last chunks. A failure is none: it is thrown. */
function endOf(event: TurnEvent, { text }: TurnState): readonly Chunk[] {
  if (event.type !== 'message.completed' && event.type !== 'message.cancelled') return [];
  return [
    ...(text === '' ? [] : [{ type: 'text-end', ...TEXT } as const]),
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop', messageMetadata: { usage: event.data.usage } },
  ];
}

/** @returns whether it is another state than before */
function showTurn(reading: Reading, state: TurnState): boolean {
  if (state === reading.state) return false;
  reading.state = state;
  reading.controller.enqueue({ type: 'data-turn', id: 'turn', data: state });
  return true;
}

function plainTurn({ parts }: ConversationMessage, { body }: GivenOptions): SendTurnRequest {
  const content = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
  return { content, permission_mode: 'manual', ...body };
}

function nameOf(chatId: string): string {
  return `conversation-api ${chatId}`;
}

/** @returns undefined for what is not from here, or too old */
function readSent(kept: string | null): Sent | undefined {
  try {
    const { idempotencyKey, body, at = 0 } = JSON.parse(kept ?? '') as Partial<Sent>;
    const isSent = typeof idempotencyKey === 'string' && typeof body?.content === 'string';
    return isSent && at > Date.now() - OLDEST ? { idempotencyKey, body, at } : undefined;
  } catch {
    return undefined;
  }
}

/** A store may be full, or forbidden to this page. */
function withoutFailures(keys: KeyStore): KeyStore {
  function attempt<Result>(act: () => Result): Result | undefined {
    try {
      return act();
    } catch {
      return undefined;
    }
  }
  return {
    getItem: (name) => attempt(() => keys.getItem(name)) ?? null,
    setItem: (name, value) => attempt(() => keys.setItem(name, value)),
    removeItem: (name) => attempt(() => keys.removeItem(name)),
  };
}

function keysInMemory(): KeyStore {
  const keys = new Map<string, string>();
  return {
    getItem: (name) => keys.get(name) ?? null,
    setItem: (name, value) => void keys.set(name, value),
    removeItem: (name) => void keys.delete(name),
  };
}

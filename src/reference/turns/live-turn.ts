import type { AgentRun, MessageStart, Source, StreamEvent } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';
import type { EventSink } from '../http/exchange.ts';
import { createMask, type Mask, maskText, unmask } from '../incognito/mask.ts';
import { Lifetime } from '../lifetime.ts';
import { mapStrings } from '../map-strings.ts';
import type { GrowingMask } from '../secrets/growing-mask.ts';
import type { MaskSecrets, SecretMask } from '../secrets/secret-mask.ts';
import type { LoggedTurn, ServiceLog, TroubledPart } from '../service-log.ts';
import type { TurnClose, TurnFailure } from '../store/store.ts';
import { type CutCause, TurnCut, TurnOver } from './cut.ts';
import { GrowingText } from './growing-text.ts';
import { PingingSink } from './keep-alive.ts';
import type { TurnOrder } from './order.ts';
import type { Outbox } from './outbox.ts';
import { StepLog } from './step-log.ts';
import { UsageLedger } from './usage.ts';

/** Parts of a model's reply that a turn handles before it lets other requests run. */
const BURST = 256;
/** Characters that count as one more part. */
const PART_LENGTH = 256;
/** Bytes of input that count as one more part. The shortest events have three bytes. */
const INPUT_LENGTH = 64;

/** How a turn ended. */
export interface TurnEnd {
  readonly close: TurnClose;
  /** Present when the close failed. The client gets this failure instead of the outcome. */
  readonly unsettled?: TurnFailure;
}

/** What all running turns share. */
export interface TurnSurroundings {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly log: ServiceLog;
  readonly secrets: SecretMask;
}

/** A running turn with everything it has produced so far. It runs to its end whether or not a stream follows it. */
export class LiveTurn {
  readonly id: number;
  readonly order: TurnOrder;
  readonly createdAt: number;
  readonly steps: StepLog;
  /** The usage of the conductor. Each agent task has a ledger of its own. */
  readonly usage = new UsageLedger();
  readonly sources: Source[] = [];
  readonly runs: AgentRun[] = [];
  /** The replacements of incognito mode; undefined when the company does not use it. */
  readonly mask: Mask | undefined;
  /** The tokens of all concluded agent tasks. */
  agentTokens = 0;
  /** Milliseconds until the answer began; undefined while it is empty. */
  untilText: number | undefined;
  /** Ends when the turn is cut or has ended. Everything that belongs to the turn is created through it. */
  readonly lifetime = new Lifetime();

  readonly #surroundings: TurnSurroundings;
  readonly #begun: number;
  readonly #content = new GrowingText();
  /** Masks the secrets in the answer. */
  #secrets: GrowingMask;
  /** Parts since the turn last let other requests run. */
  #burst = 0;
  #sink: PingingSink | undefined;
  #end: TurnEnd | undefined;
  #ended: PromiseWithResolvers<TurnEnd> | undefined;

  constructor(id: number, order: TurnOrder, createdAt: number, surroundings: TurnSurroundings) {
    this.id = id;
    this.order = order;
    this.createdAt = createdAt;
    this.#surroundings = surroundings;
    this.#begun = surroundings.clock.elapsed();
    this.#secrets = surroundings.secrets.grow();
    this.steps = new StepLog(surroundings.clock, this);
    this.mask = order.company.incognito && createMask(order.company.incognito);
  }

  /** Aborted with a TurnCut when the turn must stop, and with a TurnOver when it has ended. */
  get signal(): AbortSignal {
    return this.lifetime.signal;
  }

  /** The answer so far. */
  get content(): string {
    return String(this.#content);
  }

  /** The members of a message that do not depend on the outcome. */
  get facts() {
    const { id, createdAt, order } = this;
    return { id, chatId: order.chatId, metadata: order.metadata, createdAt };
  }

  /**
   * Resolves when the turn has ended. The promise is created on first use: streams never use it, and thousands of them
   * may wait.
   */
  get ended(): Promise<TurnEnd> {
    if (!this.#ended) {
      this.#ended = Promise.withResolvers();
      if (this.#end) this.#ended.resolve(this.#end);
    }
    return this.#ended.promise;
  }

  /** The time in milliseconds since the epoch. */
  now(): number {
    return this.#surroundings.clock.now();
  }

  /** Milliseconds since the turn began. */
  get duration(): number {
    return this.#surroundings.clock.elapsed() - this.#begun;
  }

  /** Stops the turn. Later causes are ignored. @param error the error behind the cause, for the log */
  cut(cause: CutCause, error?: unknown): void {
    this.lifetime.end(new TurnCut(cause, error === undefined ? undefined : { cause: error }));
  }

  /** Stops the turn from inside its own code. @returns the error to throw */
  cutShort(cause: CutCause): unknown {
    this.cut(cause);
    return this.lifetime.reason;
  }

  /** Replaces personal data in a text for a model, if the company uses incognito mode. */
  conceal(text: string): string {
    return this.mask ? maskText(text, this.mask) : text;
  }

  /** Puts personal data back into a text of a model. */
  restore(text: string): string {
    return this.mask ? unmask(text, this.mask) : text;
  }

  /** Puts personal data back into every string of a tool's input. */
  restoreAll(input: Record<string, unknown>): Record<string, unknown> {
    const { mask } = this;
    return mask ? mapStrings(input, (text) => unmask(text, mask)) : input;
  }

  /** Removes secrets from the text of an error or of another program, before a client or a model gets it. */
  get hideSecrets(): MaskSecrets {
    return this.#surroundings.secrets.text;
  }

  /** Removes secrets from every string of a value. */
  hideSecretsIn<Value>(value: Value): Value {
    return this.#surroundings.secrets.value(value);
  }

  /** Logs a failure that does not end the turn. */
  logTrouble(part: TroubledPart, error: unknown): void {
    this.#surroundings.log.turnTroubled(this.logged, part, error);
  }

  /** What identifies the turn in the log. */
  get logged(): LoggedTurn {
    return { requestId: this.order.requestId, chatId: this.order.chatId, messageId: this.id };
  }

  /** Makes a stream follow the turn, and sends message.start to it. */
  attach(sink: EventSink): void {
    this.#sink = new PingingSink(sink, this.#surroundings.clock);
    this.#sink.send(startEvent(this.id, this.order.chatId, this.order.requestId));
  }

  /** Appends a text to the answer, or replaces the answer with it. An end with which a secret may begin is held back until `flush`. */
  write(text: string, replace: boolean): void {
    if (replace) this.#secrets = this.#surroundings.secrets.grow();
    this.#show(this.#secrets.push(text), replace);
  }

  /** Shows the text that was held back, since no text follows for now. */
  flush(): void {
    this.#show(this.#secrets.flush(), false);
  }

  /**
   * Called after each part of a reply. After a burst of parts the turn lets other requests run, and waits until the reader of its stream
   * has room for more or disconnects, or the turn is cut. A turn without a reader does not wait for one.
   *
   * @param characters the length of the part
   */
  pace(characters: number): Promise<void> | undefined {
    this.#burst += 1 + characters / PART_LENGTH;
    if (this.#burst < BURST) return undefined;
    this.#burst = 0;
    return this.#rest();
  }

  /** Called for the input from a provider, which takes time even if it has no content. */
  paceInput(bytes: number): Promise<void> | undefined {
    return this.pace((bytes / INPUT_LENGTH) * PART_LENGTH);
  }

  /** Queues an event without its secrets. The events of a turn keep their order. A turn that has ended publishes nothing more. */
  publish(event: StreamEvent): void {
    this.#put(this.hideSecretsIn(event));
  }

  /** Sends events to the stream at once, if one follows the turn. */
  sendAll(events: readonly StreamEvent[]): void {
    this.#sink?.sendAll(events);
  }

  /** Ends everything that belongs to the turn, sends the terminal event, closes the stream, and resolves `ended`. */
  finish(end: TurnEnd, terminal: StreamEvent): void {
    this.lifetime.end(new TurnOver());
    this.#sink?.send(terminal);
    this.#sink?.end();
    this.#sink = undefined;
    this.#end = end;
    this.#ended?.resolve(end);
  }

  #show(text: string, replace: boolean): void {
    if (text === '' && !replace) return;
    this.untilText ??= this.duration;
    if (replace) this.#content.replace(text);
    else this.#content.append(text);
    this.#put({ type: 'message.delta', data: { text, replace } });
  }

  #put(event: StreamEvent): void {
    if (!this.#end) this.#surroundings.outbox.put(this, event);
  }

  async #rest(): Promise<void> {
    await this.#surroundings.outbox.nextRound();
    const room = this.#sink?.room();
    if (room) await untilOver(room, this.lifetime);
  }
}

/** The first event of a stream, live or replayed. */
export function startEvent(messageId: number, chatId: string, requestId: string): StreamEvent {
  const data: MessageStart = { chat_id: chatId, message_id: messageId, request_id: requestId };
  return { type: 'message.start', data };
}

/** Waits for a promise, or until the lifetime has ended. */
async function untilOver(promise: Promise<void>, lifetime: Lifetime): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const giveUp = lifetime.own(resolve);
  await Promise.race([promise, over]);
  giveUp();
}

import type { AgentRun, MessageStart, Source, Step, StreamEvent } from '../../../generated/types.d.ts';
import type { Clock } from '../clock.ts';
import type { EventSink } from '../http/exchange.ts';
import { createMask, type Mask, maskText, unmask } from '../incognito/mask.ts';
import type { TurnClose } from '../store/store.ts';
import { type CutCause, TurnCut } from './cut.ts';
import type { TurnFailure } from './failure.ts';
import { PingingSink } from './keep-alive.ts';
import type { TurnOrder } from './order.ts';
import type { Outbox } from './outbox.ts';
import { StepLog } from './step-log.ts';
import { UsageLedger } from './usage.ts';

/** What became of a turn: the outcome, and instead of it what is told when its close went wrong. */
export interface TurnEnd {
  readonly close: TurnClose;
  readonly unsettled?: TurnFailure;
}

/** A turn that runs, with all that it has produced so far. It lives until its end was told, whoever listens. */
export class LiveTurn {
  readonly id: number;
  readonly order: TurnOrder;
  readonly createdAt: number;
  readonly steps: StepLog;
  /** The conductor's; agent tasks keep their own. */
  readonly usage = new UsageLedger();
  readonly sources: Source[] = [];
  readonly runs: AgentRun[] = [];
  /** What incognito mode has replaced; undefined when the company does not use it. */
  readonly mask: Mask | undefined;
  /** The answer so far. */
  content = '';
  agentTokens = 0;

  readonly #outbox: Outbox;
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  #sink: EventSink | undefined;
  #end: TurnEnd | undefined;
  #ended: PromiseWithResolvers<TurnEnd> | undefined;

  constructor(id: number, order: TurnOrder, createdAt: number, clock: Clock, outbox: Outbox) {
    this.id = id;
    this.order = order;
    this.createdAt = createdAt;
    this.#clock = clock;
    this.#outbox = outbox;
    this.steps = new StepLog(clock, (step) => this.#tellStep(step));
    this.mask = order.company.incognito && createMask(order.company.incognito);
  }

  /** Aborted, with a TurnCut as its reason, when the turn shall stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What a message tells of the turn whatever became of it. */
  get facts() {
    const { id, createdAt, order } = this;
    return { id, chatId: order.chatId, metadata: order.metadata, createdAt };
  }

  /** The end, once it has come. Made when somebody asks: a stream never does, and thousands of them may wait. */
  get ended(): Promise<TurnEnd> {
    if (!this.#ended) {
      this.#ended = Promise.withResolvers();
      if (this.#end) this.#ended.resolve(this.#end);
    }
    return this.#ended.promise;
  }

  /** The moment, in milliseconds since the epoch. */
  now(): number {
    return this.#clock.now();
  }

  /** Stops the turn. The first cause counts. */
  cut(cause: CutCause): void {
    if (!this.signal.aborted) this.#controller.abort(new TurnCut(cause));
  }

  /** Stops the turn from within. @returns what to throw */
  cutShort(cause: CutCause): unknown {
    this.cut(cause);
    return this.signal.reason;
  }

  /** A text as a model may see it. */
  conceal(text: string): string {
    return this.mask ? maskText(text, this.mask) : text;
  }

  /** A text of a model as people see it. */
  restore(text: string): string {
    return this.mask ? unmask(text, this.mask) : text;
  }

  /** What a model wrote as the input of a tool, as the tool gets it. */
  restoreAll(input: Record<string, unknown>): Record<string, unknown> {
    return this.mask ? (restoreIn(input, this.mask) as Record<string, unknown>) : input;
  }

  /** Lets a stream follow the turn, from its start on. */
  attach(sink: EventSink): void {
    this.#sink = new PingingSink(sink, this.#clock);
    this.#sink.send(startEvent(this.id, this.order.chatId, this.order.requestId));
  }

  /** Adds to the answer, or takes its place. */
  say(text: string, replace: boolean): void {
    this.content = replace ? text : this.content + text;
    this.#outbox.put({
      turn: this,
      event: { type: 'message.delta', data: { text, replace } },
      text: { turnId: this.id, text, replace },
    });
  }

  /** Tells an event that is no text. It keeps its place among the texts. */
  tell(event: StreamEvent): void {
    this.#outbox.put({ turn: this, event });
  }

  /** Writes to the stream, if one follows. */
  send(event: StreamEvent): void {
    this.#sink?.send(event);
  }

  /** Tells the end: the terminal event, then nothing more. */
  finish(end: TurnEnd, terminal: StreamEvent): void {
    this.send(terminal);
    this.#sink?.end();
    this.#sink = undefined;
    this.#end = end;
    this.#ended?.resolve(end);
  }

  #tellStep(step: Step): void {
    this.tell({ type: 'message.step', data: { steps: [step] } });
  }
}

export function startEvent(messageId: number, chatId: string, requestId: string): StreamEvent {
  const data: MessageStart = { chat_id: chatId, message_id: messageId, request_id: requestId };
  return { type: 'message.start', data };
}

function restoreIn(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return unmask(value, mask);
  if (Array.isArray(value)) return value.map((item) => restoreIn(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, restoreIn(item, mask)]));
}

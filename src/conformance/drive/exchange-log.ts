import { ConsistencyJudge } from '../judge/consistency/consistency-judge.ts';
import { ExchangeJudge } from '../judge/exchange-judge.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { StreamFacts } from '../judge/stream-facts.ts';
import { describeSuiteDefect } from '../judge/suite-defect.ts';
import { Timing } from '../judge/timing.ts';
import { ExchangeWriter } from './exchange-writer.ts';
import { HeldAnswers } from './held-answers.ts';
import type { DriveLimits } from './limits.ts';
import type { LoggedExchange } from './logged-exchange.ts';
import type { StallMonitor } from './stall-monitor.ts';
import type { WireRequest } from './wire.ts';

/** Bytes kept of all bodies in a run. A whole run against a correct target takes 12 MiB. */
const KEPT_OF_ALL = 16 * 1024 * 1024;
/** Bytes of answers and streams that the checks running in parallel may hold. */
const HELD_BYTES = 16 * 1024 * 1024;
/** Bytes of memory that a chunk takes besides its content. */
const CHUNK_COST = 256;

/** The path of a send, with its chat. */
const SEND = /\/chats\/([^/]+)\/messages(\/stream)?$/;

export interface ExchangeLogOptions {
  readonly judgement: Judgement;
  /** Takes the violations that several exchanges show together; the judgement by default. */
  readonly held?: Pick<Judgement, 'report'>;
  /** How many times faster than real time the target's timers run. */
  readonly timeScale: number;
  /** The largest event and the largest other body that are read, in bytes. The judge has its own defaults. */
  readonly limits?: Pick<DriveLimits, 'eventBytes' | 'bytes'> | undefined;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** Measures how long immediate answers take, and tells the stream judge how far times can be trusted. */
  readonly stallMonitor?: StallMonitor | undefined;
  /** Called with each exchange when it ends. */
  onOver?: ((exchange: LoggedExchange) => void) | undefined;
}

/** More than the bytes of any request whose length matters. */
const LONGEST_REQUEST = 1_000_000;

/** Logs the exchanges of a run, judges each one as it arrives, and compares them with each other. */
export class ExchangeLog {
  readonly exchanges: LoggedExchange[] = [];
  /**
   * By exchange, how much led to it: the earlier requests to its chat or skill, or else those of its check, and then the length of its
   * request, which grows with what a turn does.
   */
  readonly sizes: number[] = [];
  /** Ids of agents that a check knows to be out of reach. */
  readonly outOfReach = new Set<unknown>();
  readonly #requests = new Map<string, number>();
  readonly #options: ExchangeLogOptions;
  readonly #begun: number;
  readonly #consistency: ConsistencyJudge;
  readonly #keys = new Set<string>();
  /** The chats to which a turn was sent. */
  readonly #chats = new Set<string>();
  readonly #held = new HeldAnswers(HELD_BYTES);
  #room = KEPT_OF_ALL;

  constructor(options: ExchangeLogOptions) {
    this.#options = options;
    this.#begun = options.now();
    this.#consistency = new ConsistencyJudge(
      options.held ?? options.judgement,
      new Timing(options.timeScale, options.stallMonitor),
    );
  }

  begin(check: string, actor: string, request: WireRequest): ExchangeWriter {
    const exchange: LoggedExchange = {
      number: this.exchanges.length,
      check,
      actor,
      request,
      sentAt: this.#elapsed(),
      chunks: [],
      length: 0,
    };
    this.sizes.push(this.#sizeOf(request, check));
    this.exchanges.push(exchange);
    const { limits, judgement, timeScale, stallMonitor, onOver } = this.#options;
    const facts: StreamFacts = {
      exchange: exchange.number,
      timeScale,
      delays: stallMonitor,
      outOfReach: this.outOfReach,
      isReplay: this.#isReplay(actor, request),
      mayBeLeft: true,
      isOfService: true,
      eventBytes: limits?.eventBytes,
      bodyBytes: limits?.bytes,
    };
    return new ExchangeWriter(exchange, {
      judgeFor: (listener) => new ExchangeJudge(judgement, request, { ...facts, listener }),
      consistency: this.#consistency,
      onDefect: (error) =>
        judgement.leaveOut(describeSuiteDefect(`the judge of exchange ${exchange.number}`, error)),
      elapsed: () => this.#elapsed(),
      onAnswered: this.#isAnsweredAtOnce(actor, request) ? stallMonitor?.begin(exchange.sentAt) : undefined,
      // Anything that seems late during the pause may have been sent in time.
      pause: () => stallMonitor?.begin(this.#elapsed(), true) ?? (() => {}),
      take: (bytes) => this.#take(bytes),
      hold: (text, values) => this.#held.hold(check, text, values),
      onOver,
    });
  }

  #sizeOf({ path, body }: WireRequest, check: string): number {
    const [subject = check] = /\/api\/v1\/(?:chats|skills)\/[^/?]+/.exec(path) ?? [];
    const earlier = this.#requests.get(subject) ?? 0;
    this.#requests.set(subject, earlier + 1);
    return earlier * LONGEST_REQUEST + Math.min(body?.length ?? 0, LONGEST_REQUEST - 1);
  }

  /** Releases what a check holds of its answers once the check has ended. */
  release(check: string): void {
    this.#held.release(check);
  }

  /**
   * Whether the time until the response starts shows how long the target stood still. It does not for a blocking turn, which takes its own
   * time, nor for a send to a chat that already had a turn: the service may make it wait, and a check must see that.
   */
  #isAnsweredAtOnce(actor: string, { method, path }: WireRequest): boolean {
    const [, chatId, stream] = (method === 'POST' && SEND.exec(path)) || [];
    if (chatId === undefined) return actor !== 'application';
    const isFirst = !this.#chats.has(chatId);
    this.#chats.add(chatId);
    return stream !== undefined && isFirst;
  }

  /** Whether a send repeats the idempotency key of an earlier send by the same actor. */
  #isReplay(actor: string, { path, headers }: WireRequest): boolean {
    const key = headers['idempotency-key'];
    if (key === undefined) return false;
    const name = `${actor} ${path} ${key}`;
    const isKnown = this.#keys.has(name);
    this.#keys.add(name);
    return isKnown;
  }

  /** Reserves room for kept bytes. @returns how many bytes could be reserved */
  #take(bytes: number): number {
    const taken = Math.max(0, Math.min(bytes, this.#room - CHUNK_COST));
    if (taken > 0) this.#room -= taken + CHUNK_COST;
    return taken;
  }

  #elapsed(): number {
    return this.#options.now() - this.#begun;
  }
}

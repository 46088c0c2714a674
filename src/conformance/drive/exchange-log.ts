import type { OpenPointId } from '../../../generated/ids.d.ts';
import { ConsistencyJudge } from '../judge/consistency/consistency-judge.ts';
import { ExchangeJudge } from '../judge/exchange-judge.ts';
import { isObject } from '../judge/json.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import { usableBody, usableData } from '../judge/shape/rejected.ts';
import type { ReadEvent, StreamFacts, StreamListener } from '../judge/stream-facts.ts';
import { describeSuiteDefect } from '../judge/suite-defect.ts';
import { Timing } from '../judge/timing.ts';
import { HeldAnswers } from './held-answers.ts';
import type { DriveLimits } from './limits.ts';
import type { StallMonitor } from './stall-monitor.ts';
import type { Pause, WireRequest } from './wire.ts';

/** Bytes of one body that are kept as evidence. The judge still reads every byte. */
const KEPT_BYTES = 256 * 1024;
/** Bytes kept of all bodies in a run. A whole run against a correct target takes 12 MiB. */
const KEPT_OF_ALL = 16 * 1024 * 1024;
/** Chunks of a body that are kept separately, with their times. */
const KEPT_CHUNKS = 2000;
/** Bytes of answers and streams that the checks running in parallel may hold. */
const HELD_BYTES = 16 * 1024 * 1024;
/** Bytes of memory that a chunk takes besides its content. */
const CHUNK_COST = 256;

/** One exchange with the target, as evidence. */
export interface LoggedExchange {
  /** Number of the exchange in the run. Findings refer to it. */
  readonly number: number;
  /** Id of the check that sent the request. */
  readonly check: string;
  /** Name of the credential in the profile. */
  readonly actor: string;
  readonly request: WireRequest;
  /** Milliseconds since the start of the run. */
  readonly sentAt: number;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The kept part of the body, with the arrival times in milliseconds since the start of the run. */
  readonly chunks: { readonly at: number; readonly bytes: Uint8Array }[];
  /** Length of the whole body in bytes. */
  length: number;
  end?: StreamEnd;
  /** When it ended, in milliseconds since the start of the run. */
  endedAt?: number;
  /** When the first event of its stream arrived, in milliseconds since the start of the run. */
  firstEventAt?: number;
  /** Whether the run itself held the request back, or left the response unread, so that its times do not show the target's speed. */
  isDelayed?: boolean;
  /** How often the request was asked to wait before this answer. */
  refusals?: number;
  /** Open points whose conditions the check has set up, according to the check. */
  observed?: OpenPointId[];
  /** Why there is no complete response. */
  problem?: string;
  /** Whether something else than the service answered. */
  isStrange?: boolean;
}

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

interface WriterParts {
  /** Creates the judge of the exchange, which passes the events of a stream to the listener. */
  judgeFor(listener: StreamListener): ExchangeJudge;
  readonly consistency: ConsistencyJudge;
  /** Called when the judge throws. It then reads no more of the exchange. */
  onDefect(error: unknown): void;
  /** Milliseconds since the start of the run. */
  elapsed(): number;
  /** Records that the response is left unread for a while. */
  readonly pause: Pause;
  /** Reserves room for kept bytes and returns how many bytes could be reserved. */
  take(bytes: number): number;
  /** Reserves memory for JSON that the check holds. @throws TransportFailure if none is left */
  hold(text: string, values: number): void;
  /** Called when the response starts, or when it is certain that there will be none. */
  readonly onAnswered: (() => void) | undefined;
  readonly onOver: ExchangeLogOptions['onOver'];
}

/** Logs and judges one exchange as it proceeds. */
export class ExchangeWriter {
  readonly exchange: LoggedExchange;
  readonly #parts: WriterParts;
  readonly #judge: ExchangeJudge;
  #follower: StreamListener | undefined;
  #isJudged = true;
  #isCompared = true;
  #body: unknown;

  constructor(exchange: LoggedExchange, parts: WriterParts) {
    this.exchange = exchange;
    this.#parts = parts;
    this.#judge = parts.judgeFor({
      event: (event) => {
        if (!exchange.isDelayed) exchange.firstEventAt ??= parts.elapsed();
        const { type, text, value } = event;
        const usable = { ...event, value: usableData(type, value, text.length) };
        this.#compareEvent(usable);
        this.#follower?.event(usable);
      },
      unreadable: (error) => this.#follower?.unreadable(error),
    });
    this.#compare((consistency) => consistency.begin(exchange));
  }

  respond(status: number, headers: Readonly<Record<string, string>>): void {
    this.exchange.status = status;
    this.exchange.headers = headers;
    this.#parts.onAnswered?.();
    this.#guard(() => this.#judge.respond({ status, headers }));
  }

  /** Passes each event of a stream to a follower after it has been judged. */
  follow(follower: StreamListener): void {
    this.#follower = follower;
  }

  /** Records that the response is left unread. @returns a function that records that reading resumes */
  pause(): () => void {
    this.exchange.isDelayed = true;
    return this.#parts.pause();
  }

  push(bytes: Uint8Array): void {
    if (this.exchange.end !== undefined) return;
    const at = this.#parts.elapsed();
    this.#keep(bytes, at);
    this.exchange.length += bytes.length;
    this.#guard(() => this.#judge.push(bytes, at));
  }

  /** Reserves memory for JSON that the check will hold. @throws TransportFailure if the checks already hold too much */
  hold(text: string, values: number): void {
    this.#parts.hold(text, values);
  }

  /** Takes the parsed body of a complete JSON answer. @returns the body with what its shape rejects as `Rejected` */
  answer(body: unknown): unknown {
    this.#body = body;
    const { request, status = 0, length } = this.exchange;
    const usable = usableBody(request, status, body, length);
    this.#compare((consistency, number, at) => consistency.answer(number, status, usable, at));
    return usable;
  }

  end(how: StreamEnd, problem?: string): void {
    if (this.exchange.end !== undefined) return;
    this.exchange.end = how;
    this.exchange.endedAt = this.#parts.elapsed();
    this.#parts.onAnswered?.();
    if (problem !== undefined) this.exchange.problem = problem;
    this.#guard(() => this.#judge.end(how, this.#parts.elapsed(), this.#body));
    this.#body = undefined;
    this.#compare((consistency, number, at) => consistency.end(number, at));
    this.#parts.onOver?.(this.exchange);
  }

  /** Exceptions in the judge never reach the check that made the exchange. */
  #guard(judge: () => void): void {
    if (!this.#isJudged) return;
    try {
      judge();
    } catch (error) {
      this.#isJudged = false;
      this.#parts.onDefect(error);
    }
  }

  /**
   * If comparing the exchange with others fails, the exchange itself is still judged, so a follower of its stream gets the remaining
   * events.
   */
  #compare(tell: (consistency: ConsistencyJudge, number: number, at: number) => void): void {
    if (!this.#isCompared) return;
    try {
      tell(this.#parts.consistency, this.exchange.number, this.#parts.elapsed());
    } catch (error) {
      this.#isCompared = false;
      this.#parts.onDefect(error);
    }
  }

  #compareEvent({ type, value }: ReadEvent): void {
    this.#compare((consistency, number, at) =>
      consistency.event(number, type, isObject(value) ? value : {}, at),
    );
  }

  #keep(bytes: Uint8Array, at: number): void {
    const { chunks, length } = this.exchange;
    if (chunks.length >= KEPT_CHUNKS || length >= KEPT_BYTES) return;
    const kept = this.#parts.take(Math.min(bytes.length, KEPT_BYTES - length));
    if (kept > 0) chunks.push({ at, bytes: Uint8Array.from(bytes.subarray(0, kept)) });
  }
}

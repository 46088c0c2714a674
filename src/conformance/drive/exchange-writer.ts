import type { ConsistencyJudge } from '../judge/consistency/consistency-judge.ts';
import type { ExchangeJudge } from '../judge/exchange-judge.ts';
import { isObject } from '../judge/json.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import { usableBody, usableData } from '../judge/shape/rejected.ts';
import type { ReadEvent, StreamListener } from '../judge/stream-facts.ts';
import type { LoggedExchange } from './logged-exchange.ts';
import type { Pause } from './wire.ts';

/** Bytes of one body that are kept as evidence. The judge still reads every byte. */
const KEPT_BYTES = 256 * 1024;
/** Chunks of a body that are kept separately, with their times. */
const KEPT_CHUNKS = 2000;

/** The parts of a run that the writer of an exchange needs. */
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
  readonly onOver: ((exchange: LoggedExchange) => void) | undefined;
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

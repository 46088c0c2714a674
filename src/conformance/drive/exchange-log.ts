import { ExchangeJudge } from '../judge/exchange-judge.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import type { WireRequest } from './wire.ts';

/** Bytes of a body that are kept as evidence. The judge sees all of them. */
const KEPT_BYTES = 256 * 1024;
/** Of all bodies of a run. A sound run has a few of these in all. */
const KEPT_OF_ALL = 6 * 1024 * 1024;
/** Pieces of a body that are kept apart. Each takes memory besides its bytes. */
const KEPT_CHUNKS = 2000;
const CHUNK_COST = 256;

/** One exchange with the target, as evidence. */
export interface LoggedExchange {
  /** Its number in the run, which findings name. */
  readonly number: number;
  /** The check that made it. */
  readonly check: string;
  /** The credential that it was made with, by its name in the profile. */
  readonly actor: string;
  readonly request: WireRequest;
  /** Milliseconds since the run began. */
  readonly sentAt: number;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** What was kept of the body, with the moments at which it came. */
  readonly chunks: { readonly at: number; readonly bytes: Uint8Array }[];
  /** Bytes of the body in all. */
  length: number;
  end?: StreamEnd;
  /** Why there is no whole response. */
  problem?: string;
}

export interface ExchangeLogOptions {
  readonly judgement: Judgement;
  /** How many times faster than real time the target's timers run. */
  readonly timeScale: number;
  /** Bytes of one event, or of a whole body, that are judged; the judge's own limit when absent. */
  readonly judgedBytes?: number | undefined;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Called with each exchange that is over. */
  onOver?: ((exchange: LoggedExchange) => void) | undefined;
}

/** Keeps every exchange of a run, and has each judged while it comes in. */
export class ExchangeLog {
  readonly exchanges: LoggedExchange[] = [];
  readonly #options: ExchangeLogOptions;
  readonly #begun: number;
  #room = KEPT_OF_ALL;

  constructor(options: ExchangeLogOptions) {
    this.#options = options;
    this.#begun = options.now();
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
    this.exchanges.push(exchange);
    const { judgedBytes, judgement, timeScale, onOver } = this.#options;
    const judge = new ExchangeJudge(
      judgement,
      { method: request.method, path: request.path, body: request.body },
      {
        exchange: exchange.number,
        timeScale,
        mayBeLeft: true,
        ...(judgedBytes && { eventBytes: judgedBytes }),
      },
    );
    return new ExchangeWriter(exchange, {
      judge,
      elapsed: () => this.#elapsed(),
      take: (bytes) => this.#take(bytes),
      onOver,
    });
  }

  /** Takes of what may still be kept. @returns how much there was */
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
  readonly judge: ExchangeJudge;
  /** Milliseconds since the run began. */
  elapsed(): number;
  /** How many of so many bytes may be kept. */
  take(bytes: number): number;
  readonly onOver: ExchangeLogOptions['onOver'];
}

/** Writes one exchange as it goes on. */
export class ExchangeWriter {
  readonly exchange: LoggedExchange;
  readonly #parts: WriterParts;

  constructor(exchange: LoggedExchange, parts: WriterParts) {
    this.exchange = exchange;
    this.#parts = parts;
  }

  respond(status: number, headers: Readonly<Record<string, string>>): void {
    this.exchange.status = status;
    this.exchange.headers = headers;
    this.#parts.judge.respond({ status, headers });
  }

  push(bytes: Uint8Array): void {
    if (this.exchange.end !== undefined) return;
    const at = this.#parts.elapsed();
    this.#keep(bytes, at);
    this.exchange.length += bytes.length;
    this.#parts.judge.push(bytes, at);
  }

  end(how: StreamEnd, problem?: string): void {
    if (this.exchange.end !== undefined) return;
    this.exchange.end = how;
    if (problem !== undefined) this.exchange.problem = problem;
    this.#parts.judge.end(how, this.#parts.elapsed());
    this.#parts.onOver?.(this.exchange);
  }

  #keep(bytes: Uint8Array, at: number): void {
    const { chunks, length } = this.exchange;
    if (chunks.length >= KEPT_CHUNKS || length >= KEPT_BYTES) return;
    const kept = this.#parts.take(Math.min(bytes.length, KEPT_BYTES - length));
    if (kept > 0) chunks.push({ at, bytes: Uint8Array.from(bytes.subarray(0, kept)) });
  }
}

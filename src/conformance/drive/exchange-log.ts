import { ExchangeJudge } from '../judge/exchange-judge.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { StreamEnd } from '../judge/rules/rule.ts';
import type { WireRequest } from './wire.ts';

/** Bytes of a body that are kept as evidence. The judge sees all of them. */
const KEPT_BYTES = 256 * 1024;

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
    const { judgement, timeScale, onOver } = this.#options;
    const judge = new ExchangeJudge(
      judgement,
      { method: request.method, path: request.path, body: request.body },
      { exchange: exchange.number, timeScale, mayBeLeft: true },
    );
    return new ExchangeWriter(exchange, judge, () => this.#elapsed(), onOver);
  }

  #elapsed(): number {
    return this.#options.now() - this.#begun;
  }
}

/** Writes one exchange as it goes on. */
export class ExchangeWriter {
  readonly exchange: LoggedExchange;
  readonly #judge: ExchangeJudge;
  readonly #elapsed: () => number;
  readonly #onOver: ExchangeLogOptions['onOver'];

  constructor(
    exchange: LoggedExchange,
    judge: ExchangeJudge,
    elapsed: () => number,
    onOver: ExchangeLogOptions['onOver'],
  ) {
    this.exchange = exchange;
    this.#judge = judge;
    this.#elapsed = elapsed;
    this.#onOver = onOver;
  }

  respond(status: number, headers: Readonly<Record<string, string>>): void {
    this.exchange.status = status;
    this.exchange.headers = headers;
    this.#judge.respond({ status, headers });
  }

  push(bytes: Uint8Array): void {
    const at = this.#elapsed();
    const room = KEPT_BYTES - this.exchange.length;
    if (room > 0) this.exchange.chunks.push({ at, bytes: Uint8Array.from(bytes.subarray(0, room)) });
    this.exchange.length += bytes.length;
    this.#judge.push(bytes, at);
  }

  end(how: StreamEnd, problem?: string): void {
    if (this.exchange.end !== undefined) return;
    this.exchange.end = how;
    if (problem !== undefined) this.exchange.problem = problem;
    this.#judge.end(how, this.#elapsed());
    this.#onOver?.(this.exchange);
  }
}

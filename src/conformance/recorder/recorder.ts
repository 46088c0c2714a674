import type { Finding } from '../judge/finding.ts';
import type { Judgement } from '../judge/judgement.ts';
import { matchOperation } from '../judge/operations.ts';
import type { ExchangeRecord } from '../recordings/recording-format.ts';
import { RecordingJudge } from '../recordings/recording-judge.ts';
import { DiskLimitError } from '../recordings/rotated-recording.ts';
import {
  type ExchangeFile,
  type RecordingStore,
  VanishedOutputError,
} from '../recordings/write-recording.ts';
import { joinHeaders, type RawHeaders } from './forward-headers.ts';
import type { KnownTokens } from './known-tokens.ts';
import type { RecordLimits } from './record-limits.ts';
import type { RecordObserver } from './record-observer.ts';
import { type OpenRequests, RecordedExchange, type RequestHead } from './recorded-exchange.ts';
import { CUT, noteExchange, RecorderJudgement } from './recorder-judgement.ts';
import type { Sampler } from './sampler.ts';

export interface RecorderOptions {
  readonly store: RecordingStore;
  readonly sampler: Sampler;
  readonly tokens: KnownTokens;
  readonly limits: RecordLimits;
  /** How many times faster than real time the target's timers run. */
  readonly timeScale: number;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** The time of day, in milliseconds since 1970. */
  timeOfDay(): number;
  /** Called with each finding and the name of its recording. */
  onFinding(finding: Finding, file: string): void;
  /** Called once with each reason why an exchange is not recorded. */
  onProblem(problem: string): void;
  readonly observer?: RecordObserver | undefined;
}

interface RawRequest extends Omit<RequestHead, 'headers'> {
  readonly headers: RawHeaders;
}

/** Findings of each requirement that are printed, so that their exchanges are kept. */
export const SHOWN_FINDINGS = 3;

/** Label of a request that is no operation of the contract. */
const OTHER = 'other';

/** Writes exchanges to files and judges them as they are written. */
export class Recorder {
  readonly judgement = new RecorderJudgement();
  readonly #options: RecorderOptions;
  readonly #begun: number;
  readonly #judge: RecordingJudge;
  readonly #open = new Map<RecordedExchange, Promise<void>>();
  readonly #problems = new Map<string, number>();
  readonly #findings = new Map<string, number>();
  readonly #requests: OpenRequests = { bytes: 0 };
  #exchanges = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#begun = options.now();
    this.#judge = new RecordingJudge(this.judgement, { timeScale: options.timeScale });
    options.observer?.stored(options.store.bytes);
  }

  /** Number of recorded exchanges. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /**
   * @returns undefined if the exchange is not recorded: it is not in the sample, or it cannot be recorded, and `onProblem` then got the
   * reason
   */
  begin(sent: RawRequest): RecordedExchange | undefined {
    const { observer, sampler } = this.#options;
    const exchange = sampler.takes(sent.path)
      ? this.#begin({ ...sent, headers: joinHeaders(sent.headers) })
      : undefined;
    observer?.exchange(exchange !== undefined);
    return exchange;
  }

  #begin(request: RequestHead): RecordedExchange | undefined {
    const { store, tokens, limits, timeScale } = this.#options;
    const problem =
      (this.#exchanges >= limits.exchanges && `there are ${limits.exchanges} recordings`) ||
      (this.#open.size >= limits.openExchanges &&
        `${limits.openExchanges} exchanges are being recorded already`) ||
      (store.bytes >= limits.totalBytes && `the recordings have ${limits.totalBytes} bytes`) ||
      (!tokens.learnFrom(request.headers) && 'there are too many tokens to mask them all');
    if (problem) return this.#skip(problem);
    const operation = matchOperation(request.method, request.path)?.operation.operationId ?? OTHER;
    let file: ExchangeFile;
    try {
      file = store.create(operation, {
        recording: 1,
        startedAt: this.#startedAt(),
        ...(timeScale !== 1 && { timeScale }),
      });
    } catch (error) {
      return this.#skip(describe(error));
    }
    this.#exchanges += 1;
    return this.#record(file, request);
  }

  /** Ends the open exchanges, waits until their bodies are unpacked, and closes the store and the judgement. */
  async stop(): Promise<void> {
    for (const exchange of this.#open.keys()) exchange.end('client');
    await Promise.all(this.#open.values());
    this.#judge.stop();
    try {
      this.#options.store.close();
    } catch (error) {
      this.#options.observer?.failure();
      this.judgement.incomplete.push(describe(error));
    }
    for (const [problem, times] of this.#problems)
      this.judgement.incomplete.push(
        `${times} exchanges were forwarded but not recorded completely: ${problem}`,
      );
  }

  #record(file: ExchangeFile, request: RequestHead): RecordedExchange {
    const { tokens, limits, observer } = this.#options;
    const note = observer && noteExchange();
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const exchange = new RecordedExchange({
      number: file.number,
      request,
      redactor: tokens.redactor,
      limits,
      open: this.#requests,
      elapsed: () => Math.round(this.#elapsed() * 1000) / 1000,
      onRecord: (record) => this.#take(record, file, note),
      onOver: () => {
        this.#close(file, note);
        this.#open.delete(exchange);
        close();
      },
    });
    this.#open.set(exchange, closed);
    return exchange;
  }

  /** @returns whether the record was written; a failure never interrupts the recorded exchange */
  #take(record: ExchangeRecord, file: ExchangeFile, note: Judgement | undefined): boolean {
    try {
      file.write(record);
      this.#judging(file, note, () => this.#judge.take(record, 0, file.startedAt));
    } catch (error) {
      note?.leaveOut(CUT);
      this.#skip(describe(error));
      return false;
    } finally {
      this.#options.observer?.stored(this.#options.store.bytes);
    }
    return true;
  }

  #close(file: ExchangeFile, note: Judgement | undefined): void {
    const { observer, store } = this.#options;
    // The judge still has the exchange if its last record was not written.
    this.#judging(file, note, () => this.#judge.abandon(file.number));
    file.close();
    observer?.stored(store.bytes);
    if (note) observer?.judged(note);
  }

  /** Judges a part of an exchange, and lets the judgement know which exchange that is. */
  #judging(file: ExchangeFile, note: Judgement | undefined, judge: () => void): void {
    const { judgement } = this;
    const { onFinding, observer } = this.#options;
    judgement.part = file.name;
    judgement.exchange = note;
    judgement.onFinding = (finding) => {
      observer?.violation(finding.requirement);
      const count = (this.#findings.get(finding.requirement) ?? 0) + 1;
      this.#findings.set(finding.requirement, count);
      if (count <= SHOWN_FINDINGS) file.keep();
      onFinding(finding, file.name);
    };
    try {
      judge();
    } finally {
      judgement.part = undefined;
      judgement.exchange = undefined;
    }
  }

  #elapsed(): number {
    return this.#options.now() - this.#begun;
  }

  /** When the recorder began. Each file says it anew, because the monotonic clock may stand still while the machine sleeps. */
  #startedAt(): string {
    return new Date(this.#options.timeOfDay() - this.#elapsed()).toISOString();
  }

  #skip(problem: string): undefined {
    this.#options.observer?.failure();
    const times = this.#problems.get(problem) ?? 0;
    this.#problems.set(problem, times + 1);
    if (times === 0) this.#options.onProblem(problem);
  }
}

function describe(error: unknown): string {
  if (error instanceof DiskLimitError || error instanceof VanishedOutputError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined
    ? `the recorder failed (${message})`
    : `the recording cannot be written (${code})`;
}

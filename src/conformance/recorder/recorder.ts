import { type Finding, type FindingDetails, shortenDetails } from '../judge/finding.ts';
import { Judgement } from '../judge/judgement.ts';
import { matchOperation } from '../judge/operations.ts';
import type { ExchangeRecord } from '../recordings/recording-format.ts';
import { RecordingJudge } from '../recordings/recording-judge.ts';
import type { RecordingFile, RecordingFolder } from '../recordings/write-recording.ts';
import type { KnownTokens } from './known-tokens.ts';
import type { RecordLimits } from './record-limits.ts';
import { type OpenRequests, RecordedExchange, type RequestHead } from './recorded-exchange.ts';

export interface RecorderOptions {
  readonly folder: RecordingFolder;
  readonly tokens: KnownTokens;
  readonly limits: RecordLimits;
  /** How many times faster than real time the target's timers run. */
  readonly timeScale: number;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  /** Called with each finding and the name of its recording. */
  onFinding(finding: Finding, file: string): void;
  /** Called once with each reason why an exchange is not recorded. */
  onProblem(problem: string): void;
}

/** Label of a request that is no operation of the contract. */
const OTHER = 'other';

/** Writes exchanges to files and judges them as they are written. */
export class Recorder {
  readonly judgement = new ReportingJudgement();
  readonly #options: RecorderOptions;
  readonly #begun: number;
  readonly #judge: RecordingJudge;
  readonly #open = new Map<RecordedExchange, Promise<void>>();
  readonly #problems = new Map<string, number>();
  readonly #requests: OpenRequests = { bytes: 0 };
  #exchanges = 0;
  #bytes = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#begun = options.now();
    this.#judge = new RecordingJudge(this.judgement, { timeScale: options.timeScale });
  }

  /** Number of recorded exchanges. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /** @returns undefined if the exchange cannot be recorded; `onProblem` then got the reason */
  begin(request: RequestHead): RecordedExchange | undefined {
    const { folder, tokens, limits, timeScale } = this.#options;
    const problem =
      (this.#exchanges >= limits.exchanges && `there are ${limits.exchanges} recordings`) ||
      (this.#bytes >= limits.totalBytes && `the recordings have ${limits.totalBytes} bytes`) ||
      (!tokens.learnFrom(request.headers) && 'there are too many tokens to mask them all');
    if (problem) return this.#skip(problem);
    const operation = matchOperation(request.method, request.path)?.operation.operationId ?? OTHER;
    let file: RecordingFile;
    try {
      file = folder.create(operation, { recording: 1, ...(timeScale !== 1 && { timeScale }) });
    } catch (error) {
      return this.#skip(describe(error));
    }
    this.#exchanges += 1;
    return this.#record(file, request);
  }

  /** Ends the open exchanges, waits until their bodies are unpacked, and closes the judgement. */
  async stop(): Promise<void> {
    for (const exchange of this.#open.keys()) exchange.end('client');
    await Promise.all(this.#open.values());
    this.#judge.stop();
    for (const [problem, times] of this.#problems)
      this.judgement.incomplete.push(
        `${times} exchanges were forwarded but not recorded completely: ${problem}`,
      );
  }

  #record(file: RecordingFile, request: RequestHead): RecordedExchange {
    const { tokens, limits, now } = this.#options;
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
      elapsed: () => Math.round((now() - this.#begun) * 1000) / 1000,
      onRecord: (record) => this.#take(record, file),
      onOver: () => {
        file.close();
        this.#open.delete(exchange);
        close();
      },
    });
    this.#open.set(exchange, closed);
    return exchange;
  }

  /** @returns whether the record was written; a failure never interrupts the recorded exchange */
  #take(record: ExchangeRecord, file: RecordingFile): boolean {
    const { judgement } = this;
    const before = file.length;
    judgement.part = file.name;
    judgement.onFinding = (finding) => this.#options.onFinding(finding, file.name);
    try {
      file.write(record);
      this.#judge.take(record, 0);
    } catch (error) {
      this.#skip(describe(error));
      return false;
    } finally {
      judgement.part = undefined;
      this.#bytes += file.length - before;
    }
    return true;
  }

  #skip(problem: string): undefined {
    const times = this.#problems.get(problem) ?? 0;
    this.#problems.set(problem, times + 1);
    if (times === 0) this.#options.onProblem(problem);
  }
}

/** A judgement that passes on each finding at once, also those that it does not keep. */
class ReportingJudgement extends Judgement {
  onFinding: ((finding: Finding) => void) | undefined;

  override report(requirement: string, exchange: number | undefined, details: FindingDetails): void {
    super.report(requirement, exchange, details);
    const evidence = shortenDetails(details);
    this.onFinding?.({ requirement, ...(exchange !== undefined && { exchange }), ...evidence });
  }
}

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined
    ? `the recorder failed (${message})`
    : `the recording cannot be written (${code})`;
}

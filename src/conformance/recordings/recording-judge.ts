import { ExchangeJudge } from '../judge/exchange-judge.ts';
import { ExchangeTrace, timeAfter } from '../judge/exchange-trace.ts';
import { lowerCased } from '../judge/headers.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { StreamFacts } from '../judge/stream-facts.ts';
import { decodeBase64 } from './base64.ts';
import { type ClientWatch, clientsOf } from './client-watch.ts';
import {
  type ChunkRecord,
  type EndRecord,
  type ExchangeRecord,
  MOST_OPEN,
  RecordingError,
  type RequestRecord,
  type ResponseRecord,
} from './recording-format.ts';
import { watchForId } from './watch-for-id.ts';

/**
 * Bytes that all open exchanges may keep together: unfinished events and bodies, the text of the deltas, metadata, and what the rules
 * remember. All is counted as the memory that it takes, so no recording takes more than this and the memory for one line.
 */
const MOST_HELD = 16 * 1024 * 1024;

/** The service was asked and could not be judged, which is another thing than that nobody asked it. */
const NO_RESPONSE = 'the target gave an exchange no response';

export interface RecordingFacts
  extends Pick<StreamFacts, 'permissionMode' | 'timeScale' | 'eventBytes' | 'onGarbage'> {
  /** The time at which `at` is 0. */
  readonly startedAt?: string | undefined;
}

/**
 * Judges the records of a recording one by one. Records that are read from a file and records that are just being written have
 * the same bytes, and therefore the same findings.
 */
export class RecordingJudge {
  readonly #judgement: Judgement;
  readonly #facts: RecordingFacts;
  readonly #exchanges = new Map<number, ExchangeJudge>();
  readonly #traces = new WeakMap<ExchangeJudge, ExchangeTrace>();
  readonly #clients: ClientWatch;
  #held = 0;
  /** Memory for the bytes of a chunk, which become a part of their exchange at once. */
  #scratch: Buffer = Buffer.alloc(0);

  constructor(judgement: Judgement, facts: RecordingFacts) {
    this.#judgement = judgement;
    this.#facts = facts;
    this.#clients = clientsOf(judgement);
  }

  /**
   * @param line number of the record's line, for the message
   * @param startedAt the time at which `at` is 0, if it is another one than that of the recording
   * @throws RecordingError if the record does not fit the earlier ones
   */
  take(record: ExchangeRecord, line: number, startedAt: string | undefined = this.#facts.startedAt): void {
    const { exchange } = record;
    if ('request' in record) {
      this.#open(record, line, startedAt);
      return;
    }
    const judge = this.#exchanges.get(exchange);
    if (!judge)
      throw new RecordingError(line, `about an exchange with an earlier request: ${exchange} is unknown`);
    this.#judgement.trace = this.#traces.get(judge);
    if ('response' in record) this.#respond(judge, record, line);
    else if ('chunk' in record) this.#push(judge, record, line);
    else this.#end(judge, record);
  }

  #open({ exchange, at, request }: RequestRecord, line: number, startedAt: string | undefined): void {
    const open = this.#exchanges.get(exchange);
    if (open) {
      // The records that follow may be those of another exchange with the same number.
      this.#cut(open);
      throw new RecordingError(line, `about a new exchange: ${exchange} has not ended`);
    }
    if (this.#exchanges.size >= MOST_OPEN)
      throw new RecordingError(
        line,
        `about one of ${MOST_OPEN} open exchanges: exchange ${exchange} is one more`,
      );
    const { method, path } = request;
    const body = request.body === undefined ? undefined : decodeBase64(request.body);
    if (request.body !== undefined && !body)
      this.#judgement.leaveOut(notBase64(exchange, 'the body of the request', line));
    const sent = { method, path, body };
    const trace = new ExchangeTrace(timeAfter(startedAt, at));
    this.#judgement.trace = trace;
    const watcher = watchForId(
      trace,
      this.#clients.watch({ ...sent, headers: request.headers, at }, exchange),
    );
    const judge = new ExchangeJudge(this.#judgement, sent, { exchange, watcher, ...this.#facts });
    this.#exchanges.set(exchange, judge);
    this.#traces.set(judge, trace);
    this.#hold(judge, exchange, 0);
  }

  #respond(judge: ExchangeJudge, { exchange, response }: ResponseRecord, line: number): void {
    if (judge.hasResponse) {
      this.#cut(judge);
      throw new RecordingError(line, `the only response of exchange ${exchange}`);
    }
    const { status, headers } = response;
    judge.respond({ status, headers: headers && lowerCased(headers) });
  }

  #push(judge: ExchangeJudge, { exchange, at, chunk }: ChunkRecord, line: number): void {
    if (!judge.hasResponse)
      throw new RecordingError(line, `a chunk after the response of exchange ${exchange}`);
    const bytes = decodeBase64(chunk, (length) => this.#scratchOf(length));
    if (!bytes) {
      this.#cut(judge, notBase64(exchange, 'the chunk', line));
      return;
    }
    const before = judge.heldBytes;
    judge.push(bytes, at);
    this.#hold(judge, exchange, before);
  }

  #end(judge: ExchangeJudge, { exchange, at, end, cut }: EndRecord): void {
    this.#held -= judge.heldBytes;
    if (typeof cut === 'string') judge.cut(`exchange ${exchange} was not recorded completely: ${cut}`);
    else if (end === 'error' && !judge.hasResponse && judge.isOperation) judge.cut(NO_RESPONSE);
    judge.end(end, at);
    this.#exchanges.delete(exchange);
  }

  /**
   * Gives up what a line may belong to that cannot be read: its exchange, or all open ones. Without the line, the rest of them would show what
   * their server never sent.
   */
  miss(exchange: number | undefined): void {
    for (const [open, judge] of this.#exchanges)
      if (exchange === undefined || exchange === open) this.#cut(judge);
  }

  /** Gives up an exchange with which the open ones keep too much. */
  #hold(judge: ExchangeJudge, exchange: number, before: number): void {
    this.#held += judge.heldBytes - before;
    if (this.#held <= MOST_HELD) return;
    this.#cut(
      judge,
      `exchange ${exchange}: judging the open exchanges of the recording would take more than ${MOST_HELD} bytes at once`,
    );
  }

  /** Gives up the rest of an exchange, and what is kept of it. */
  #cut(judge: ExchangeJudge, reason?: string): void {
    this.#held -= judge.heldBytes;
    judge.cut(reason);
    this.#held += judge.heldBytes;
  }

  #scratchOf(bytes: number): Buffer {
    if (this.#scratch.length < bytes) this.#scratch = Buffer.allocUnsafeSlow(bytes);
    return this.#scratch;
  }

  /** Ends an exchange of which no further records will come, as at the end of the recording. */
  abandon(exchange: number): void {
    const judge = this.#exchanges.get(exchange);
    if (!judge) return;
    this.#held -= judge.heldBytes;
    this.#leave(judge, 'client');
    this.#exchanges.delete(exchange);
  }

  /** Ends the recording. @param how how exchanges without an end are judged: as not over yet if the recording may go on */
  stop(how: 'client' | 'open' = 'client'): void {
    for (const judge of this.#exchanges.values()) this.#leave(judge, how);
    this.#exchanges.clear();
    this.#held = 0;
  }

  #leave(judge: ExchangeJudge, how: 'client' | 'open'): void {
    this.#judgement.trace = this.#traces.get(judge);
    judge.end(how);
  }
}

function notBase64(exchange: number, part: string, line: number): string {
  return `exchange ${exchange}: ${part} in line ${line} of the recording is not base64`;
}

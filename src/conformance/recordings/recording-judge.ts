import { ExchangeJudge } from '../judge/exchange-judge.ts';
import { lowerCased } from '../judge/headers.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { StreamFacts } from '../judge/stream-facts.ts';
import { decodeBase64 } from './base64.ts';
import { type ExchangeRecord, RecordingError } from './recording-format.ts';

/** Exchanges that may be open at once. A recorder of a busy service has some dozens open. */
const MOST_OPEN = 256;
/**
 * Bytes that all open exchanges may keep together: unfinished events and bodies, the text of the deltas, metadata, and what the rules
 * remember. All is counted as the memory that it takes, so no recording takes more than this and the memory for one line.
 */
const MOST_HELD = 16 * 1024 * 1024;

export type RecordingFacts = Pick<StreamFacts, 'permissionMode' | 'timeScale' | 'eventBytes' | 'onGarbage'>;

/**
 * Judges the records of a recording one by one. Records that are read from a file and records that are just being written have
 * the same bytes, and therefore the same findings.
 */
export class RecordingJudge {
  readonly #judgement: Judgement;
  readonly #facts: RecordingFacts;
  readonly #exchanges = new Map<number, ExchangeJudge>();
  #held = 0;
  /** Memory for the bytes of a chunk, which become a part of their exchange at once. */
  #scratch: Buffer = Buffer.alloc(0);

  constructor(judgement: Judgement, facts: RecordingFacts) {
    this.#judgement = judgement;
    this.#facts = facts;
  }

  /**
   * @param line number of the record's line, for the message
   * @throws RecordingError if the record does not fit the earlier ones
   */
  take(record: ExchangeRecord, line: number): void {
    const { exchange } = record;
    if ('request' in record) {
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
      const { method, path } = record.request;
      const body = record.request.body === undefined ? undefined : decodeBase64(record.request.body);
      if (record.request.body !== undefined && !body)
        this.#judgement.leaveOut(notBase64(exchange, 'the body of the request', line));
      const facts = { exchange, ...this.#facts };
      const opened = new ExchangeJudge(this.#judgement, { method, path, body }, facts);
      this.#exchanges.set(exchange, opened);
      this.#hold(opened, exchange, 0);
      return;
    }
    const judge = this.#exchanges.get(exchange);
    if (!judge)
      throw new RecordingError(line, `about an exchange with an earlier request: ${exchange} is unknown`);
    if ('response' in record) {
      if (judge.hasResponse) {
        this.#cut(judge);
        throw new RecordingError(line, `the only response of exchange ${exchange}`);
      }
      judge.respond({ status: record.response.status, headers: lowerCased(record.response.headers) });
    } else if ('chunk' in record) {
      if (!judge.hasResponse)
        throw new RecordingError(line, `a chunk after the response of exchange ${exchange}`);
      const bytes = decodeBase64(record.chunk, (length) => this.#scratchOf(length));
      const before = judge.heldBytes;
      if (bytes) {
        judge.push(bytes, record.at);
        this.#hold(judge, exchange, before);
      } else {
        this.#cut(judge, notBase64(exchange, 'the chunk', line));
      }
    } else {
      this.#held -= judge.heldBytes;
      if (typeof record.cut === 'string')
        judge.cut(`exchange ${exchange} was not recorded completely: ${record.cut}`);
      judge.end(record.end, record.at);
      this.#exchanges.delete(exchange);
    }
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

  /** Ends the recording. Exchanges without an end were cut by the recorder. */
  stop(): void {
    for (const judge of this.#exchanges.values()) judge.end('client');
    this.#exchanges.clear();
    this.#held = 0;
  }
}

function notBase64(exchange: number, part: string, line: number): string {
  return `exchange ${exchange}: ${part} in line ${line} of the recording is not base64`;
}

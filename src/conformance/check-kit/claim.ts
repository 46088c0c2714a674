import { Answer } from '../drive/answer.ts';
import type { LoggedExchange } from '../drive/exchange-log.ts';
import type { LiveStream } from '../drive/live-stream.ts';
import { describe, excerpt } from '../judge/excerpt.ts';
import { escapePointer, isObject, isSameJson } from '../judge/json.ts';
import type { ClaimLedger } from './claim-ledger.ts';
import { type ErrorRow, errorRow } from './error-rows.ts';
import { CannotGoOn, CheckOver } from './violation.ts';

/** Rows that tell of an outage while a turn ran. */
const OUTAGES = ['turn-failed', 'turn-timeout', 'save-unconfirmed', 'outcome-unknown'];
const TOO_MANY_REQUESTS = 429;

/**
 * Something that requirements promise of what a target has sent: one, or several that say the same of it. Each method is one
 * claim that can fail.
 */
export class Claim {
  readonly #requirements: readonly string[];
  readonly #ledger: ClaimLedger;

  constructor(requirements: readonly string[], ledger: ClaimLedger) {
    this.#requirements = requirements;
    this.#ledger = ledger;
  }

  /** The answer is a success: 2xx, which status is open (A-07), unless one is named. */
  succeeds(answer: Answer, status?: number): void {
    const isMet = status === undefined ? answer.isSuccess : answer.status === status;
    this.#settle(isMet, answer, { expected: `${status ?? '2xx'}`, actual: tell(answer) });
  }

  /**
   * The turn was taken: 2xx, or a stream that opened.
   *
   * @throws CannotGoOn after an outage or at a limit of rates, which say nothing about what was sent
   */
  accepts(sent: Answer | LiveStream): void {
    if (sent instanceof Answer) {
      const isOutage = OUTAGES.some((id) => isRow(sent, errorRow(id)));
      if (isOutage || sent.status === TOO_MANY_REQUESTS)
        throw new CannotGoOn(`the target could not answer: ${tell(sent)}`);
    }
    this.#settle(!(sent instanceof Answer) || sent.isSuccess, sent, { expected: '2xx', actual: tell(sent) });
  }

  /** The answer is a refusal: 4xx, with whatever code, and no stream. */
  isRefused(sent: Answer | LiveStream): void {
    const isMet = sent instanceof Answer && sent.status >= 400 && sent.status < 500;
    this.#settle(isMet, sent, { expected: 'a refusal, 4xx', actual: tell(sent) });
  }

  /** The answer is anything but a success. */
  isNoSuccess(answer: Answer): void {
    this.#settle(!answer.isSuccess, answer, { expected: 'no success', actual: tell(answer) });
  }

  /** What came is the failure of one of these rows of errors.yaml: status, message_code and data.code. A stream is none. */
  failsWith(came: Answer | LiveStream, ...ids: readonly string[]): void {
    const rows = ids.map(errorRow);
    const isMet = came instanceof Answer && rows.some((row) => isRow(came, row));
    this.#settle(isMet, came, {
      expected: rows.map(describeRow).join(' or '),
      actual: tell(came),
    });
  }

  /** A value that was sent is the one expected, as JSON. */
  equals(source: Answer | LiveStream, actual: unknown, expected: unknown, pointer?: string): void {
    this.#settle(isSameJson(expected, actual), source, {
      expected: excerpt(expected),
      actual: describe(actual),
      ...(pointer !== undefined && { pointer }),
    });
  }

  /** A member of the answer's `data` has the value expected, as JSON. */
  shows(answer: Answer, member: string, expected: unknown): void {
    this.equals(answer, answer.data[member], expected, `/data/${escapePointer(member)}`);
  }

  /** Something else holds, in words. */
  holds(
    source: Answer | LiveStream,
    isMet: boolean,
    expected: string,
    actual: unknown,
    pointer?: string,
  ): void {
    this.#settle(isMet, source, {
      expected,
      actual: describe(actual),
      ...(pointer !== undefined && { pointer }),
    });
  }

  #settle(
    isMet: boolean,
    source: { readonly exchange: LoggedExchange },
    details: { readonly expected: string; readonly actual: string; readonly pointer?: string },
  ): void {
    if (isMet) {
      for (const requirement of this.#requirements) this.#ledger.meet(requirement);
      return;
    }
    const final = this.#requirements.filter((requirement) =>
      this.#ledger.violate(requirement, source.exchange.number, details),
    );
    if (final.length > 0) throw new CheckOver(`${final.join(', ')} violated`);
  }
}

function isRow({ status, messageCode, data }: Answer, row: ErrorRow): boolean {
  return (
    status === row.status &&
    messageCode === row.message_code &&
    (row.data_code === undefined || data.code === row.data_code)
  );
}

function describeRow({ status, message_code, data_code }: ErrorRow): string {
  return `${status} ${message_code}${data_code === undefined ? '' : ` with data.code ${data_code}`}`;
}

/** What was sent, in a few words. */
function tell(sent: Answer | LiveStream): string {
  if (!(sent instanceof Answer)) return 'an open stream';
  const { status, body, messageCode } = sent;
  const code = typeof messageCode === 'string' ? messageCode : isObject(body) ? 'no message_code' : 'no JSON';
  return excerpt(`${status} ${code}`);
}

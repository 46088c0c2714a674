import type { ErrorRowId } from '../../../../generated/ids.d.ts';
import { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { LoggedExchange } from '../../drive/logged-exchange.ts';
import { NO_STATUS } from '../../drive/strangers.ts';
import { UnusableValue } from '../../drive/unusable-value.ts';
import { readGenerated } from '../../generated.ts';
import { contrastValues, describe, excerpt } from '../../judge/excerpt.ts';
import { escapePointer, isObject, isSameJson } from '../../judge/json.ts';
import { hasRejected, isRejected } from '../../judge/shape/rejected.ts';
import type { ClaimLedger } from './claim-ledger.ts';
import { CannotGoOn, CheckOver } from './interruption.ts';

/** A failure over HTTP, as listed in a row of spec/errors.yaml. */
interface ErrorRow {
  readonly id: string;
  readonly status?: number;
  readonly message_code: string;
  readonly data_code?: string;
}

/** Rows of spec/errors.yaml for outages, during a turn or before it starts. */
const OUTAGES: readonly ErrorRowId[] = [
  'turn-failed',
  'turn-timeout',
  'save-unconfirmed',
  'outcome-unknown',
  'decision-not-sent',
  'interactions-unavailable',
  'decision-result-unknown',
];
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/**
 * Compares an answer or a stream with one requirement, or with several that say the same. Each method makes one claim, which is met or
 * violated. It throws `CheckOver` when a violated requirement is a must.
 */
export class Claim {
  readonly #requirements: readonly string[];
  readonly #ledger: ClaimLedger;

  constructor(requirements: readonly string[], ledger: ClaimLedger) {
    this.#requirements = requirements;
    this.#ledger = ledger;
  }

  /** The answer is a success: the given status, or any 2xx by default (A-07). */
  succeeds(answer: Answer, status?: number): void {
    const isMet = status === undefined ? answer.isSuccess : answer.status === status;
    this.#settle(isMet, answer, { expected: `${status ?? '2xx'}`, actual: summarise(answer) });
  }

  /**
   * The service accepted the turn: 2xx, or a stream that opened.
   *
   * @throws CannotGoOn after an outage or a rate limit, which say nothing about the turn that was sent
   */
  accepts(sent: Answer | LiveStream): void {
    if (sent instanceof Answer) {
      if (isOneOf(sent, OUTAGES) || sent.status === TOO_MANY_REQUESTS)
        throw new CannotGoOn(`the target could not answer: ${summarise(sent)}`);
    }
    this.#settle(!(sent instanceof Answer) || sent.isSuccess, sent, {
      expected: '2xx',
      actual: summarise(sent),
    });
  }

  /** The answer is a refusal: a 4xx with any code. A stream is not a refusal. */
  isRefused(sent: Answer | LiveStream): void {
    const isMet = sent instanceof Answer && sent.isRefusal;
    this.#settle(isMet, sent, { expected: 'a refusal, 4xx', actual: summarise(sent) });
  }

  /** The answer is not a success. */
  isNoSuccess(answer: Answer): void {
    this.#settle(!answer.isSuccess, answer, { expected: 'no success', actual: summarise(answer) });
  }

  /** The answer matches one of these rows of errors.yaml in status, message_code and data.code. A stream never matches. */
  failsWith(sent: Answer | LiveStream, ...ids: readonly ErrorRowId[]): void {
    this.#settle(sent instanceof Answer && isOneOf(sent, ids), sent, {
      expected: ids.map((id) => describeRow(errorRow(id))).join(' or '),
      actual: summarise(sent),
    });
  }

  /**
   * A value from the target equals the expected one, compared as JSON.
   *
   * @throws UnusableValue when an earlier answer lacks the expected value, or its shape is rejected. That is reported there
   */
  equals(source: Answer | LiveStream, actual: unknown, expected: unknown, pointer?: string): void {
    // A value that is rejected itself is a violation. One that contains it was put together, or is otherwise right.
    if (!isRejected(actual) && hasRejected(actual)) throw new UnusableValue('value to compare');
    if (hasRejected(expected) || (isUnknown(expected) && !isSameJson(expected, actual)))
      throw new UnusableValue('value to compare with, in an earlier answer');
    this.#settle(isSameJson(expected, actual), source, {
      ...contrastValues(expected, isRejected(actual) ? actual.sent : actual),
      ...(pointer !== undefined && { pointer }),
    });
  }

  /** A member of the answer's `data` equals the expected value, compared as JSON. */
  shows(answer: Answer, member: string, expected: unknown): void {
    this.equals(answer, answer.data[member], expected, `/data/${escapePointer(member)}`);
  }

  /** A condition that the check evaluated itself. `expected` describes it for the report. */
  isTrue(
    source: Answer | LiveStream,
    isMet: boolean,
    expected: string,
    actual: unknown,
    pointer?: string,
  ): void {
    this.#settle(isMet, source, {
      expected,
      actual: describe(isRejected(actual) ? actual.sent : actual),
      ...(pointer !== undefined && { pointer }),
    });
  }

  #settle(
    isMet: boolean,
    source: { readonly exchange: LoggedExchange },
    details: { readonly expected: string; readonly actual: string; readonly pointer?: string },
  ): void {
    if (isMet) {
      for (const requirement of this.#requirements) this.#ledger.meet(requirement, source.exchange.number);
      return;
    }
    if (source instanceof Answer && isPassingOutage(source))
      throw new CannotGoOn(`the target could not answer: ${summarise(source)}`);
    const final = this.#requirements.filter((requirement) =>
      this.#ledger.violate(requirement, source.exchange.number, details),
    );
    if (final.length > 0) throw new CheckOver(`${final.join(', ')} violated`);
  }
}

/** Whether the target says that it cannot answer for a while, with a code that no row lists (A-20). Like 429, this proves nothing. */
function isPassingOutage(answer: Answer): boolean {
  if (answer.status !== UNAVAILABLE || answer.headers['retry-after'] === undefined) return false;
  return !allRows().some(
    ({ status, message_code: code }) => status === UNAVAILABLE && code === answer.messageCode,
  );
}

/** Whether a value is missing, or is a list with a missing item. */
function isUnknown(expected: unknown): boolean {
  return expected === undefined || (Array.isArray(expected) && expected.includes(undefined));
}

let errorRows: readonly ErrorRow[] | undefined;

function allRows(): readonly ErrorRow[] {
  errorRows ??= readGenerated<readonly ErrorRow[]>('errors.json');
  return errorRows;
}

/** @throws RangeError when spec/errors.yaml has no row with this id */
function errorRow(id: string): ErrorRow {
  const row = allRows().find((each) => each.id === id);
  if (!row) throw new RangeError(`spec/errors.yaml has no row ${id}`);
  return row;
}

/** Whether an answer matches one of these rows of errors.yaml. */
export function isOneOf(answer: Answer, ids: readonly ErrorRowId[]): boolean {
  return ids.some((id) => isRow(answer, errorRow(id)));
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

/** Summarizes an answer or a stream for a finding. */
function summarise(sent: Answer | LiveStream): string {
  if (!(sent instanceof Answer)) return 'an open stream';
  const { status, body, messageCode, exchange } = sent;
  if (status === NO_STATUS) return `no answer: ${exchange.problem}, each time that it was sent`;
  const code = typeof messageCode === 'string' ? messageCode : isObject(body) ? 'no message_code' : 'no JSON';
  return excerpt(`${status} ${code}`);
}

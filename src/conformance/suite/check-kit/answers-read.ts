import type { LoggedExchange } from '../../drive/logged-exchange.ts';
import type { FindingDetails } from '../../judge/finding.ts';

/** The most answers that a claim names besides its own: those that the check looked at last. */
const MOST_OTHERS = 7;

type Read = Pick<LoggedExchange, 'number' | 'actor' | 'request'>;

/**
 * The answers that a check has looked at, the latest look last. A claim compares values that the check took from them, so it rests on them. An
 * answer that a claim was about and that was right is settled, until the check looks at it again.
 */
export class AnswersRead {
  /** Numbers of exchanges. */
  readonly #answers = new Set<number>();
  #latest: Read | undefined;

  add(exchange: Read): void {
    // Of a request that is repeated until its answer is as expected, the last answer counts.
    if (this.#latest && isSameRead(this.#latest, exchange)) this.#answers.delete(this.#latest.number);
    this.#latest = exchange;
    this.#answers.delete(exchange.number);
    this.#answers.add(exchange.number);
  }

  /** A claim about this answer was met. */
  drop(exchange: number): void {
    this.#answers.delete(exchange);
  }

  /** The answers on which a claim about another one rests besides. */
  beside(exchange: number): Pick<FindingDetails, 'others'> {
    const others = [...this.#answers].filter((number) => number !== exchange).slice(-MOST_OTHERS);
    return others.length === 0 ? {} : { others };
  }
}

function isSameRead(one: Read, other: Read): boolean {
  const { method, path } = one.request;
  return (
    method === 'GET' &&
    method === other.request.method &&
    path === other.request.path &&
    one.actor === other.actor
  );
}

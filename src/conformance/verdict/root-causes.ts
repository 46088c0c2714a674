import type { LoggedExchange } from '../drive/exchange-log.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { NotServed } from './not-served.ts';
import type { CheckRun } from './outcome.ts';

/** What the finding of a request to an operation that is not served has in common with all others. */
const HINT = 'the service does not serve this operation';
const REASON = 'an operation that is needed is not served';

/** Mistakes that make much of a run fail: each is found in many exchanges, and whatever a check misses in one of them follows from it. */
export class RootCauses {
  readonly #exchanges: readonly LoggedExchange[];
  readonly #judgement: Judgement;
  readonly #notServed: NotServed;
  /** By check, why it can have missed something. */
  readonly #reasons = new Map<string, string>();

  constructor(exchanges: readonly LoggedExchange[], judgement: Judgement, notServed: NotServed) {
    this.#exchanges = exchanges;
    this.#judgement = judgement;
    this.#notServed = notServed;
    for (const exchange of exchanges) {
      const reason = notServed.isMissing(exchange) ? REASON : judgement.causeAt(exchange.number);
      if (reason !== undefined && !this.#reasons.has(exchange.check))
        this.#reasons.set(exchange.check, reason);
    }
  }

  /** The usual cause of a finding in an exchange, as a finding has it. */
  hintAt(number: number): { readonly hint?: string } {
    const exchange = this.#exchanges[number];
    const hint = exchange && this.#notServed.isMissing(exchange) ? HINT : this.#judgement.causeAt(number);
    return hint === undefined ? {} : { hint };
  }

  /** Replaces the reason why a check did not reach its end by what caused it. */
  explain(run: CheckRun): CheckRun {
    const reason = this.#reasons.get(run.check.id);
    if (run.status !== 'incomplete' || reason === undefined || run.isTransportFailure) return run;
    for (const requirement of run.check.requirements) this.#judgement.cannotJudge(requirement, reason);
    return { ...run, reason, hasRootCause: true };
  }
}

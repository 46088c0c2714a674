import type { LoggedExchange } from '../drive/logged-exchange.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { BrokenClaim } from '../suite/check-kit/claim-ledger.ts';
import type { NotServed } from './not-served.ts';
import type { CheckRun } from './outcome.ts';

/** The common cause of all findings about requests to an operation that is not implemented. */
export const NOT_SERVED = 'the service does not serve this operation';
/** Reasons of checks that were sent a value of the wrong shape. */
const UNUSABLE = /^the target did not send a usable |^the catalog lists no /;
const REASON = 'an operation that is needed is not served';

/** Problems that make many checks fail. Each one shows in many exchanges, and explains whatever a check could not see in them. */
export class RootCauses {
  readonly #exchanges: readonly LoggedExchange[];
  readonly #judgement: Judgement;
  readonly #notServed: NotServed;
  /** By check: why it may have been unable to see something. */
  readonly #reasons = new Map<string, string>();
  /** By check: why the values that it needed may have been unusable. */
  readonly #unusable = new Map<string, string>();

  constructor(exchanges: readonly LoggedExchange[], judgement: Judgement, notServed: NotServed) {
    this.#exchanges = exchanges;
    this.#judgement = judgement;
    this.#notServed = notServed;
    for (const exchange of exchanges) {
      const reason = notServed.isMissing(exchange) ? REASON : judgement.causeAt(exchange.number);
      if (reason !== undefined && !this.#reasons.has(exchange.check))
        this.#reasons.set(exchange.check, reason);
      const hint = judgement.hintAt(exchange.number);
      if (hint !== undefined && !this.#unusable.has(exchange.check)) this.#unusable.set(exchange.check, hint);
    }
  }

  /** The likely cause of a broken claim, as a member of its finding. A payload that is not there explains only what a pointer leads to. */
  hintAt({ exchange: number, details }: BrokenClaim): { readonly hint?: string } {
    const exchange = this.#exchanges[number];
    const missing = details.pointer === undefined ? undefined : this.#judgement.causeAt(number);
    const hint = exchange && this.#notServed.isMissing(exchange) ? NOT_SERVED : missing;
    return hint === undefined ? {} : { hint };
  }

  /** If a known problem interrupted a check, replaces the check's reason with that problem. */
  explain(run: CheckRun): CheckRun {
    const { check, reason: given = '' } = run;
    const reason =
      this.#reasons.get(check.id) ?? (UNUSABLE.test(given) ? this.#unusable.get(check.id) : undefined);
    if (run.status !== 'incomplete' || reason === undefined || run.failure) return run;
    for (const requirement of check.requirements) this.#judgement.cannotJudge(requirement, reason);
    return { ...run, reason, hasRootCause: true };
  }
}

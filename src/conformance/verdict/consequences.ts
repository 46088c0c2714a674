import { objectIn } from '../drive/exchange-body.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import type { Judgement } from '../judge/judgement.ts';
import { matchOperation } from '../judge/operations.ts';
import { isSuccessStatus } from '../judge/status.ts';
import type { BrokenClaim } from '../suite/check-kit/claim-ledger.ts';
import { NotServed } from './not-served.ts';
import type { CheckRun, SettledOutcome } from './outcome.ts';
import { PLAIN_FORMS } from './plain-forms.ts';
import { RootCauses } from './root-causes.ts';

/** An operation that the target refuses even in its plain form. */
interface PlainRefusal {
  /** The requirement under which the refusal is reported. */
  readonly requirement: string;
  readonly status: number;
  /** Status and error code of the refusal. */
  readonly answer: string;
  /** Requirements that the refusal itself violates. For all others, it only hides whether they are met. */
  readonly rows: ReadonlySet<string>;
}

/**
 * Turns the broken claims of a run into findings, except those that only follow from another violation: if the target refuses even the
 * plain form of an operation, the same refusal proves nothing about other uses of the operation.
 *
 * @returns the outcomes; a check whose broken claims are all consequences is incomplete
 */
export function settleClaims(
  outcomes: readonly CheckRun[],
  exchanges: readonly LoggedExchange[],
  judgement: Judgement,
  causes: RootCauses = new RootCauses(exchanges, judgement, new NotServed(exchanges)),
): SettledOutcome[] {
  const refusals = findPlainRefusals(outcomes, exchanges);
  return outcomes.map(({ broken, ...outcome }) => {
    const consequences = new Map<BrokenClaim, string>();
    for (const claim of broken) {
      const refusal = refusals.get(operationOf(exchanges[claim.exchange]) ?? '');
      if (refusal && isConsequence(claim, exchanges[claim.exchange], refusal)) {
        const reason = `${refusal.requirement} is violated: the operation answers ${refusal.status} to every request`;
        consequences.set(claim, reason);
        judgement.cannotJudge(claim.requirement, reason);
      } else
        judgement.report(claim.requirement, claim.exchange, {
          ...causes.hintAt(claim),
          ...claim.details,
        });
    }
    const violated = broken.flatMap((claim) => (consequences.has(claim) ? [] : [claim.requirement]));
    const [reason] = consequences.values();
    if (reason === undefined || violated.length > 0) return { ...outcome, violated };
    return { ...outcome, violated, status: 'incomplete', reason };
  });
}

/** The operations whose plain form the target refused in this run, without accepting any request for them in the same check. */
function findPlainRefusals(
  outcomes: readonly CheckRun[],
  exchanges: readonly LoggedExchange[],
): Map<string, PlainRefusal> {
  const refusals = new Map<string, PlainRefusal>();
  for (const { check, broken } of outcomes) {
    for (const { requirement, exchange } of broken) {
      const operation = operationOf(exchanges[exchange]) ?? '';
      const plain = PLAIN_FORMS[operation];
      const answer = refusalOf(exchanges[exchange]);
      if (plain?.check !== check.id || answer === undefined || refusals.has(operation)) continue;
      if (hasAccepted(exchanges, check.id, operation)) continue;
      if (plain.requirement !== undefined && plain.requirement !== requirement) continue;
      refusals.set(operation, {
        requirement,
        status: exchanges[exchange]?.status ?? 0,
        answer,
        rows: new Set([...(plain.requirement ? [plain.requirement] : check.requirements), ...plain.rows]),
      });
    }
  }
  return refusals;
}

function isConsequence(
  { requirement }: BrokenClaim,
  exchange: LoggedExchange | undefined,
  refusal: PlainRefusal,
): boolean {
  return refusalOf(exchange) === refusal.answer && !refusal.rows.has(requirement);
}

function hasAccepted(exchanges: readonly LoggedExchange[], check: string, operation: string): boolean {
  return exchanges.some(
    (exchange) =>
      exchange.check === check &&
      isSuccessStatus(exchange.status ?? 0) &&
      operationOf(exchange) === operation,
  );
}

function operationOf(exchange: LoggedExchange | undefined): string | undefined {
  return exchange && matchOperation(exchange.request.method, exchange.request.path)?.operation.operationId;
}

/** Status and error code of a refusal, or undefined for any other response. */
function refusalOf(exchange: LoggedExchange | undefined): string | undefined {
  if (!exchange || (exchange.status ?? 0) < 400) return undefined;
  const { message_code: code } = objectIn(exchange);
  return `${exchange.status} ${typeof code === 'string' ? code.slice(0, 80) : 'without a code'}`;
}

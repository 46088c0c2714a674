import { setTimeout } from 'node:timers/promises';
import type { Check } from '../check-kit/check.ts';
import { CannotGoOn, CheckOver } from '../check-kit/violation.ts';
import { ExchangeLog, type LoggedExchange } from '../drive/exchange-log.ts';
import { throwIfStopped } from '../drive/stoppable-transport.ts';
import { type Transport, TransportFailure } from '../drive/wire.ts';
import { Judgement } from '../judge/judgement.ts';
import type { Profile } from '../profile/profile.ts';
import type { Level, Requirement } from '../registry.ts';
import { settleClaims } from '../verdict/settle-claims.ts';
import { FindingScales } from '../verdict/weigh-findings.ts';
import { Endurance } from './endurance.ts';
import { inTurn } from './in-turn.ts';
import type { Plan } from './plan-run.ts';
import { type CheckOutcome, type CheckRun, runCheck } from './run-check.ts';
import { TurnBudget } from './turn-budget.ts';

export interface SuiteOptions {
  readonly plan: Plan;
  readonly profile: Profile;
  readonly transport: Transport;
  readonly requirements: readonly Requirement[];
  /** Checks that run at once, those aside that wait. */
  readonly concurrency: number;
  /** Turns that are sent at most; without it as many as the checks send. */
  readonly maxTurns?: number | undefined;
  readonly onOutcome?: ((outcome: CheckOutcome) => void) | undefined;
  readonly onExchange?: ((exchange: LoggedExchange) => void) | undefined;
  /** Aborted when the run shall stop early. What was found until then is the result, once what was made is deleted. */
  readonly signal?: AbortSignal | undefined;
}

export interface SuiteResult {
  readonly judgement: Judgement;
  readonly outcomes: readonly CheckOutcome[];
  readonly exchanges: readonly LoggedExchange[];
}

/** Runs a plan against a target. What the checks and the judge of the wire find is in one judgement. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { plan, profile, transport, requirements, onOutcome, onExchange } = options;
  const judgement = new Judgement();
  const { timeScale } = profile.timers;
  const giveUp = new AbortController();
  const stop = options.signal ? AbortSignal.any([options.signal, giveUp.signal]) : giveUp.signal;
  const endurance = new Endurance(transport.limits);
  const log = new ExchangeLog({
    judgement,
    timeScale,
    judgedBytes: transport.limits.bytes,
    now: () => performance.now(),
    onOver(exchange) {
      onExchange?.(exchange);
      const reason = stop.aborted ? undefined : endurance.note(exchange);
      if (reason === undefined) return;
      judgement.incomplete.push(`the run was given up: ${reason}`);
      giveUp.abort();
    },
  });
  const turns = new TurnBudget(options.maxTurns ?? Number.POSITIVE_INFINITY);
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const parts = {
    profile,
    transport,
    log,
    judgement,
    levelOf: (id: string): Level => levels.get(id) ?? 'open',
    stop,
    takeTurn: () => turns.take(),
    sleep: (duration: number, signal?: AbortSignal) => sleep(duration, stop, signal),
  };
  noteLeftOut(plan, judgement);

  const scales = new FindingScales(parts);
  const outcomes: CheckRun[] = [];
  const run = async (check: Check) => {
    if (stop.aborted) return;
    const first = await runCheck(check, parts);
    // A failure of the wire proves nothing; it is tried again once, and told even if it then goes well.
    const isWorthAnother = first.isTransportFailure && !stop.aborted;
    const outcome = await scales.weigh(isWorthAnother ? await runCheck(check, parts) : first);
    if (isWorthAnother && outcome.status === 'passed') {
      judgement.incomplete.push(`${check.id} succeeded at its second attempt only: ${first.reason}`);
    } else if (outcome.status === 'incomplete') {
      judgement.incomplete.push(
        `${check.id} did not reach its end: ${outcome.reason}${nameCause(check, outcome)}`,
      );
    }
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };
  const waiting = plan.checks.filter(({ waits = 0 }) => waits / timeScale > 1000);
  const others = plan.checks.filter((check) => !waiting.includes(check));
  const unwatch = overlookLateFailures();
  try {
    await Promise.all([...waiting.map(run), inTurn(others, options.concurrency, run)]);
  } finally {
    unwatch();
  }
  if (options.signal?.aborted) judgement.incomplete.push('the run was stopped');
  const told = settleClaims(outcomes, log.exchanges, judgement);
  return { judgement, outcomes: told, exchanges: log.exchanges };
}

/**
 * @returns when the time is over, or the signal says that it does not matter any more
 * @throws TransportFailure when the run was stopped: the time is not over then, and nobody may take it to be
 */
async function sleep(duration: number, stop: AbortSignal, signal?: AbortSignal): Promise<void> {
  const either = signal ? AbortSignal.any([signal, stop]) : stop;
  await setTimeout(duration, undefined, { signal: either }).catch(() => {});
  throwIfStopped(stop);
}

/** A check that sends two requests at once ends with the first failure. Nobody waits for the second then. */
function overlookLateFailures(): () => void {
  const overlook = (error: unknown) => {
    if (!(error instanceof TransportFailure || error instanceof CannotGoOn || error instanceof CheckOver))
      throw error;
  };
  process.on('unhandledRejection', overlook);
  return () => process.off('unhandledRejection', overlook);
}

/** The scenarios and faults that did not come about as they should, where the reason names none. */
function nameCause({ needs }: Check, { reason = '', isTransportFailure }: CheckOutcome): string {
  const causes = needs.filter((need) => /^(scenario|fault):/.test(need));
  const isNamed = /\b(scenario|fault|credential|resource):/.test(reason);
  return causes.length === 0 || isNamed || isTransportFailure ? '' : ` (${causes.join(', ')})`;
}

function noteLeftOut({ leftOut }: Plan, judgement: Judgement): void {
  for (const { check, reason } of leftOut) {
    for (const requirement of check.requirements) judgement.cannotJudge(requirement, reason);
  }
}

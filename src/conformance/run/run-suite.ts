import { setTimeout } from 'node:timers/promises';
import type { Check } from '../checks/check.ts';
import { ExchangeLog, type LoggedExchange } from '../drive/exchange-log.ts';
import type { Transport } from '../drive/wire.ts';
import { Judgement } from '../judge/judgement.ts';
import type { Profile } from '../profile/profile.ts';
import type { Level, Requirement } from '../registry.ts';
import type { Plan } from './plan-run.ts';
import { type CheckOutcome, runCheck } from './run-check.ts';

export interface SuiteOptions {
  readonly plan: Plan;
  readonly profile: Profile;
  readonly transport: Transport;
  readonly requirements: readonly Requirement[];
  /** Checks that run at once, those aside that wait. */
  readonly concurrency: number;
  readonly onOutcome?: ((outcome: CheckOutcome) => void) | undefined;
  readonly onExchange?: ((exchange: LoggedExchange) => void) | undefined;
  /** Aborted when the run shall stop early. */
  readonly signal?: AbortSignal | undefined;
}

export interface SuiteResult {
  readonly judgement: Judgement;
  readonly outcomes: readonly CheckOutcome[];
  readonly exchanges: readonly LoggedExchange[];
}

/** Runs a plan against a target. What the checks and the judge of the wire find is in one judgement. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { plan, profile, transport, requirements, onOutcome, onExchange, signal } = options;
  const judgement = new Judgement();
  const { timeScale } = profile.timers;
  const log = new ExchangeLog({ judgement, timeScale, now: () => performance.now(), onOver: onExchange });
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const parts = {
    profile,
    transport,
    log,
    judgement,
    levelOf: (id: string): Level => levels.get(id) ?? 'open',
    sleep,
  };
  noteLeftOut(plan, judgement);

  const outcomes: CheckOutcome[] = [];
  const run = async (check: Check) => {
    if (signal?.aborted) return;
    const first = await runCheck(check, parts);
    // A failure of the wire proves nothing; it is tried again once, and told even if it then goes well.
    const outcome = first.isTransportFailure ? await runCheck(check, parts) : first;
    if (first.isTransportFailure && outcome.status === 'passed') {
      judgement.incomplete.push(`${check.id} succeeded at its second attempt only: ${first.reason}`);
    } else if (outcome.status === 'incomplete') {
      judgement.incomplete.push(`${check.id} did not reach its end: ${outcome.reason}`);
    }
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };
  const waiting = plan.checks.filter(({ waits = 0 }) => waits / timeScale > 1000);
  const others = plan.checks.filter((check) => !waiting.includes(check));
  await Promise.all([...waiting.map(run), inTurn(others, options.concurrency, run)]);
  if (signal?.aborted) judgement.incomplete.push('the run was stopped');
  return { judgement, outcomes, exchanges: log.exchanges };
}

/** @returns when the time is over, or the signal says that it does not matter any more */
async function sleep(duration: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(duration, undefined, { ...(signal && { signal }) }).catch(() => {});
}

function noteLeftOut({ leftOut }: Plan, judgement: Judgement): void {
  for (const { check, reason } of leftOut) {
    for (const requirement of check.requirements) judgement.cannotJudge(requirement, reason);
  }
}

/** Works through a list with so many at once. */
async function inTurn<Item>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}

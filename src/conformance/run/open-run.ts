import { type DoubtingTransport, doubtStrangers } from '../drive/doubting-transport.ts';
import { ExchangeLog } from '../drive/exchange-log.ts';
import { LastingSignal } from '../drive/lasting-signal.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import { pause, type RunClock } from '../drive/run-clock.ts';
import { StallMonitor } from '../drive/stall-monitor.ts';
import { throwIfStopped } from '../drive/stoppable-transport.ts';
import type { Transport } from '../drive/wire.ts';
import { HeldFindings } from '../judge/held-findings.ts';
import { Judgement } from '../judge/judgement.ts';
import { matchOperation } from '../judge/operations.ts';
import { Timing } from '../judge/timing.ts';
import type { Profile } from '../profile/profile.ts';
import type { Level, Requirement } from '../registry/registry.ts';
import { Endurance } from './endurance.ts';
import { plainReadsOf } from './plain-reads.ts';
import type { RunCheckParts } from './run-check.ts';
import { TurnBudget } from './turn-budget.ts';

export interface OpenRunOptions {
  readonly profile: Profile;
  readonly transport: Transport;
  readonly requirements: readonly Requirement[];
  /** The turns that the run may send; unlimited by default. */
  readonly turns?: TurnBudget | undefined;
  /** Findings kept per requirement; a few by default. */
  readonly mostFindings?: number | undefined;
  /** Called with each exchange when it has ended. */
  readonly onExchange?: ((exchange: LoggedExchange) => void) | undefined;
  /** Ends the run early when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Aborted when somebody waits for the end of the run. Cleaning up is then short. */
  readonly interruption?: AbortSignal | undefined;
}

/** What the checks of one run share. */
export interface OpenRun extends RunCheckParts {
  readonly transport: DoubtingTransport;
  /** The violations that several exchanges show together. */
  readonly held: HeldFindings;
  /** Called when all checks have ended: from now on the run is not given up. */
  conclude(): void;
  /** Stops the run's timers. */
  close(): void;
}

/** Creates what the checks of one run share: the exchange log, the judgement, the turn budget and the signal that ends the run. */
export function openRun(options: OpenRunOptions): OpenRun {
  const { profile, requirements, onExchange, signal } = options;
  const judgement = new Judgement(options.mostFindings);
  const held = new HeldFindings(judgement);
  const giveUp = new AbortController();
  const stop = signal ? AbortSignal.any([signal, giveUp.signal]) : giveUp.signal;
  const transport = doubtStrangers(options.transport, { ...plainReadsOf(profile), stop });
  const end = hurry(transport, options.interruption);
  let isConcluded = false;
  const endNow = (reason: string) => {
    if (stop.aborted || isConcluded) return;
    judgement.incomplete.push(`the run was given up: ${reason}`);
    giveUp.abort();
  };
  const endurance = new Endurance(transport.limits);
  const { clock } = transport;
  const begun = clock.now();
  const now = () => clock.now() - begun;
  const stallMonitor = new StallMonitor(now);
  if (!clock.isVirtual) stallMonitor.start();
  const log = new ExchangeLog({
    judgement,
    held,
    timeScale: profile.timers.timeScale,
    limits: transport.limits,
    now,
    stallMonitor,
    onOver(exchange) {
      onExchange?.(exchange);
      const reason = stop.aborted ? undefined : endurance.note(exchange);
      if (reason !== undefined) endNow(reason);
    },
  });
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const violated = new Map<string, string[]>();
  const violatedBy = (check: string): string[] => {
    const known = violated.get(check) ?? [];
    violated.set(check, known);
    return known;
  };
  judgement.sizeOf = (exchange) => log.sizes[exchange] ?? 0;
  judgement.placesOf = (exchange) => {
    const { check, request } = log.exchanges[exchange] ?? {};
    const { operation } = (request && matchOperation(request.method, request.path)) ?? {};
    return [...(operation ? [operation.operationId] : []), ...(check === undefined ? [] : [check])];
  };
  judgement.onViolation = (requirement, exchange) => {
    const { check } = log.exchanges[exchange] ?? {};
    if (check !== undefined) violatedBy(check).push(requirement);
  };
  const { turns = new TurnBudget() } = options;
  return {
    profile,
    transport,
    log,
    judgement,
    held,
    stop,
    end: end.signal,
    levelOf: (id): Level => levels.get(id) ?? 'open',
    takeTurn: () => turns.take(),
    violatedBy,
    facts: new Map(),
    giveUp: endNow,
    sleep: (duration, until) => sleep(clock, duration, stop, until),
    now,
    timing: new Timing(profile.timers.timeScale, stallMonitor),
    conclude() {
      isConcluded = true;
    },
    close() {
      end.release();
      stallMonitor.stop();
    },
  };
}

/** The signal that ends cleaning up after an interruption. */
function hurry({ clock, limits }: Transport, interruption = new AbortController().signal): LastingSignal {
  return new LastingSignal(interruption, clock, limits.hurriedCleanUp);
}

/**
 * Resolves when the time has passed, or when `signal` is aborted because the wait is no longer needed.
 *
 * @throws TransportFailure when the run was stopped: the time has not passed then, so no check may conclude that it has
 */
async function sleep(
  clock: RunClock,
  duration: number,
  stop: AbortSignal,
  signal: AbortSignal = stop,
): Promise<void> {
  // Aborting `signal` ends the wait early, which is not an error.
  await pause(clock, duration, AbortSignal.any([stop, signal])).catch(() => {});
  throwIfStopped(stop);
}

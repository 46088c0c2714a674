import { pause } from '../drive/run-clock.ts';
import { describeSuiteDefect } from '../judge/suite-defect.ts';
import { NEARBY, STOOD_STILL } from '../judge/timing.ts';
import type { Check } from '../suite/check-kit/check.ts';
import type { CheckRun } from '../verdict/outcome.ts';
import type { OpenRun } from './open-run.ts';
import { isOvertime, withinTime } from './overtime.ts';
import { type RunCheckParts, runCheck } from './run-check.ts';
import { runScheduled } from './schedule.ts';

/**
 * For each round in which checks are repeated because of a standstill, how many run in parallel. In the last round, each has the machine for
 * itself.
 */
const QUIET_ROUNDS = [2, 2, 1];
/** Up to so many checks are repeated again, even if a round showed nothing about any of them. */
const FEW = 20;
/** The pause before each round, in milliseconds of the real clock. A standstill just before an attempt would count against the attempt too. */
const CALM = NEARBY + 500;

/**
 * The shortest timer of the service that a check does not expect to fire: the expiry of an interaction. In milliseconds of the
 * service's time.
 */
const SHORTEST_TIMER = 60_000;

/**
 * How long a machine must have stood still before a waiting check is doubted too, in milliseconds of the real clock. Such a check expects
 * its timer to fire, and at a large time scale any short standstill would otherwise put it in doubt.
 */
const LONG_STANDSTILL = 250;

export interface RepeatOptions {
  /** Checks that run in parallel, not counting those that wait. */
  readonly concurrency: number;
  /** Called when a check starts. */
  readonly onBegin?: ((check: Check) => void) | undefined;
  /** Called once per check, with the result of all its attempts. */
  conclude(tried: CheckRun): Promise<void>;
}

/**
 * Runs checks, and repeats those whose results prove nothing. A check with a broken connection is repeated at once. A check during which
 * the machine stood still, that something else than the service answered again, or that the target asked to wait too often, is repeated after all
 * others, when the load is lower.
 * Once the run is stopped, no more checks start.
 *
 * Never throws. An exception outside the checks would lose the report, so it makes the report incomplete instead, with the reason.
 */
export async function runRepeating(
  checks: readonly Check[],
  run: OpenRun,
  { concurrency, onBegin, conclude }: RepeatOptions,
): Promise<void> {
  const { clock } = run.transport;
  // On a virtual clock a wait costs nothing, so a waiting check is scheduled like any other.
  const timeScale = clock.isVirtual ? Number.POSITIVE_INFINITY : run.profile.timers.timeScale;
  const attempt = async (check: Check, onWait: () => void, spent = 0): Promise<CheckRun> => {
    const begun = run.now();
    const tried = await withinTime(check, { ...run, onWait }, repeatInterrupted);
    return { ...tried, duration: spent + Math.round(run.now() - begun) };
  };
  const noteDefect = ({ id }: Check, error: unknown) => {
    run.judgement.incomplete.push(describeSuiteDefect(id, error));
  };
  let postponed: CheckRun[] = [];
  // A target that refuses turns, since too many of its client run, has to be spared the checks that wait.
  let isFull = false;
  const runOnce = async (check: Check, onWait: () => void) => {
    if (run.stop.aborted) return;
    onBegin?.(check);
    const tried = await attempt(check, onWait);
    isFull ||= tried.failure === 'busy';
    if (showedNothing(tried) || tried.failure === 'stranger' || tried.failure === 'busy')
      postponed.push(tried);
    else await conclude(tried);
  };
  const { first = [], others = [] } = Object.groupBy(checks, ({ isFirst }) => (isFirst ? 'first' : 'others'));
  for (const group of [first, others])
    await runScheduled(group, { concurrency, timeScale, clock, isFull: () => isFull }, (check, onWait) =>
      runOnce(check, onWait).catch((error) => noteDefect(check, error)),
    );
  const runAgain = async (last: CheckRun, onWait: () => void) => {
    // If the run is stopped, the results of the last attempts stand.
    if (run.stop.aborted) return conclude(last);
    const tried = await attempt(last.check, onWait, last.duration);
    if (showedNothing(tried) || tried.failure === 'busy') postponed.push(tried);
    else await conclude(tried);
  };
  let before = Number.POSITIVE_INFINITY;
  for (const quiet of QUIET_ROUNDS) {
    // If a round showed nothing about any of many checks, the target always stands still.
    if (postponed.length === 0 || (postponed.length > FEW && postponed.length >= before)) break;
    before = postponed.length;
    await pause(clock, CALM, run.stop).catch(() => {});
    const again = postponed.map((last) => ({ ...last.check, last }));
    postponed = [];
    const scale = isFull ? Number.POSITIVE_INFINITY : timeScale;
    await runScheduled(again, { concurrency: quiet, timeScale: scale, clock }, ({ last }, onWait) =>
      runAgain(last, onWait).catch((error) => noteDefect(last.check, error)),
    );
  }
  for (const tried of postponed) await conclude(tried);
}

/** Whether a check was left out because a machine stood still, and not because of the target. */
function showedNothing({ status, reason }: CheckRun): boolean {
  return status === 'left-out' && reason?.includes(STOOD_STILL) === true;
}

/**
 * Runs a check, and repeats it once after a broken connection, as soon as the service answers again. The report mentions a second attempt even
 * if it passes. That strangers answered is said for the whole run.
 */
async function repeatInterrupted(check: Check, run: OpenRun): Promise<CheckRun> {
  const begun = run.now();
  const first = await runDoubting(check, run);
  const isLate = isOvertime(check, run.now() - begun, run.profile.timers.timeScale);
  if (!first.failure || first.failure === 'busy' || isLate || run.stop.aborted) return first;
  await run.transport.recover().catch(() => {});
  const second = await runCheck(check, run);
  if (second.status === 'passed' && first.failure !== 'stranger')
    run.judgement.incomplete.push(`${check.id} succeeded at its second attempt only: ${first.reason}`);
  return { ...second, left: [...first.left, ...second.left] };
}

/** Runs a check. If a timer may have fired during a standstill, a violation or an interruption proves nothing. */
async function runDoubting(check: Check, run: RunCheckParts): Promise<CheckRun> {
  const begun = run.now();
  const outcome = await runCheck(check, run);
  const span = run.timing.between(begun, run.now());
  const isShort = check.waits !== undefined && run.timing.standstillIn(span) < LONG_STANDSTILL;
  if (!isDoubtful(outcome) || isShort || span.uncertainty < SHORTEST_TIMER) return outcome;
  const reason = `${run.timing.describeStandstill(span)}, and a timer of the target may have fired meanwhile`;
  const doubted = outcome.broken.map(({ requirement }) => requirement);
  return { ...outcome, status: 'left-out', reason, broken: [], doubted };
}

/** Whether a timer that fired in the target may explain the outcome. Broken connections do not count: they are repeated anyway. */
function isDoubtful({ broken, status, failure, isSuiteDefect }: CheckRun): boolean {
  return broken.length > 0 || (status === 'incomplete' && !failure && !isSuiteDefect);
}

import { isSurelyPast, isSurelyWithin, type Span, type Timing, TOLERANCE } from '../../judge/timing.ts';
import { NothingToSee } from './interruption.ts';

/** How long `inTime` waits, in milliseconds of the service's time. */
const PATIENCE = 180_000;
/** The minimum time that `inTime` and `until` wait, in milliseconds of the real clock. Faster timers do not make turns faster. */
const LEAST_PATIENCE = 4000;
/** How often `until` repeats its request by default, in milliseconds of the service's time. */
const POLL = 500;
/** The shortest pause of `until` after its time limit, in milliseconds of the real clock. */
const SLOW_POLL = 100;

/** The parts of a run that tell the time. */
export interface TimeParts {
  /** Waits for a number of milliseconds of the service's time, or until the signal is aborted. */
  wait(duration: number, signal?: AbortSignal): Promise<void>;
  /** Called when the check begins to wait on purpose. */
  onWait(): void;
  /** The time of the run, in milliseconds of the real clock. */
  now(): number;
  readonly timing: Timing;
}

export interface PastOptions {
  /** How late the timer may be, in milliseconds of the service's time. */
  readonly tolerance?: number;
  /** The minimum wait, in milliseconds of the real clock. */
  readonly least?: number;
  /** Aborting it ends the wait early. */
  readonly signal?: AbortSignal;
}

/** Waits and measures in the service's time, whose timers may run faster than real time and whose machine may stand still. */
export class ServiceTime {
  readonly #parts: TimeParts;

  constructor(parts: TimeParts) {
    this.#parts = parts;
  }

  wait(duration: number): Promise<void> {
    this.#parts.onWait();
    return this.#parts.wait(duration);
  }

  /** How many times faster than real time the service's timers run. */
  get timeScale(): number {
    return this.#parts.timing.scale;
  }

  /** The time of the run, in milliseconds of the real clock, comparable with `lastReceivedAt`. */
  now(): number {
    return this.#parts.now();
  }

  /** The time between two moments, in milliseconds of the service's time, with its uncertainty. */
  span(since: number, until: number = this.now()): Span {
    return this.#parts.timing.between(since, until);
  }

  /**
   * Waits until a timer that started at a given moment must have fired, despite any measured delays.
   *
   * @param timer milliseconds of the service's time
   */
  async waitPast(
    since: number,
    timer: number,
    { tolerance = TOLERANCE, least = 0, signal }: PastOptions = {},
  ): Promise<void> {
    if (!signal) this.#parts.onWait();
    const left = () => {
      const { elapsed, uncertainty } = this.span(since);
      const needed = timer + Math.max(tolerance, uncertainty);
      return Math.max(needed - elapsed, (since + least - this.now()) * this.#parts.timing.scale);
    };
    for (let pause = left(); pause >= 0 && !signal?.aborted; pause = left()) {
      await this.#parts.wait(pause + 1, signal);
    }
  }

  /**
   * Requires that so little time has passed that a timer of this length cannot have fired.
   *
   * @throws NothingToSee when a delay may have let it fire
   */
  requireWithin(since: number, timer: number, until: number = this.now()): void {
    const span = this.span(since, until);
    if (isSurelyWithin(span, timer)) return;
    const { timing } = this.#parts;
    throw new NothingToSee(
      `${timing.describeStandstill(span)}, and a timer of ${timer / 1000} s may have fired at the target`,
    );
  }

  /**
   * Waits for a promise until a timer must have fired. By default three minutes of the service's time, and at least four seconds of real
   * time, since scaled timers do not make the machine faster.
   *
   * @returns undefined when the time passes first
   */
  async inTime<Value>(
    pending: Promise<Value>,
    timer = PATIENCE,
    options: PastOptions = { least: LEAST_PATIENCE },
  ): Promise<Value | undefined> {
    if (timer !== PATIENCE) this.#parts.onWait();
    return settleBefore(pending, (signal) => this.waitPast(this.now(), timer, { ...options, signal }));
  }

  /**
   * Waits for a promise for a limited time. Standstills of the target do not extend the limit, because the check looks for them.
   *
   * @param timer in milliseconds of the service's time, but at least `least` milliseconds of the real clock
   * @returns undefined when the time passes first
   */
  async within<Value>(pending: Promise<Value>, timer: number, least: number): Promise<Value | undefined> {
    const { wait, timing } = this.#parts;
    return settleBefore(pending, (signal) => wait(Math.max(timer, least * timing.scale), signal));
  }

  /**
   * Repeats a request until its result meets a condition.
   *
   * @param within the time limit, in milliseconds of the service's time. Measured delays extend it. At the limit, the last result is returned
   * @param options.every the pause between two requests, in milliseconds of the service's time
   * @param options.least the shortest time limit, in milliseconds of the real clock: what the service has to do takes its time, however fast
   * its timers are. A long one hides what a scaled timer would end
   */
  async until<Asked>(
    ask: () => Promise<Asked>,
    isOver: (asked: Asked) => boolean,
    within: number,
    { every = POLL, least = LEAST_PATIENCE }: { readonly every?: number; readonly least?: number } = {},
  ): Promise<Asked> {
    const since = this.now();
    for (;;) {
      const asked = await ask();
      if (isOver(asked)) return asked;
      const isLate = isSurelyPast(this.span(since), within, 0);
      if (isLate && this.now() - since > least) return asked;
      await this.wait(isLate ? Math.max(every, SLOW_POLL * this.#parts.timing.scale) : every);
    }
  }
}

/** Waits for a promise or a time limit, whichever comes first. @returns undefined at the limit */
async function settleBefore<Value>(
  pending: Promise<Value>,
  limit: (signal: AbortSignal) => Promise<void>,
): Promise<Value | undefined> {
  const settled = new AbortController();
  try {
    return await Promise.race([pending, limit(settled.signal).then(() => undefined)]);
  } finally {
    // Without a reason, `abort` would create an exception with a stack trace.
    settled.abort('settled');
  }
}

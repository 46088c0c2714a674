/** How long a stream may be silent before a ping, in milliseconds of the service's time (section 6). */
export const SILENCE = 15_000;

/** How long an interaction waits for its answer, in milliseconds of the service's time (section 3.2). */
export const LIFETIME = 110_000;
/** How long an interaction certainly waits for its answer, in milliseconds of the service's time. */
export const SURELY_PENDING = 60_000;

/**
 * Lateness by a network or a busy server that the contract tolerates, in milliseconds of the service's time. What was measured in a
 * run may raise the tolerance; nothing lowers it.
 */
export const TOLERANCE = 10_000;

/** What is sent apart and comes within this time was held back on its way, in milliseconds. */
export const TOGETHER = 1000;
/** Delays that an input without measurements may hide, in milliseconds of the real clock. */
const UNMEASURED = 2500;
/**
 * Delays that were measured so long before or after a span count too, in milliseconds of the real clock: standstills come together, and what
 * serves one stream of the target may stand still while another request is answered.
 */
export const NEARBY = 1000;
/** An event may be delayed three times: when its timer fires, when the target sends it, and when we read it. */
const DELAYS = 3;

/** Every reason why a clock of a live run showed nothing has these words. */
export const STOOD_STILL = 'stood still';

/** What a live run knows about the delays of its clocks. */
export interface Delays {
  /** The longest time that this process or the target stood still between two moments, in milliseconds of the real clock. */
  longestBetween(from: number, to: number): number;
  /** The same for this process alone: while it stood still, it read nothing that arrived. */
  longestOwnBetween(from: number, to: number): number;
}

/** A duration as it was measured. Both are in milliseconds of the service's time. */
export interface Span {
  readonly elapsed: number;
  /** By how much the duration may have been shorter or longer at the target. */
  readonly uncertainty: number;
}

/**
 * The clock of a run: turns moments, in milliseconds of the real clock, into durations of the service's time. Every check and rule that
 * judges a timer asks it what the measured duration can show.
 */
export class Timing {
  /** How many times faster than real time the target's timers run. */
  readonly scale: number;
  readonly #delays: Delays | undefined;

  /** @param delays absent for a recording, which does not say what held up its recorder */
  constructor(scale: number, delays?: Delays) {
    this.scale = scale;
    this.#delays = delays;
  }

  between(from: number, to: number): Span {
    const delay = this.#delays
      ? DELAYS * this.#delays.longestBetween(from - NEARBY, to + NEARBY)
      : UNMEASURED;
    return { elapsed: (to - from) * this.scale, uncertainty: delay * this.scale };
  }

  /**
   * How long something was held back on its way, at least, in milliseconds of the service's time: of two things that were sent with some time
   * between them, and came together.
   *
   * @param apart the time between the two when they were sent, by the clock of the target
   * @returns 0 where they did not come together, as when that clock was set meanwhile; where delays of this process, or of a network, explain it;
   * and where the clock may not be that of the target's timers
   */
  heldBack(from: number, to: number, apart: number): number {
    if (this.scale !== 1 || to - from > TOGETHER) return 0;
    const own = this.#delays
      ? DELAYS * this.#delays.longestOwnBetween(from - NEARBY, to + NEARBY)
      : UNMEASURED;
    const held = apart - (to - from);
    return held > Math.max(TOLERANCE, own) ? held : 0;
  }

  /** Says why a span shows nothing about a timer, and which time scale would do. */
  describeDoubt(span: Span, timer: number): string {
    const { elapsed, uncertainty } = span;
    const fitting = Math.floor(((elapsed - timer) * this.scale) / uncertainty);
    const remedy =
      fitting >= 1 && fitting < this.scale ? `; a time scale of at most ${fitting} would do` : '';
    const needed = timer + Math.max(TOLERANCE, uncertainty);
    return `${this.describeStandstill(span)}, so at time scale ${this.scale} a timer of ${seconds(timer)} counts as missed after ${seconds(needed)} only, and ${seconds(elapsed)} show nothing${remedy}`;
  }

  /** Says how long this machine or the target stood still within a span. */
  describeStandstill(span: Span): string {
    return this.#delays
      ? `this machine or the target ${STOOD_STILL} for up to ${Math.ceil(this.standstillIn(span))} ms`
      : `the recording may hide delays of ${UNMEASURED} ms`;
  }

  /** How long this machine or the target stood still within a span of a live run, in milliseconds of the real clock. */
  standstillIn({ uncertainty }: Span): number {
    return uncertainty / this.scale / DELAYS;
  }
}

function seconds(duration: number): string {
  return `${(duration / 1000).toFixed(1)} s`;
}

/** Whether a timer must have fired within a span, even if it was late by a tolerance in milliseconds of the service's time. */
export function isSurelyPast({ elapsed, uncertainty }: Span, timer: number, tolerance = TOLERANCE): boolean {
  return elapsed > timer + Math.max(tolerance, uncertainty);
}

/** Whether a span was certainly shorter than a limit. */
export function isSurelyWithin({ elapsed, uncertainty }: Span, limit: number): boolean {
  return elapsed + uncertainty < limit;
}

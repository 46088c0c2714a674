import type { Check } from '../../src/conformance/check-kit/check.ts';
import { TIME_SCALE } from './judge-reference.ts';

/** At this scale a busy machine rarely stands still for longer than checks tolerate that wait for a timer. */
const CALM_TIME_SCALE = 20;
/** Milliseconds of the service's time. */
const SECONDS = 40_000;
const MINUTES = 600_000;

/** Whether a check waits for more than ten minutes. */
export function waitsForMinutes(checks: readonly Check[]): boolean {
  return longestWait(checks) > MINUTES;
}

/** The scale for checks that have to see a violation: a calm one if they wait for a timer, unless that would take minutes of real time. */
export function timeScaleFor(checks: readonly Check[]): number {
  return longestWait(checks) >= SECONDS && !waitsForMinutes(checks) ? CALM_TIME_SCALE : TIME_SCALE;
}

function longestWait(checks: readonly Check[]): number {
  return Math.max(0, ...checks.map(({ waits = 0 }) => waits));
}

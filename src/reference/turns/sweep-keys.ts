import type { Clock } from '../clock.ts';
import type { Turns } from '../store/store.ts';

const HOUR = 60 * 60 * 1000;

/**
 * Deletes idempotency keys that are older than the promised retention, once an hour.
 *
 * @param retentionHours returns the number of hours, which may change
 * @returns a function that stops the deletion
 */
export function sweepKeys(turns: Turns, clock: Clock, retentionHours: () => number): () => void {
  let stop = clock.after(HOUR, sweep);
  function sweep(): void {
    turns.forgetKeys(clock.now() - retentionHours() * HOUR);
    stop = clock.after(HOUR, sweep);
  }
  return () => stop();
}

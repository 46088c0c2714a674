import type { Clock } from '../clock.ts';
import type { Turns } from '../store/store.ts';

const HOUR = 60 * 60 * 1000;

/** Forgets keys once they are older than is promised. @returns what stops it */
export function sweepKeys(turns: Turns, clock: Clock, retentionHours: number): () => void {
  let stop = clock.after(HOUR, sweep);
  function sweep(): void {
    turns.forgetKeys(clock.now() - retentionHours * HOUR);
    stop = clock.after(HOUR, sweep);
  }
  return () => stop();
}

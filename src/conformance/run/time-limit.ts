import { throwIfStopped } from '../drive/stoppable-transport.ts';
import type { RunCheckParts } from './run-check.ts';

/** The parts of a run that stop after some time, and how to lift that limit. */
export interface Limited<Parts> {
  readonly parts: Parts;
  /** Whether the time has passed. */
  isOver(): boolean;
  lift(): void;
}

/** Limits the time that work takes. @param time milliseconds of the real clock */
export function limitTime<Parts extends RunCheckParts>(run: Parts, time: number): Limited<Parts> {
  const over = new AbortController();
  const lift = run.transport.clock.after(time, () => over.abort());
  const stop = AbortSignal.any([run.stop, over.signal]);
  const sleep = async (duration: number, until?: AbortSignal) => {
    await run.sleep(duration, until ? AbortSignal.any([until, over.signal]) : stop);
    throwIfStopped(stop);
  };
  return { parts: { ...run, stop, sleep }, isOver: () => over.signal.aborted, lift };
}

import {
  judgeAssembled,
  type Reach,
  type ReferenceRun,
  type ReferenceRunOptions,
} from './judge-reference.ts';

export interface SocketRunOptions extends ReferenceRunOptions, Pick<Reach, 'openProxy'> {
  /** Milliseconds of the service's time per millisecond of real time. */
  readonly timeScale?: number;
}

/**
 * At this scale, half an hour takes 18 seconds, and the wait for a ping takes 150 milliseconds, which is still long enough on a busy
 * machine.
 */
const TIME_SCALE = 100;

/** Runs checks against a reference server in this process, over real sockets and in real time. */
export function judgeOverSockets({
  timeScale = TIME_SCALE,
  openProxy,
  ...options
}: SocketRunOptions): Promise<ReferenceRun> {
  return judgeAssembled({ timeScale }, openProxy ? { openProxy } : {}, options);
}

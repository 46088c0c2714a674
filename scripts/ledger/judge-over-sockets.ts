import {
  judgeAssembled,
  type Reach,
  type ReferenceRun,
  type ReferenceRunOptions,
} from './judge-reference.ts';

export interface SocketRunOptions extends ReferenceRunOptions, Pick<Reach, 'openProxy'> {
  /** Milliseconds of the service's time in one of real time. */
  readonly timeScale?: number;
}

/** Half an hour becomes 18 seconds. The wait for a ping becomes 150 milliseconds, which is still long enough on a busy machine. */
const TIME_SCALE = 100;

/** Runs checks against a reference server in this process, over sockets of the kernel and in real time. */
export function judgeOverSockets({
  timeScale = TIME_SCALE,
  openProxy,
  ...options
}: SocketRunOptions): Promise<ReferenceRun> {
  return judgeAssembled({ timeScale }, openProxy ? { openProxy } : {}, options);
}

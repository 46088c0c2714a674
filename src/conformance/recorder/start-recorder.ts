import { once } from 'node:events';
import { guardOf, listen, requireLoopback } from '../../loopback/index.ts';
import type { Finding } from '../judge/finding.ts';
import type { Judgement } from '../judge/judgement.ts';
import { RotatedRecording } from '../recordings/rotated-recording.ts';
import { RecordingFolder } from '../recordings/write-recording.ts';
import { KnownTokens } from './known-tokens.ts';
import { OWN_ANSWERS, type OwnAnswer } from './own-answers.ts';
import { createProxy } from './proxy.ts';
import {
  RECORD_LIMITS,
  REMEMBERED_SECRET_BYTES,
  type RecordLimits,
  SAMPLED_IN_FLIGHT,
} from './record-limits.ts';
import type { RecordObserver } from './record-observer.ts';
import { Recorder } from './recorder.ts';
import { Sampler } from './sampler.ts';

export interface RecordingOptions {
  readonly target: URL;
  /** Folder for the recordings. Created if it does not exist. */
  readonly output: string;
  readonly host: string;
  /** Whether the host may be reachable from other machines. */
  readonly insecure?: boolean;
  /** 0 for any free port. */
  readonly port: number;
  /** Tokens that are masked by their value, in addition to those of the requests. */
  readonly tokens?: readonly string[];
  readonly timeScale?: number;
  /** Certificates in PEM that are trusted in addition to the usual ones. */
  readonly ca?: string | undefined;
  /** Part of the exchanges that is recorded, up to 1. All are forwarded. */
  readonly sample?: number | undefined;
  /** Writes numbered files of about this size, in bytes, instead of a file for each exchange. The recording then has no end. */
  readonly rotate?: number | undefined;
  /** Most bytes of all numbered files together. The oldest are deleted to make room. */
  readonly disk?: number | undefined;
  readonly observer?: RecordObserver | undefined;
  readonly limits?: Partial<RecordLimits>;
  /** A monotonic clock, in milliseconds. */
  now?(): number;
  /** The time of day, in milliseconds since 1970. */
  timeOfDay?(): number;
  /** A number from 0 to 1, to draw exchanges without a chat. */
  random?(): number;
  onFinding?(finding: Finding, file: string): void;
  onProblem?(problem: string): void;
  /** Gets one line when the target stops responding, and one when it responds again. */
  onOutage?(line: string): void;
}

export interface RunningRecorder {
  /** Base URL for clients, without a trailing slash. */
  readonly url: string;
  /** The address and port that it listens on, such as `0.0.0.0:4040` or `[::1]:4040`. */
  readonly address: string;
  /** Ends the open exchanges, closes all recordings, and returns their common judgement. */
  stop(): Promise<{ readonly judgement: Judgement; readonly exchanges: number }>;
}

/**
 * Starts a proxy that records and judges its traffic.
 *
 * @throws ExposedError if other machines can reach the host, unless `insecure` is set
 * @throws OutputError if the folder cannot be used
 * @throws CannotListenError if the address is not available
 */
export async function startRecorder({
  target,
  output,
  host,
  port,
  insecure = false,
  tokens = [],
  timeScale = 1,
  ca,
  sample = 1,
  rotate,
  disk,
  observer,
  limits: some,
  now = () => performance.now(),
  timeOfDay = Date.now,
  random,
  onFinding = () => {},
  onProblem = () => {},
  onOutage = () => {},
}: RecordingOptions): Promise<RunningRecorder> {
  if (!insecure)
    requireLoopback(
      host,
      'the recorder requires no token of its own; say --insecure if the network keeps others out',
    );
  const limits = { ...limitsOf({ sample, rotate, disk }), ...some };
  const store =
    rotate === undefined
      ? new RecordingFolder(output)
      : openRotated(output, { rotate, disk, observer, onProblem });
  const recorder = new Recorder({
    store,
    sampler: new Sampler(sample, random),
    tokens: new KnownTokens(tokens, { mostBytes: limits.secretBytes, forgets: rotate !== undefined }),
    limits,
    timeScale,
    now,
    timeOfDay,
    onFinding,
    onProblem,
    observer,
  });
  const hostGuard = guardOf(host);
  const onAnswer = (reason: OwnAnswer, problem: string) => {
    observer?.answered(reason);
    if (reason !== 'target-down') onProblem(`answered ${OWN_ANSWERS[reason]}: ${problem}`);
  };
  const server = createProxy({
    target,
    hostGuard,
    ca,
    recorder,
    limits,
    now,
    onAnswer,
    onOutcome: (outcome) => observer?.ended(outcome),
    onOutage,
  });
  const { url, address } = await listen(server, host, port).catch((error: unknown) => {
    store.close();
    throw error;
  });
  return {
    url,
    address,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await recorder.stop();
      return { judgement: recorder.judgement, exchanges: recorder.exchanges };
    },
  };
}

/** A rotated recording has no end, so nothing that only adds up over time may end it. */
function limitsOf({
  sample = 1,
  rotate,
  disk,
}: Pick<RecordingOptions, 'sample' | 'rotate' | 'disk'>): RecordLimits {
  return {
    ...RECORD_LIMITS,
    ...(sample < 1 && { inFlight: SAMPLED_IN_FLIGHT }),
    ...(rotate !== undefined && {
      exchanges: Number.POSITIVE_INFINITY,
      secretBytes: REMEMBERED_SECRET_BYTES,
    }),
    ...(disk !== undefined && { totalBytes: Number.POSITIVE_INFINITY }),
  };
}

interface Rotation extends Pick<RecordingOptions, 'disk' | 'observer'> {
  readonly rotate: number;
  onProblem(problem: string): void;
}

function openRotated(output: string, { rotate, disk, observer, onProblem }: Rotation): RotatedRecording {
  const told = new Set<string>();
  const tellOnce = (problem: string) => {
    if (!told.has(problem)) onProblem(problem);
    told.add(problem);
  };
  return new RotatedRecording(output, {
    fileBytes: rotate,
    totalBytes: disk,
    onDelete: () => {
      observer?.deleted();
      tellOnce(
        `the recordings have reached ${disk} bytes; from now on the oldest file is deleted to make room`,
      );
    },
    onNotKept: (limit) =>
      tellOnce(
        `the exchanges of printed findings have reached ${limit} bytes; those of further findings are deleted with their files`,
      ),
  });
}

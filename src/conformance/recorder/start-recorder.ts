import { once } from 'node:events';
import { createHostGuard, isLoopback, listen, requireLoopback } from '../../loopback/index.ts';
import type { Finding } from '../judge/finding.ts';
import type { Judgement } from '../judge/judgement.ts';
import { RecordingFolder } from '../recordings/write-recording.ts';
import { KnownTokens } from './known-tokens.ts';
import { createProxy } from './proxy.ts';
import { RECORD_LIMITS, type RecordLimits } from './record-limits.ts';
import { Recorder } from './recorder.ts';

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
  readonly limits?: Partial<RecordLimits>;
  /** A monotonic clock, in milliseconds. */
  now?(): number;
  onFinding?(finding: Finding, file: string): void;
  onProblem?(problem: string): void;
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
  limits: some,
  now = () => performance.now(),
  onFinding = () => {},
  onProblem = () => {},
}: RecordingOptions): Promise<RunningRecorder> {
  if (!insecure)
    requireLoopback(
      host,
      'the recorder requires no token of its own; say --insecure if the network keeps others out',
    );
  const limits = { ...RECORD_LIMITS, ...some };
  const recorder = new Recorder({
    folder: new RecordingFolder(output),
    tokens: new KnownTokens(tokens, limits.secretBytes),
    limits,
    timeScale,
    now,
    onFinding,
    onProblem,
  });
  const hostGuard = isLoopback(host) ? createHostGuard() : undefined;
  const server = createProxy({ target, hostGuard, ca, recorder, limits, onProblem });
  const { url, address } = await listen(server, host, port);
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

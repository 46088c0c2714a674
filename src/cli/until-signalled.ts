import { closeSync, openSync } from 'node:fs';

/** Sent by Ctrl-C, by a supervisor that stops the process, and by a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that a server may handle otherwise. */
type Hangup = { readonly onHangup?: (() => void) | undefined };

/**
 * Calls a function on the first of these signals, so that the process can end in an orderly way. A second signal ends the process at once,
 * since the handlers are removed by then.
 *
 * @param onHangup called on each SIGHUP instead, unless it was sent because the terminal was closed. Windows sends it only then
 * @returns a function that removes the handlers
 */
export function onceSignalled(stop: () => void, { onHangup }: Hangup = {}): () => void {
  const hadTerminal = onHangup !== undefined && hasTerminal();
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
  const listener = (signal: NodeJS.Signals) => {
    if (signal === 'SIGHUP' && onHangup && process.platform !== 'win32' && hadTerminal === hasTerminal())
      return onHangup();
    remove();
    stop();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return remove;
}

/** Whether the process has a terminal that can be closed. A service of the system has none. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** A server that runs until a signal stops it. */
interface Running<Server> {
  start(): Promise<Server>;
  onStarted(server: Server): void;
  /** As for `onceSignalled`. */
  readonly onHangup?: ((server: Server) => void) | undefined;
}

/**
 * Starts a server and waits until SIGINT, SIGTERM or SIGHUP comes. A signal that comes during the start takes effect after it. A second signal
 * ends the process at once.
 *
 * @returns the server, which the caller closes
 * @throws what `start` throws
 */
export async function untilSignalled<Server>(running: Running<Server>): Promise<Server> {
  const { start, onStarted, onHangup } = running;
  const stopped = Promise.withResolvers<void>();
  const ignoreSignals = onceSignalled(stopped.resolve, {
    // The caller learns why the start failed.
    onHangup: onHangup && (() => void starting.then(onHangup, () => {})),
  });
  const starting = start();
  try {
    const server = await starting;
    onStarted(server);
    await stopped.promise;
    return server;
  } finally {
    ignoreSignals();
  }
}
